"""Cases on which two readers of docs/certificates.md once differed, as tests/trust/judge.h says.

    corners.py >STREAM        # in the order of the exit statuses that it says
"""
import gzip
import hashlib
import sys

PACKING = "resource,cpu\ntype,a,f,1,2\ntype,b,f,0.5,1\n%stask,x,3,,,,1\ntask,y,1,,,,2\n"
NONE = "resource,cpu\ntype,a,f,1,2\ntype,b,f,0.25,1\nsupply,b,0\ntask,x,3,,,,1\n"
POOL = "target,2,0.5\nvm,a,1,1,,0.9\nvm,b,1,1,2,0.9\n"
WORLD = "resource,cpu\nbilling,0,0\ntype,t,f,1,2\n%sjob,j,0,1,%s,10,free,1\njob,k,0,1,b,10,free,1\n"
# A set on t is worth too much, and a price of u is below 0.
STARTED = "resource,cpu\ntype,t,f,1,2\ntype,u,f,1,2\nstartup,u,0,1000,0\njob,j,0,1,a,10,free,1\n"
# Two alike, one after the other: after five times as long the work of the first is paid for.
BURSTS = ("resource,cpu\nround,0\nbilling,0,0\ntype,m,m,3600,10\nstartup,m,0,100,0\n"
          "job,p,0,1,,1000,free,5\njob,q,5000,1,,1000,free,5\n")
PAID = ("bound,1599\nscale,1\nvalue,p,0,1800000000,%d\nwait,0\n"
        "period,5000\npresence,q,0,1800000000\nperiod,6000\n")
SLOW = "machine,m,t,0,0,100\nrun,j,0,m,0,0,15,15\nrun,k,0,m,0,0,10,10\n"
BOTH = "machine,m,t,0,0,100\nrun,j,0,m,0,0,10,10\nrun,k,0,m,0,0,10,10\n"


def case(kind, instance, plan=None, certificate=None):
    """The three files, with their heads and hashes."""
    files = [("ullage,1,%s\nname,x\n%s" % (kind, instance)).encode(), None, None]
    bound = "instance,x,%s\n" % hashlib.sha256(files[0]).hexdigest()
    if plan is not None:
        files[1] = ("ullage-plan,1,%s\n%s%s" % (kind, bound, plan)).encode()
    if certificate is not None:
        text = ("ullage-certificate,1,%s\n%s%s" % (kind, bound, certificate)).encode()
        seal = b"end,%s\n" % hashlib.sha256(text).hexdigest().encode()
        files[2] = text + (seal if kind == "packing" else b"")
    return files


def proof(records, supply=""):
    return case("packing", PACKING % supply, None, records)


def schedule(throughput, workload, plan):
    return case("schedule", WORLD % (throughput, workload), plan)


# Where x goes: at most one on machines of type b, where none is worth anything; or two at least.
WHERE = ("bound,2\ncases\ncopies,1,x,b:1\nbranch,1,1\nleaf,1\nvalue,x,1\nvalue,y,2\nuse,1,-1\n"
         "leaf,1\nvalue,y,2\nuse,1,%d\n")
# Of each machine half of what x it has, rounded up; three halves are more than one on a machine of type b.
HALF = "bound,%s\ncases\ncut,1,2,x:%d\nleaf,1\n%s"
# A row of two items, x (whose name is w, too) and z: two of them on a machine of type b, and the other
# is alone on one of type a; or three of them on type b, where one machine holds two.
TWO = ("resource,cpu,disk\ntype,a,f,21,1,0\ntype,b,f,30,2,0\ntype,c,f,1,0,1\ntask,x,1,,,,1,0\n"
       "task,w,1,,,,1,0\ntask,z,1,,,,0.9,0\ntask,v,1,,,,0,1\n")
ALSO = "also,1,z,b:1\n"
LEAVES = ("branch,1,%d\nleaf,1\nvalue,x,21\nvalue,z,21\nvalue,v,1\nuse,1,-6\n"
          "branch,2,1\nleaf,1\nuse,1,52\nuse,2,-104\nleaf,1\nuse,2,30\n")
ROOT = "root,1,1\nvalue,x,14\nvalue,z,14\nvalue,v,1\n"


def together(also=ALSO, limit=2, way="cases\n", bound="52", between="", copies="copies,1,x,b:1\n"):
    """A proof by a row of two items."""
    leaves = (LEAVES % limit).replace("branch,2", between + "branch,2")
    return case("packing", TWO, None, "bound,%s\n%s%s%smachines,2,b:1\n%s" % (
        bound, way, copies, also, leaves))


