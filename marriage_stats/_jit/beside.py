"""Compile in a process of its own what a first run needs only later."""

import subprocess
import sys

_CALL = """
import sys
from importlib import import_module
getattr(import_module(sys.argv[1]), sys.argv[2])(*sys.argv[3:])
"""


def start_beside(module: str, function: str, *texts: str) -> "subprocess.Popen[bytes] | None":
    """Start a function of a module in a process of its own, None where there can be none.

    What it compiles is kept on disk; who needs it waits for the process, then takes it from there.
    """
    command = [sys.executable, "-P", "-c", _CALL, module, function, *texts]
    try:
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return None
