"""A person at a terminal: runs a program there, waits for each question, and types the answer."""

import json
import os
import pty
import signal
import sys
import termios

# Who is never asked would wait for ever.
signal.alarm(60)
told = json.load(sys.stdin)
child, terminal = pty.fork()
if child == 0:
    os.chdir(told["folder"])
    os.execve(told["program"], [told["program"], *told["args"]], told["variables"])


def read():
    try:
        return os.read(terminal, 4096)
    except OSError:  # so Linux says that nobody writes any more
        return b""


shown = b""
for question, answer, is_hidden in told["answers"]:
    seen = len(shown)
    while question.encode() not in shown[seen:]:
        part = read()
        if not part:
            sys.exit(f"not asked: {question}; shown: {shown.decode()}")
        shown += part
    # What is typed before the program hides it would be shown.
    while is_hidden and termios.tcgetattr(terminal)[3] & termios.ECHO:
        os.sched_yield()
    os.write(terminal, answer.encode() + b"\n")
while part := read():
    shown += part
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
json.dump({"status": status, "shown": shown.decode()}, sys.stdout)