MANY = "".join("task,z%d,%d,,,,1\n" % (q, 1000 + q) for q in range(3)) + "task,w,900,,,,2\n"
EXPECTED = {
    0: [proof("bound,0.5\nsupply,1,b\nroot,1,1\nleaf,1\nvalue,x,1\nuse,1,0\n", "supply,b,1\n"),
        proof("bound,1\nroot,1,1\nmachines,1,a:1,b:1\nholding,1,x:2,x:1\nbranch,1,0\nleaf,1\nvalue,x,1\n"
              "leaf,1\nuse,1,2\n"),
        case("packing", PACKING % "" + MANY, None, "bound,0\nselections\n"),
        case("packing", NONE, None, "bound,1.5\ncases\nleaf,1\nvalue,x,2000\n"),
        proof(WHERE % 1),
        proof(HALF % (2, 1, "value,y,2\nuse,1,1\n")),
        proof(HALF % (1.5, 1, "value,x,-1\nvalue,y,2\nuse,1,2\n")),
        together(), together(way=ROOT),
        case("availability", POOL, "hold,b,2\non-demand,a,0\n"),
        schedule("throughput,*,b,0.5\n", "[y]", SLOW),
        schedule("throughput,a,b,0.5\n", "a[1]", SLOW),
        case("schedule", BURSTS, None, PAID % 360000000)],
    1: [proof(WHERE % 2),
        proof("bound,100000000000000000000\ncases\nleaf,1\nvalue,x,1\n"),
        proof(HALF % (2, 3, "value,y,2\nuse,1,1\n")),
        *[together(also, limit, way, bound) for way in ("cases\n", ROOT) for also, limit, bound in (
            ("", 2, "52"), ("also,1,z,b:2\n", 2, "52"), ("also,1,z,a:1,b:1\n", 2, "52"),
            ("also,1,z,a:1\n", 2, "52"), ("also,1,v,b:1\n", 2, "52"), (ALSO, 1, "52"), (ALSO, 3, "52"),
            (ALSO, 2, "52.000001"))],
        case("availability", POOL, "hold,zz,10000000\nhold,zz,10000000\n"),
        case("availability", POOL, "hold,b,2\non-demand,a,1\n"),
        schedule("throughput,*,b,0.5\n", "[y]", BOTH),
        case("schedule", WORLD % ("throughput,a,b,0.7\n", "a"), None,
             "bound,0.001\nscale,1\nvalue,j,0,1,0\nvalue,k,0,1000000,0\n"),
        case("schedule", BURSTS, None, PAID % 359990000)],
    2: [proof("bound,10000000000000000000000000.5\nroot,1,1\nvalue,x,1\n"),
        proof("floor,1,1,b:1\nroot,1,1\nvalue,x,1\nfee,b,1\nproved\nbound,1\nroot,1,1\nvalue,x,1\n",
              "supply,b,1\n"),
        case("packing", PACKING % "" + MANY, None, "bound,1\nselections\n"),
        proof("bound,0\nselections\nselections\n"),
        *[together(also) for also in (
            ALSO + ALSO, "also,1,x,b:1\n", "also,1,w,a:1\n", "also,9,z,b:1\n", "also,1,z\n",
            "also,1,y,b:1\n", "also,1,z,b:1,b:1\n", "also,1,z,b:0\n", "also,1,z,d:1\n", ALSO + "holding,1,z:1\n",
            ALSO + "cut,3,2,x:1\nalso,3,z,b:1\n", ALSO + "merger,3,1,a:1\nalso,3,z,b:1\n")],
        together(between=ALSO, also=""), together(between="also,1,v,c:1\n"),
        together(between="also,2,z,b:1\n"), together(copies=ALSO, also="copies,1,x,b:1\n"),
        together(copies="copies,1,x,b:2147483647\n", also="also,1,z,b:2147483649\n", way=ROOT),
        proof("floor,1,0,b:1\nsteps\nroot,1,1\nproved\nbound,0\n"),
        case("availability", POOL, None, "bound,0\nset,1,a\nbranch,1\nleaf,1\nuse,1,-0\nleaf,1\n"),
        schedule("throughput,a[1],b,0.5\n", "a", SLOW),
        schedule("throughput,[x],b,0.5\n", "[y]", BOTH),
        case("schedule", STARTED, None, "bound,0\nscale,1\nwait,0\nperiod,0\nstart,1\n"
             "presence,j,0,2000000\nperiod,1\nstart,0\nperiod,20\n")],
}
# Behind the end of a gzip file others may have put anything; one that ends too soon is none.
whole = EXPECTED[0][5]
EXPECTED[0].append([gzip.compress(whole[0]) + b"more", *whole[1:]])
EXPECTED[2].append([gzip.compress(whole[0])[:-9], *whole[1:]])

for cases in EXPECTED.values():
    for files in cases:
        sizes = " ".join(str(-1 if data is None else len(data)) for data in files)
        sys.stdout.buffer.write(sizes.encode() + b"\n" + b"".join(data or b"" for data in files))
