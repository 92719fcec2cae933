#!/usr/bin/env python3
"""Solves a meal problem with HiGHS, as one mixed-integer program over all recipes (MX-6, step 3).

A baseline for `regimen-bench meals --baseline-cmd "python3 bench/baselines/highs_meals.py"`: it reads a problem file
(MF-1) on standard input and prints `{"status", "plan"}` of a result (MF-2). It shares nothing with the engine. It knows
what the instances of MB-2 need and refuses everything else. One thread, 60 seconds.

    python3 -m venv venv && venv/bin/pip install -r bench/baselines/requirements.txt
"""

import json
import sys

import highspy
import numpy

TIME_LIMIT_S = 60.0
# Rows are scaled to a right side of about 1; this is far below the 1/64 in which amounts are counted.
TOLERANCE = 1e-9

# MD-4: minutes that a level of busyness allows; the last one does not limit.
CAPS = {1: 5, 2: 15, 3: 30, 4: None}
DAY = 24 * 60

KNOWN = {"days", "upper_limits", "profile", "recipes", "policy", "attempt_limit", "budgets", "options"}
KNOWN_PROFILE = {
    "daily_calories",
    "daily_protein_g",
    "daily_fat_g",
    "daily_carbs_g",
    "schedule",
    "micronutrient_targets",
    "activity_schedule",
}
KNOWN_SLOT = {"time", "busyness_level", "meal_type"}
MACROS = ("calories", "protein_g", "fat_g", "carbs_g")


class Refused(Exception):
    """The problem has something that this program does not know."""


