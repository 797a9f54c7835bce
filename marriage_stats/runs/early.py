"""What is refused of a kept run before its policies are loaded: compiling them may take long."""

from pathlib import Path

from marriage_stats.runs.rounds_file import check_target, run_folder
from marriage_stats.runs.sampling import Sampling
from marriage_stats.runs.state import NOTHING_TO_RESUME, saved_run


def check_run(sampling: Sampling, out: Path | None, resume: bool) -> None:
    """Refuse a run that its folder does not allow, whatever is played in it.

    Raises
    ------
    ValueError   if there is nothing to resume, or the folder holds a run that may not be gone on
        with, or one of more rounds than are asked for
    """
    if out is None:
        if resume:
            raise ValueError(NOTHING_TO_RESUME)
        return
    saved = saved_run(out, resume)
    if saved:
        sampling.check_longer(int(saved[0]["n"]))


def check_file_run(sampling: Sampling, out: Path | None, resume: bool, force: bool) -> None:
    """Refuse a run that its file of rounds does not allow, whatever is played in it.

    Raises
    ------
    ValueError   if there is nothing to resume, the file cannot or may not be written, or the
        stopped run has more rounds than are asked for
    """
    if out is None:
        if resume:
            raise ValueError("--resume needs --out FILE, the file that the run was to write")
        return
    check_target(out, resume, force)
    if resume:
        check_run(sampling, run_folder(out), resume)
