"""The reference checker: docs/certificates.md, rule by rule, in unbounded whole numbers.

    python3 reference.py INSTANCE [PLAN] [--certificate FILE]

It is written from that page alone and shares nothing with the checker in C. It is as slow and as
plain as can be; each rule has its proof in a sentence. Exit: 0 valid, 1 invalid, 2 unreadable or
given up. Of the functions here check() judges one case.
"""
import sys
from dataclasses import dataclass

import availability
import floor
import packing
import packing_proof
import reservation
import schedule
import timeline
from files import File, GivesUp, Invalid, Refused, holds, need

# Of each kind: the reader of instances, of plans and of certificates.
KINDS = {"packing": (packing.World, packing.Plan, packing_proof.Proof),
         "reservation": (reservation.World, reservation.Plan, reservation.Proof),
         "availability": (availability.World, availability.Plan, availability.Proof),
         "schedule": (schedule.World, timeline.Plan, floor.Proof)}


@dataclass
class Verdict:
    word: str = "valid"  # or invalid, unreadable, gives up
    cost: int = None  # 10^-12 dollars
    bound: int = None
    infeasible: bool = False
    why: str = ""

    def exit(self):
        return {"valid": 0, "invalid": 1}.get(self.word, 2)


def judge(files):
    """What is refused ends the check at once; an invalid plan ends it before the certificate is
    opened. What is said of another name or hash was said of other numbers."""
    verdict, plan = Verdict(), None
    instance = File(files[0], "ullage")
    need(instance.kind in KINDS, "unknown kind")
    readers = KINDS[instance.kind]
    world = readers[0](instance)
    right = [[world.name, instance.sha256]]
    if files[1] is not None:
        file = File(files[1], "ullage-plan")
        need(file.kind == instance.kind, "a plan of another kind")
        plan = readers[1](world, file)
        holds(file.of == right, "a plan of another instance")
        verdict.cost = plan.check()
    if files[2] is not None:
        file = File(files[2], "ullage-certificate")
        need(file.kind == instance.kind and file.of, "a certificate of another kind, or of nothing")
        proof = readers[2](world, file)
        holds(file.of == right, "a certificate of another instance")
        proof.check()
        verdict.bound = proof.bound
        # A bound above the cost of a valid plan that it speaks of is a contradiction.
        holds(plan is None or not proof.speaks_of(plan)
              or (proof.bound is not None and proof.bound <= verdict.cost), "there is a cheaper plan")
        verdict.infeasible = plan is None and proof.is_infeasible()
    return verdict


def check(instance, plan=None, certificate=None):
    """The verdict on the bytes of an instance, and of a plan and a certificate if given."""
    try:
        return judge((instance, plan, certificate))
    except Refused as refused:
        return Verdict("unreadable", why=str(refused))
    except Invalid as invalid:
        return Verdict("invalid", why=str(invalid))
    except (GivesUp, RecursionError, MemoryError) as tired:
        return Verdict("gives up", why=str(tired))


def amount(picodollars):
    return ("$%d.%012d" % divmod(picodollars, 10**12)).rstrip("0").rstrip(".")


def main(words):
    certificate = None
    if "--certificate" in words[:-1]:
        at = words.index("--certificate")
        certificate = words[at + 1]
        words = words[:at] + words[at + 2:]
    if not 1 <= len(words) <= 2:
        print(__doc__, file=sys.stderr)
        return 2
    data = []
    for path in (words + [None])[:2] + [certificate]:
        try:
            data.append(None if path is None else open(path, "rb").read())
        except OSError as error:
            print(error, file=sys.stderr)
            return 2
    verdict = check(*data)
    if verdict.word != "valid":
        print("%s: %s" % (verdict.word, verdict.why))
    if verdict.cost is not None:
        print("valid: cost " + amount(verdict.cost))
    if verdict.infeasible:
        print("infeasible: there is no plan")
    elif verdict.bound is not None:
        print("%s: no plan costs less than %s" % ("optimal" if verdict.bound == verdict.cost
                                                  else "bound", amount(verdict.bound)))
    return verdict.exit()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
