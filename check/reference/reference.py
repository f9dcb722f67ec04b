"""The reference checker: docs/certificates.md, rule by rule, in unbounded whole numbers.

It is written from that page alone, shares nothing with the checker in C, and is as plain as can
be; a rule has its proof in a sentence. Exit: 0 valid, 1 invalid, 2 unreadable or given up.
"""
import argparse, availability, deadline, packing, reservation, schedule, sys
from files import *

KINDS = {kind.__name__: kind for kind in (packing, reservation, availability, schedule, deadline)}
def judge(files):
    """What is refused ends the check at once; an invalid plan ends it before the certificate is
    opened. What is said of another name or hash was said of other numbers."""
    verdict, plan = Thing(exit=0, cost=None, bound=None, infeasible=False, tired=False), None
    instance = File(files[0], "ullage")
    kind = among(KINDS, instance.kind)
    world = kind.World(instance)
    right = [[world.name, instance.sha256]]
    if files[1] is not None:
        file = File(files[1], "ullage-plan", instance.kind)
        plan = kind.Plan(file, world)
        holds(file.of == right, "a plan of another instance")
        verdict.cost = plan.check()
    if files[2] is not None:
        file = File(files[2], "ullage-certificate", instance.kind)
        need(file.of, "a certificate of nothing")
        proof = kind.Proof(file, world)
        need((proof.bound is None) == proof._infeasible, "no bound, or infeasible and a bound")
        holds(file.of == right, "a certificate of another instance")
        proof.check()
        verdict.bound, verdict.infeasible = proof.bound, plan is None and proof.is_infeasible()
        verdict.speaks = plan is not None and proof.speaks_of(plan)
        # A bound above the cost of a valid plan that it speaks of is a contradiction.
        holds(not verdict.speaks or (proof.bound is not None and proof.bound <= verdict.cost),
              "a plan is cheaper")
    return verdict
def check(instance, plan=None, certificate=None):
    """The verdict on the bytes of an instance, and of a plan and a certificate if given: its exit
    status, the cost and the bound in 10^-12 dollars, why, and whether this program gave up."""
    try: return judge((instance, plan, certificate))
    except (Refused, Invalid, GivesUp, RecursionError, MemoryError, zlib.error) as error:
        tired = not isinstance(error, (Refused, Invalid, zlib.error))
        return Thing(exit=1 if isinstance(error, Invalid) else 2, why=str(error), tired=tired)
def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for names, number in ((["instance"], None), (["plan"], "?"), (["--certificate", "-c"], None)):
        parser.add_argument(*names, nargs=number, type=argparse.FileType("rb"))
    verdict = check(*[file and file.read() for file in vars(parser.parse_args()).values()])
    if verdict.exit:
        print(("unreadable: ", "invalid: ")[verdict.exit == 1] + verdict.why)
        return verdict.exit
    for what, amount in (("valid: cost", verdict.cost), ("no plan costs less than", verdict.bound)):
        if amount is not None:
            print(what, ("%d.%012d" % divmod(amount, 10**12)).rstrip("0").rstrip("."))
    if verdict.infeasible: print("infeasible: there is no plan")
    elif verdict.bound is not None and verdict.speaks and verdict.cost == verdict.bound: print("optimal")
    return 0

if __name__ == "__main__": sys.exit(main())
