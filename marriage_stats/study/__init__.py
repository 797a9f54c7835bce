"""Studies: a question, its design and precision stated first, run into tables and a manifest."""

from marriage_stats.study.catalogue import load_study, study_names
from marriage_stats.study.finding import Finding
from marriage_stats.study.manifest import Manifest, build_manifest, read_manifest
from marriage_stats.study.run import Result, read_result, run_study
from marriage_stats.study.spec import READERS, Check, Frames, Question, RuleSet, Study, Task
from marriage_stats.study.wording import one_in, percent, short_percent, typeset, words_list

__all__ = [
    "READERS",
    "Check",
    "Finding",
    "Frames",
    "Manifest",
    "Question",
    "Result",
    "RuleSet",
    "Study",
    "Task",
    "build_manifest",
    "load_study",
    "one_in",
    "percent",
    "read_manifest",
    "read_result",
    "run_study",
    "short_percent",
    "study_names",
    "typeset",
    "words_list",
]