def main():
    try:
        problem = json.load(sys.stdin)
        check_known(problem)
        json.dump(solve(problem), sys.stdout)
    except (Refused, json.JSONDecodeError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    print()


def check_known(problem):
    refuse_unknown("the problem", set(problem) - KNOWN)
    refuse_unknown("the profile", set(problem["profile"]) - KNOWN_PROFILE)
    for slots in problem["profile"]["schedule"]:
        for slot in slots:
            refuse_unknown("a slot", set(slot) - KNOWN_SLOT)
    if problem.get("options"):
        raise Refused("options are not known here")
    if problem.get("upper_limits"):
        raise Refused("upper limits are not known here")


def refuse_unknown(where, keys):
    if keys:
        raise Refused(f"{where} has {', '.join(sorted(keys))}, which is not known here")


class Slot:
    """A meal of a day: how long its recipe may take, and whether it is near a workout (MD-3)."""

    def __init__(self, index, facts, start, workouts):
        self.index = index
        self.cap = CAPS[facts["busyness_level"]]
        time = start + minutes(facts["time"])
        before = any(0 < begin - time <= 120 for begin, _ in workouts)
        after = any(0 <= time - end < 180 for _, end in workouts)
        self.is_near_workout = before or after

    def order(self):
        return (self.cap is None, self.cap or 0, self.index)


def minutes(clock):
    hours, rest = clock.split(":")
    return 60 * int(hours) + int(rest)


def workouts(profile, days):
    """MD-2: the workout of every day, as minutes of the horizon."""
    activity = profile.get("activity_schedule") or {}
    start, end = activity.get("workout_start"), activity.get("workout_end")
    if not start and not end:
        return []
    start_min = minutes(start) if start else minutes(end) - 60
    end_min = minutes(end) if end else start_min + 60
    return [(day * DAY + start_min, day * DAY + end_min) for day in range(days)]


class Model:
    """Rows of a mixed-integer program with binary columns and no objective."""

    def __init__(self, columns):
        self.columns = columns
        self.lower, self.upper, self.starts, self.indices, self.values = [], [], [0], [], []

    def row(self, low, columns, values, high):
        self.lower.append(low)
        self.upper.append(high)
        self.indices.append(columns)
        self.values.append(values)
        self.starts.append(self.starts[-1] + len(columns))

    def scaled_row(self, low, columns, values, high):
        """A row divided by its bound, so that one tolerance fits all."""
        scale = low if low > 0 else high
        if scale > 0:
            low, values, high = low / scale, values / scale, high / scale
        self.row(low, columns, values, high)

    def solve(self):
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = self.columns, len(self.lower)
        lp.col_cost_ = numpy.zeros(self.columns)
        lp.col_lower_ = numpy.zeros(self.columns)
        lp.col_upper_ = numpy.ones(self.columns)
        lp.integrality_ = [highspy.HighsVarType.kInteger] * self.columns
        lp.row_lower_ = numpy.array(self.lower, dtype=float)
        lp.row_upper_ = numpy.array(self.upper, dtype=float)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = numpy.array(self.starts, dtype=numpy.int32)
        lp.a_matrix_.index_ = numpy.concatenate(self.indices).astype(numpy.int32)
        lp.a_matrix_.value_ = numpy.concatenate(self.values).astype(float)
        highs = highspy.Highs()
        for option, value in (
            ("output_flag", False),
            ("threads", 1),
            ("parallel", "off"),
            ("random_seed", 0),
            ("time_limit", TIME_LIMIT_S),
            ("primal_feasibility_tolerance", TOLERANCE),
            ("mip_feasibility_tolerance", TOLERANCE),
        ):
            highs.setOptionValue(option, value)
        highs.passModel(lp)
        highs.run()
        status = highs.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return "infeasible", None
        solution = highs.getSolution()
        if solution.value_valid:
            return "found", numpy.rint(numpy.array(solution.col_value)).astype(int)
        return "unknown", None


def solve(problem):
    days, profile, recipes = problem["days"], problem["profile"], problem["recipes"]
    recipes = sorted(recipes, key=lambda recipe: recipe["id"].encode())
    trained = workouts(profile, days)
    schedule = [
        [Slot(index, facts, day * DAY, trained) for index, facts in enumerate(slots)]
        for day, slots in enumerate(profile["schedule"])
    ]
    # A class is the slots of a day near a workout, or those away from one: {(day, is_near_workout): slots}.
    classes = {}
    for day, slots in enumerate(schedule):
        for slot in slots:
            classes.setdefault((day, slot.is_near_workout), []).append(slot)
    count = len(recipes)
    columns = {key: numpy.arange(place * count, (place + 1) * count) for place, key in enumerate(classes)}
    model = Model(len(classes) * count)
    time = numpy.array([recipe["cooking_time_minutes"] for recipe in recipes])
    for key, slots in classes.items():
        add_places(model, columns[key], slots, time)
    add_repetition(model, columns, days)
    add_windows(model, columns, profile, recipes, days)
    add_floors(model, columns, profile, recipes, days)
    status, chosen = model.solve()
    plan = [] if chosen is None else decode(classes, columns, chosen, recipes)
    return {"status": status, "plan": plan}


def add_places(model, columns, slots, time):
    """Every slot holds one recipe, which is quick enough (HC-3)."""
    ones = numpy.ones(len(columns))
    model.row(len(slots), columns, ones, len(slots))
    for cap in sorted({slot.cap for slot in slots if slot.cap is not None}):
        slow = columns[time > cap]
        if len(slow):
            longer = sum(slot.cap is None or slot.cap > cap for slot in slots)
            model.row(0, slow, numpy.ones(len(slow)), longer)


def add_repetition(model, columns, days):
    """No recipe twice a day (HC-2), nor on two days running away from workouts (HC-8)."""
    pairs = [((day, False), (day, True)) for day in range(days)]
    pairs += [((day, False), (day + 1, False)) for day in range(days - 1)]
    for first, second in pairs:
        if first in columns and second in columns:
            for pair in zip(columns[first], columns[second]):
                model.row(0, numpy.array(pair), numpy.ones(2), 1)


def add_windows(model, columns, profile, recipes, days):
    """Energy, protein and carbs within a tenth of their targets, fat in its range, every day (MV-3)."""
    calories, protein = profile["daily_calories"], profile["daily_protein_g"]
    fat_min, fat_max = profile["daily_fat_g"]
    carbs = profile.get("daily_carbs_g")
    if carbs is None:
        carbs = (calories - 4 * protein - 9 * (fat_min + fat_max) / 2) / 4
    near = [(0.9 * target, 1.1 * target) for target in (calories, protein, carbs)]
    windows = (near[0], near[1], (fat_min, fat_max), near[2])
    for macro, (low, high) in zip(MACROS, windows):
        amounts = numpy.array([recipe["nutrition"][macro] for recipe in recipes], dtype=float)
        for day in range(days):
            of_day = [columns[key] for key in columns if key[0] == day]
            values = numpy.tile(amounts, len(of_day))
            model.scaled_row(low, numpy.concatenate(of_day), values, high)


def add_floors(model, columns, profile, recipes, days):
    """Enough of every nutrient over the horizon; a single day has no floors (MV-4)."""
    if days == 1:
        return
    everything = numpy.concatenate(list(columns.values()))
    for nutrient, target in profile.get("micronutrient_targets", {}).items():
        amounts = [recipe["nutrition"]["micronutrients"].get(nutrient) or 0 for recipe in recipes]
        values = numpy.tile(numpy.array(amounts, dtype=float), len(columns))
        model.scaled_row(target * days, everything, values, highspy.kHighsInf)


def decode(classes, columns, chosen, recipes):
    """Slots by cap, then time; recipes by minutes, then id (MX-6)."""
    plan = []
    for (day, near), slots in classes.items():
        taken = numpy.flatnonzero(chosen[columns[(day, near)]])
        taken = sorted(taken, key=lambda place: (recipes[place]["cooking_time_minutes"], place))
        for slot, place in zip(sorted(slots, key=Slot.order), taken):
            plan.append({"day": day + 1, "slot": slot.index, "recipe_id": recipes[place]["id"]})
    return sorted(plan, key=lambda meal: (meal["day"], meal["slot"]))


if __name__ == "__main__":
    main()
