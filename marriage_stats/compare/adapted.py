"""Adapted play: every rule set of a comparison with players tuned to it."""

from dataclasses import replace

from marriage_stats.compare.plan import Plan, distinct_tables
from marriage_stats.engine.simulate import Table
from marriage_stats.tuning import Adaptation, Effort, Setting, adapt


def adapt_plan(plan: Plan, seed: int, threads: int | None = None) -> tuple[Plan, list[Adaptation]]:
    """Return the plan with each rule set's players adapted to it, and how they were.

    The deals of the search are keyed by the seed too; none of them is played in the comparison.
    """
    effort = Effort(plan.adapt_deals, seed, threads).fresh()
    found = [adapt(Setting.of(variant.rules), effort) for variant in plan.variants]
    tables = [Table(done.setting.rules, done.setting.seats) for done in found]
    distinct, places = distinct_tables(tables)
    variants = tuple(
        replace(variant, table=place) for variant, place in zip(plan.variants, places, strict=True)
    )
    return replace(plan, variants=variants, tables=distinct), found
