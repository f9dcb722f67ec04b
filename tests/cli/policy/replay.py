# A policy that follows a transcript: what it reads must be the next line behind "-> ",
# word by word, and it answers with the line behind "<- ".
#     replay.py TRANSCRIPT
import sys

lines = [line.rstrip("\n") for line in open(sys.argv[1])]
for told, answer in zip(lines[::2], lines[1::2]):
    got = sys.stdin.readline().rstrip("\n")
    if "-> " + got != told:
        sys.exit(f"read {got}, and the transcript has {told}")
    print(answer.removeprefix("<- "), flush=True)
if sys.stdin.read():
    sys.exit("there is more than the transcript has")
print("replayed", file=open(sys.argv[1] + ".replayed", "w"))
