# All texts of regimen in English. Every id stands in ru.ftl too, with the same facts (GL-3).
# An attribute named like a rule refines the text for that rule.

## Reasons: plans

reason-manual = changed by { $actor }
reason-manual_within_24h = your own edit of { $when } stands; I look again after the next session
reason-manual_override = this session ran on your own targets
reason-contradiction = the analysis contradicts your edit of { $when }: choose
reason-compromise = the mean of { $manual } and { $auto }
reason-same_day_merge = two sessions on one day: the later one counts
reason-rollback = { $slot } returned to version { $n }
reason-undo = change of version { $n } undone
reason-stale = the value is { $current } now, not { $old }
reason-expired = not answered in time
reason-orphan = its exercise or set is no longer in the plan
reason-skipped_gate = skipped before the session
reason-flag_veto = no increase while { $flag } is active
reason-not_owner = { $engine } may not change { $field } here
reason-cooldown = the same was proposed or answered less than { $days } days ago
reason-unresolved = the same proposal still waits for an answer or its outcome

## Reasons: progression

reason-low_rpe = target exceeded at low effort
reason-low_rpe_twice = two easy completions in a row
reason-comfort_twice = comfortable twice in a row
reason-restoring = back toward the level's own target
reason-consolidate = repeat to consolidate
reason-high_rpe = level kept because of high load
reason-rpe_missing = effort was not given
reason-comfort_missing = comfort was not given
reason-confirming = one more such session confirms it
reason-under_volume = { $pct } % of the target
reason-max_effort = effort above 9
reason-discomfort = discomfort
reason-pain = pain reported
    .SF-5 = would load a painful area: { $area } (severity { $severity })
reason-pain_flag = no increase while { $flag } is active
reason-fatigue = no increase while { $flag } is active
    .RX-7 = signs of fatigue: { $signs }; a lighter week is proposed
    .L-13 = left out to spare you today
reason-technique = no increase while { $flag } is active
reason-illness = no increase while { $flag } is active
reason-suspended = no increase while { $flag } is active
reason-skip = skipped
reason-skip_recovery = two stable sessions needed after the break
reason-rate_limited = two successes needed between steps
reason-flexible_first = flexible exercises change first
reason-top_of_ladder = highest level reached
reason-equipment = { $equipment } is missing
reason-deload = deload week
    .LD-6 = deload week: { $pct } % of the last accumulation load
reason-late_report = reported after a newer session
reason-undone = you undid this step on { $date }
reason-above_range = above { $low }–{ $high }
reason-rpe_falling = effort trend { $d }
reason-rpe_rising = effort trend { $d }
reason-miss_risk = risk of a miss { $pct } %

## Reasons: suggestions

reason-rep_range_inferred = your recent sets fit { $low }–{ $high }
reason-overshoot = { $reps } reps, far above { $bound }, twice
reason-top_of_range_twice = top of the range ({ $high }) in two sessions
reason-over_target_twice = above { $target } in two sessions
reason-steady_reps = { $reps } reps at { $load } twice: try one more
reason-below_range = below { $low } in { $n } of 3 sessions
reason-reduced_load = you used { $load } and reached only { $reps }
reason-actual_weight_drift = you have used about { $load } three times
reason-plateau = no change of estimated maximum in 3 sessions
reason-short_rest = rest of { $rest } s was short and reps fell
reason-drop_without_base = drop set without a set before it
reason-warmup_as_working = this warm-up is as heavy as your working sets
reason-working_as_warmup = this set is light, like a warm-up
reason-set_type_mismatch = logged as { $type } twice
reason-first_load = first load on record
reason-llm = suggested by the model: { $text }
reason-no_grid_step = no lighter or heavier load can be put together
reason-strategy = another change of this exercise goes the other way
reason-property = another change of the same value weighs more

## Reasons: training

reason-pin = you asked for it
reason-anchor = in { $count } of your last { $of } sessions of this kind: kept for continuity
reason-main_pick = best main lift for what is still missing this week
reason-accessory_pick = best for what is still missing this week
reason-starter = part of the starter session for your equipment
reason-coverage = brings { $category } into a full-body session
reason-already_selected = already in the session
reason-not_resistance = not a strength exercise
reason-avoided = you asked to avoid it
reason-difficulty = too demanding for your experience
reason-low_sfr = too little stimulus for its fatigue
reason-scope = works nothing that this session is for
reason-not_main = not suited as a main lift
reason-rep_range = its reps ({ $low }–{ $high }) do not fit { $wantLow }–{ $wantHigh }
reason-pattern_limit = already { $count } exercises of this movement
reason-duplicate_isolation = { $other } already does the same
reason-volume_cap = { $muscle } would get more than { $ceiling } sets this week
reason-time_budget = does not fit into { $minutes } minutes
reason-pin_limit = only { $limit ->
        [one] one exercise
       *[other] { $limit } exercises
    } can be pinned in a session of this length
reason-readiness = lighter because of readiness { $readiness }
reason-return_after_break = lighter after a break of { $days } days
reason-hold_after_failure = no increase after a set below its range: at most { $load }
reason-cap = { $muscle }: over the weekly limit of { $ceiling } sets
reason-superset = paired with { $other } to save time
reason-pain_caution = may bother a sore area: { $area }; stop if it hurts
reason-seek_medical_advice = severe pain: { $area }. Please see a professional
reason-load_estimated = estimated start: adjust it to keep { $reserve } reps in reserve
reason-load_floor = lighter than your lightest iron: { $load } is used
reason-load_ceiling = heavier than your heaviest iron: { $load } is used
reason-over_budget = about { $minutes } minutes, { $over } more than you have
reason-over_mrv = { $muscle }: above the weekly limit of { $ceiling } sets
reason-cap_unresolved = { $muscle }: still above the weekly limit of { $ceiling } sets
reason-unknown_history_exercise = { $exercise } in the history is not in the catalogue and was not counted
reason-muscle_undertrained = { $muscle }: worked in { $sessions ->
        [one] one session
       *[other] { $sessions } sessions
    } a week, { $wanted } would be better
reason-pattern_missing = { $pattern } is missing in the week

## Reasons: meals

reason-meal_planned = fits { $meal_type }: { $kcal } kcal, { $protein } g protein; best of { $candidates }
reason-meal_pinned = you fixed this meal
reason-meal_swapped = swapped by { $actor }
reason-meal_rebalanced = { $slot } was { $state }: portions adjusted
reason-meal_unsafe = contains { $allergen }
reason-replan_offer = { $cause }: { $changes } meals would change
reason-expenditure_adapted = at { $intake } kcal your weight moves { $slope } g/day: expenditure { $old } → { $new }
reason-floor_unreachable = { $nutrient }: at most { $best } of { $required } with these recipes
reason-relax = feasible with { $change }
reason-recipe_incomplete = not planned: { $ingredient } is unknown

## Reasons: findings of reports

reason-pain_active = { $flag } has been active for { $days ->
        [one] { $days } day
       *[other] { $days } days
    }
reason-load_excessive = The load seems to have become excessive, check your recovery.
reason-stuck = { $exercise } went back three times in a row.
reason-low_completion = { $done } of { $planned } sessions were done.
reason-conflict_open = { $n ->
        [one] One decision waits
       *[other] { $n } decisions wait
    } for your answer, the oldest for { $days } days.
reason-level_lost = { $exercise }: level { $old } → { $new }.
reason-muscle_below_mev = { $muscle }: { $done } sets, below the useful minimum of { $mev }, two weeks running.
reason-strength_declining = { $exercise }: estimated maximum { $pct } % in 6 sessions.
reason-strength_improving = { $exercise }: estimated maximum { $pct } % in 6 sessions.
reason-effort_rising = Effort changed by { $delta } RPE at the same volume.
reason-effort_falling = Effort changed by { $delta } RPE at the same volume.
reason-level_gained = { $exercise }: level { $old } → { $new }.
reason-record = New best: { $exercise }, { $value }.
reason-on_plan = { $done } of { $planned } sessions done, all on plan.
reason-no_data = No session on record this week.

## Meals: how targets are derived (NT-1..NT-7)

target_step-body_weight = Body weight: { $kg } kg, from { $weigh_ins } { $weigh_ins ->
        [one] weigh-in
       *[other] weigh-ins
    }
target_step-bmr = At rest: { $kcal } kcal for { $kg } kg, { $cm } cm, { $age } years
target_step-life_activity = With the day's activity (× { $factor }): { $kcal } kcal
target_step-training = Training: { $kcal } kcal a day, from { $sessions } { $sessions ->
        [one] session
       *[other] sessions
    } in 7 days
target_step-pregnancy = Pregnancy: { $kcal } kcal more
target_step-lactation = Lactation: { $kcal } kcal more
target_step-tdee = A day costs { $kcal } kcal
target_step-expenditure = Your weight and intake say: a day costs { $kcal } kcal
target_step-deficit = To lose { $rate_pct } % of body weight a week: { $wanted } kcal less
target_step-deficit_limit = At most { $most } kcal less, to stay healthy
target_step-energy_floor = Never below { $least } kcal
target_step-surplus = To gain { $rate_pct } % of body weight a week: { $wanted } kcal more
target_step-surplus_limit = At most { $most } kcal more
target_step-calories = Calories: { $exact } kcal, rounded to { $kcal } kcal
target_step-brought_calories = Calories: { $kcal } kcal, as you set them
target_step-protein = Protein: { $per_kg } g for each of { $kg } kg, { $grams } g
target_step-brought_protein = Protein: { $grams } g, as you set it
target_step-fat = Fat: { $min } to { $max } g
target_step-brought_fat = Fat: { $min } to { $max } g, as you set it
target_step-carbs = Carbs: ({ $kcal } kcal − { $protein_kcal } of protein − { $fat_kcal } of fat) / 4 = { $grams } g
target_step-brought_carbs = Carbs: { $grams } g, as you set them
target_step-ceiling = No day above { $kcal } kcal
target_step-brought_ceiling = No day above { $kcal } kcal, as you set it
target_step-day_split = Days differ by { $percent } %: { $training_kcal } kcal on { $training_days } training { $training_days ->
        [one] day
       *[other] days
    }, { $rest_kcal } kcal on the others

## Meals: warnings (MF-2)

warning-energy_mismatch = { $food }: { $stated } kcal are stated, but protein, fat and carbs make { $computed } kcal
warning-supplement_ul = Supplements hold { $amount } of { $nutrient }, more than the safe { $limit }
warning-goal_bounded = The goal asks for a change of { $wanted } kcal a day; { $given } kcal are safe
warning-low_energy = { $given } kcal a day are little: { $least } kcal are the least that is safe

## Errors: what is wrong with a value (GL-4)

title-bad_value = Value not allowed
title-catalog_invalid = Invalid catalogue entry
title-unknown_muscle = Unknown muscle
title-unknown_pain_area = Unknown body area
title-unknown_equipment = Unknown equipment
title-unknown_exercise = Unknown exercise
title-invalid_ladder = Invalid ladder
title-invalid_rep_range = Invalid rep range
title-invalid_rep_target = Invalid rep target
title-invalid_set_target = Invalid set target
title-invalid_load = Invalid load
title-invalid_rest = Invalid rest
title-invalid_item = Invalid plan item
title-invalid_plan = Invalid plan
title-invalid_version = Invalid plan version
title-mode_needs_load = Load progression needs a load
title-mode_needs_ladder = Ladder progression needs a level
title-invalid_session_state = The session cannot take this step
title-invalid_session = Invalid session
title-invalid_proposal = Invalid proposal
title-proposal_not_open = The proposal is no longer open
title-consent_not_allowed = This consent setting is not allowed here
title-reason_too_long = The reason is too long
title-invalid_modifier = Invalid session modifier
title-invalid_override = Invalid override
title-invalid_conflict = Invalid conflict
title-invalid_checkin = Invalid check-in
title-invalid_readiness = Readiness out of range
title-invalid_flag = Invalid flag
title-rpe_out_of_range = RPE out of range
title-comfort_out_of_range = Comfort out of range
title-volume_out_of_range = Amount out of range
title-invalid_progress = Invalid progress record
title-invalid_evaluation = Invalid evaluation
title-unknown_nutrient = Unknown nutrient
title-invalid_food = Invalid food
title-impossible_composition = Impossible composition of a food
title-invalid_recipe = Invalid recipe
title-tag_contradicted = An ingredient contradicts a tag
title-no_conversion = The weight of a unit is not known
title-unknown_food = Unknown food
title-ambiguous_food = The name means several foods
title-out_of_range = Body data out of range
title-minor_not_supported = Under 18 the numbers must come from a coach
title-goal_not_allowed = This goal is not allowed now
title-not_enough_data = Not enough data
title-slots_not_sorted = Meal times out of order
title-bad_busyness = Busyness out of range
title-invalid_meal = Invalid meal
title-invalid_slot_state = The meal cannot take this step
title-invalid_tuning = Number of Tuning out of range
title-empty_pool = there is no recipe to choose from
title-duplicate_recipe = a recipe id stands twice
title-bad_horizon = number of days out of range
title-empty_day = a day without a meal
title-too_many_slots = too many meals on a day
title-bad_time = not a time of day
title-unknown_pin = a fixed meal is not among the recipes
title-pin_out_of_range = a fixed meal has no place
title-duplicate_pin = two fixed meals at one place
title-negative_carbs = nothing is left for carbohydrates
title-fat_range_inverted = the fat range is inverted
title-schedule_length = the schedule does not fit the days
title-unknown_demographic = unknown demographic
title-bad_option = option out of range
title-target_muscles_required = A body-part session needs its muscles
title-invalid_intent = Unknown intent
title-invalid_goal = Unknown goal
title-invalid_training_age = Unknown training age
title-invalid_session_minutes = Session length out of range
title-invalid_days_per_week = Days per week out of range
title-invalid_week_in_block = Week outside of the block
title-future_history = A session of the history lies in the future
title-no_safe_exercise = No exercise is left that is safe and possible
title-training_paused = Training is paused
title-unknown_template = Unknown template

## Muscles

muscle-chest = chest
muscle-lats = lats
muscle-upper_back = upper back
muscle-front_delts = front delts
muscle-side_delts = side delts
muscle-rear_delts = rear delts
muscle-quads = quads
muscle-hamstrings = hamstrings
muscle-glutes = glutes
muscle-biceps = biceps
muscle-triceps = triceps
muscle-calves = calves
muscle-core = core
muscle-lower_back = lower back
muscle-forearms = forearms
muscle-adductors = adductors
muscle-abductors = abductors
muscle-abs = abs

## Body areas

area-neck = neck
area-shoulder = shoulder
area-elbow = elbow
area-wrist = wrist
area-upper_back = upper back
area-low_back = lower back
area-chest = chest
area-hip = hip
area-knee = knee
area-ankle = ankle
area-foot = foot
area-other = an unnamed area

## Movement patterns

pattern-horizontal_push = horizontal push
pattern-vertical_push = vertical push
pattern-horizontal_pull = horizontal pull
pattern-vertical_pull = vertical pull
pattern-squat = squat
pattern-hinge = hinge
pattern-lunge = lunge
pattern-carry = carry
pattern-horizontal_adduction = fly
pattern-horizontal_abduction = reverse fly
pattern-shoulder_abduction = lateral raise
pattern-shoulder_flexion = front raise
pattern-shoulder_extension = straight-arm pull
pattern-scapular_elevation = shrug
pattern-elbow_flexion = curl
pattern-elbow_extension = elbow extension
pattern-wrist_flexion = wrist flexion
pattern-wrist_extension = wrist extension
pattern-knee_extension = knee extension
pattern-knee_flexion = leg curl
pattern-hip_extension = hip extension
pattern-hip_abduction = hip abduction
pattern-hip_adduction = hip adduction
pattern-ankle_plantarflexion = calf raise
pattern-trunk_flexion = trunk flexion
pattern-trunk_extension = trunk extension
pattern-rotation = rotation
pattern-anti_rotation = anti-rotation
pattern-anti_extension = anti-extension
pattern-locomotion = locomotion
pattern-mobility = mobility

## Thirds of a full-body session

category-push = a push
category-pull = a pull
category-lower = leg work

## Equipment

equipment-barbell = barbell
equipment-ez_bar = EZ bar
equipment-trap_bar = trap bar
equipment-plates = plates
equipment-dumbbell = dumbbells
equipment-kettlebell = kettlebell
equipment-weight_belt = weight belt
equipment-medicine_ball = medicine ball
equipment-rack = rack
equipment-bench = bench
equipment-incline_bench = adjustable bench
equipment-bench_low = low bench
equipment-step = step
equipment-box = box
equipment-dip_bars = dip bars
equipment-pull_up_bar = pull-up bar
equipment-rings = rings
equipment-mat = mat
equipment-ab_wheel = ab wheel
equipment-landmine = landmine
equipment-preacher_bench = preacher bench
equipment-back_extension_bench = back extension bench
equipment-sliders = sliders
equipment-smith = Smith machine
equipment-cable = cable
equipment-cable_dual = dual cable
equipment-lat_pulldown = lat pulldown
equipment-seated_row = seated row
equipment-chest_press_machine = chest press machine
equipment-shoulder_press_machine = shoulder press machine
equipment-pec_deck = pec deck
equipment-row_machine = row machine
equipment-lateral_raise_machine = lateral raise machine
equipment-leg_press = leg press
equipment-hack_squat_machine = hack squat machine
equipment-belt_squat = belt squat
equipment-leg_extension = leg extension
equipment-leg_curl = leg curl
equipment-calf_machine = calf machine
equipment-hip_machine = hip machine
equipment-assisted_pull_up = assisted pull-up machine
equipment-band = band
equipment-sled = sled
equipment-treadmill = treadmill
equipment-stationary_bike = stationary bike
equipment-air_bike = air bike
equipment-elliptical = elliptical
equipment-rower = rower
equipment-stair_climber = stair climber
equipment-jump_rope = jump rope

## Intents

intent-push = push
intent-pull = pull
intent-legs = legs
intent-upper = upper body
intent-lower = lower body
intent-full_body = full body
intent-body_part = body part

## Signs of fatigue

sign-low_readiness = low readiness
sign-stalled_lifts = stalled main lifts

## Flags

flag-fatigue = fatigue
flag-pain = pain
flag-technique = technique
flag-illness = illness
flag-suspension = suspension

## Actors and engines

actor-athlete = you
actor-coach = your coach
actor-system = the program
engine-level_progression = level progression
engine-prescription_rules = prescription rules
engine-selection = exercise selection
engine-session_planner = session planner
engine-meal_planner = meal planner
engine-miss_model = miss prediction
engine-llm = the model
engine-user = you
engine-coach = your coach
engine-system = the program

## Fields of a change

field-load = load
field-level = level
field-variation = variation
field-set_count = sets
field-reps = reps
field-seconds = seconds
field-meters = meters
field-set_type = set type
field-rep_mode = rep mode
field-rep_low = fewest reps
field-rep_high = most reps
field-rep_target = target reps
field-rest_all = rest
field-rest = rest after the set
field-difficulty = difficulty
field-min_sets = fewest sets
field-rest_mode = rest mode
field-effort_target = effort
field-exercise = exercise
field-slot_weekday = weekday
field-slot_date = date
field-slot_time = time of day
field-order = order
field-role = role
field-tier = tier
field-superset = superset
field-progression_mode = progression mode
field-recipe = recipe
field-servings = servings
field-meal_time = meal time
field-pinned = pinned

## Training as pages: sessions, selections, stand-ins

fact = { $fact }
load-per_side = { $load }/hand
load-assistance = { $load } help
load-added = +{ $load }
load-bodyweight = bodyweight
amount-seconds = { $count } s
amount-meters = { $count } m

session-title = { $intent }, { $date }: about { $minutes } of { $budget } min, { $phase ->
    [deload] deload week
   *[other] week { $week } of { $length }
}
session-warmup = First { $minutes } minutes of easy general warm-up, then:
session-column-exercise = EXERCISE
session-column-sets = SETS
session-column-load = LOAD
session-column-effort = RPE
session-column-rest = REST
session-each-side = each side
session-plates = { $count ->
    [0] empty bar of { $bar }
   *[other] bar of { $bar }, on each side { $plates }
}
session-ramp = warm up with { $sets }
session-superset = Exercises of one number are done in turn, a set of each.
session-effort = RPE 8 means: stop when 2 reps are left in you.
session-why = WHY
session-not-taken = NOT IN THE SESSION
session-volume = SETS OF THIS WEEK, TODAY INCLUDED
session-warnings = PLEASE NOTE

volume-column-muscle = MUSCLE
volume-column-planned = PLANNED
volume-column-target = TARGET
volume-below = { $delta } short
volume-on = on target
volume-over = { $delta } over
volume-deferred = { $delta } to come this week
volume-helper = helped along
volume-too-much = more than useful

select-column-score = SCORE
select-column-why = WHY
select-runners-up = NEXT BEST
select-refused = REFUSED
filter-count = { $filter }: { $count }
filter-already_selected = already in the session
filter-not_resistance = not a strength exercise
filter-equipment = equipment is missing
filter-avoided = avoided by you
filter-pain = would load a painful area
filter-difficulty = too demanding for your experience
filter-low_sfr = too little stimulus for its fatigue
filter-scope = works nothing that this session is for
filter-not_main = not suited as a main lift
filter-rep_range = reps do not fit the goal
filter-pattern_limit = enough of this movement
filter-duplicate_isolation = another exercise does the same
filter-volume_cap = over the limit of the week
filter-time_budget = does not fit into the time

score-muscleDeficitScore = missing muscles
score-targetednessScore = most needed muscle
score-sfrScore = stimulus for fatigue
score-lengthenedScore = stretch
score-preferenceScore = favorite
score-movementDiversityScore = new movement
score-continuityScore = continuity
score-timeFitScore = fits the time
score-recencyPenalty = done lately
score-redundancyPenalty = repetition
score-fatigueCostPenalty = fatigue
score-secondaryGoalScore = second goal
score-painCautionPenalty = sore area

substitute-title = In place of { $exercise }:
substitute-none = Nothing at hand can stand in for { $exercise }.
substitute-column-patterns = SAME MOVEMENT
substitute-column-muscles = SAME MUSCLES
substitute-others = ALSO POSSIBLE
substitute-refused = ALIKE, BUT NOT FOR YOU NOW

week-title = This week is worth { $overall } of 100: { $label }.
week-excellent = excellent
week-good = good
week-fair = fair
week-weak = weak
week-poor = poor
week-coverage = how often muscles are worked
week-push-pull = pushes and pulls
week-splits = { $push } sets of pushes, { $pull } of pulls
week-patterns = movements
week-patterns-all = all are there
week-patterns-missing = missing: { $patterns }
week-volume = volume of muscles
week-suggestions = WHAT WOULD HELP MOST
week-muscles = MUSCLES
week-column-sessions = SESSIONS
week-column-wanted = WANTED
week-column-useful = USEFUL
week-sessions = WHAT STANDS FOR THE SESSIONS
week-from-template = your template { $id }
week-from-session = your session { $id }
week-unestimated = unknown: no template and no earlier session

simulate-title = { $schedule }, { $age }, { $minutes } minutes
schedule-ppl1 = push, pull and legs once a week
schedule-ul2 = upper and lower body twice a week
schedule-ppl2 = push, pull and legs twice a week
schedule-fb3 = full body three times a week
simulate-week = WEEK { $number }: { $phase ->
    [deload] deload
   *[other] week { $week } of its block
}, { $sets } sets
simulate-minutes = { $minutes } min
simulate-muscles = SETS OF EACH MUSCLE, BY WEEK
simulate-figures = FIGURES
simulate-fewest = exercises of the shortest session
simulate-removed = exercises removed by weekly limits
simulate-over-ceiling = muscles above their weekly limit
simulate-over-budget = sessions longer than planned
simulate-below-mev = muscles below their useful minimum in the worst week
simulate-mains-repeated = main lifts kept from week to week
simulate-variety = accessories that change within a block

verify-result = { $count ->
    [0] The session keeps every rule.
    [one] The session breaks one rule:
   *[other] The session breaks { $count } rules:
}

calibrate-title = Calibration
calibrate-result = { $scenarios } of { $of_scenarios } scenarios are ranked as they should (VF-1), { $golden } of { $of_golden } golden sessions are planned as they should (VF-2).
calibrate-passes = passes
calibrate-fails = FAILS
calibrate-ranked = { $exercise }: { $score }, expected { $expected }
calibrate-golden = { $exercise }: { $sets } sets, score { $score } (expected { $expected })
calibrate-unexpected = not here
calibrate-seconds = { $seconds } s, expected { $expected } s.
calibrate-runs = VF-3 eight simulated weeks
calibrate-sessions = Sessions to review: second week, intermediate, hypertrophy, everything at hand
calibrate-column-number = #
calibrate-column-schedule = schedule
calibrate-column-age = age
calibrate-column-exercises = exercises
calibrate-column-below = < MEV
calibrate-column-mains = kept
calibrate-column-sets = sets by week
supersets-none = no supersets
supersets-when_time_limited = supersets if time is short
supersets-preferred = supersets preferred

catalog-column-key = KEY
catalog-column-name = NAME
catalog-column-muscle = MUSCLE
catalog-column-tier = PLACE
catalog-column-exercises = EXERCISES
catalog-column-patterns = MOVEMENTS
catalog-column-push = PUSH MAINS
catalog-column-pull = PULL MAINS
catalog-column-legs = LEG MAINS
catalog-count = { $count ->
    [one] { $count } exercise
   *[other] { $count } exercises
}
catalog-ladders = { $count } ladders with { $skills } skills for time, endurance or mobility
catalog-findings = { $count ->
    [0] Nothing is wrong.
    [one] One finding.
   *[other] { $count } findings.
}
catalog-kind = kind
catalog-movement = movement
catalog-primary = works
catalog-secondary = helps
catalog-equipment = needs
catalog-no-equipment = nothing
catalog-or = {" "}or{" "}
catalog-amount = reps of a set
catalog-difficulty = for
catalog-fatigue = fatigue
catalog-joints = joint stress
catalog-not-with = not with pain in
catalog-easier = easier
catalog-harder = harder
catalog-cues = CUES
catalog-technique = TECHNIQUE
kind-resistance = strength
kind-conditioning = conditioning
kind-mobility = mobility
kind-prehab = prehab
tier-bodyweight = bodyweight
tier-dumbbells = dumbbells
tier-home = home
tier-gym = gym
age-beginner = beginner
age-intermediate = intermediate
age-advanced = advanced
stress-low = low
stress-medium = medium
stress-high = high

## The command line: errors, hints, settings

# Added after a message when a fact `nearest` holds the name that was probably meant.
maybe = maybe `{ $nearest }`

# GL-4: one message per error code, and a title that is the same for every case; an advice
# stands in place of `maybe` where nothing is near.

problem-label = error:

error-usage = { $reason ->
    [unknown_argument] unknown argument `{ $argument }`
    [unknown_command] unknown command `{ $command }`
    [bad_value] `{ $value }` is not a value for `{ $argument }`; it takes one of { $allowed }
    [missing_value] `{ $argument }` needs a value
    [missing_argument] `{ $argument }` is missing
    [missing_command] a command is missing
    [repeated] `{ $argument }` is given more than once
    [conflict] `{ $argument }` cannot be used together with `{ $other }`
   *[other] { $message }
}
title-usage = The command line is not understood

error-unknown_document = there is no document `{ $name }`; { $count ->
    [0] this version has none yet
   *[other] there are { $known }
}
title-unknown_document = Unknown document

error-unknown_setting = unknown setting `{ $key }` in { $from ->
    [environment] the environment
   *[other] { $from }
}
title-unknown_setting = Unknown setting
advice-unknown_setting = `regimen config template` shows all of them

error-bad_setting = `{ $value }` is not a value for the setting `{ $key }` (from { $from }); it takes { allowed }
title-bad_setting = The value of a setting cannot be used

error-ambiguous_setting = { $first } and { $second } are both set; only one of them may give the setting `{ $key }`
title-ambiguous_setting = A setting is given twice

error-malformed_file = { $file }:{ $line }:{ $column } is not valid TOML: { $message }
title-malformed_file = The settings file is not valid TOML

error-malformed_json = { $file }:{ $line }:{ $column } is not valid JSON: { $message }
title-malformed_json = The document is not valid JSON

error-invalid_document = { $file }:{ $line }:{ $column }: { $reason ->
    [unknown_field] unknown field `{ $field }`
    [missing_field] the field `{ $field }` is missing
   *[other] { $message }
}
title-invalid_document = The document cannot be used
advice-invalid_document = `regimen schema { $document } --example` prints a valid one

# Values that an engine refuses: the first text is for all that have none of their own.
error-bad_value = { $field }: { $found }, expected { $expected }
error-several = { $count } values cannot be used:
error-unknown_muscle = { $field }: { $found }, expected a muscle
advice-unknown_muscle = known are { $allowed }
error-unknown_pain_area = { $field }: { $found }, expected a body area
advice-unknown_pain_area = known are { $allowed }
error-unknown_equipment = { $field }: { $found }, expected an equipment key
advice-unknown_equipment = known are { $allowed }
error-unknown_exercise = { $field }: { $found }, expected an exercise of the catalogue
advice-unknown_exercise = `regimen catalog list` shows all of them
error-target_muscles_required = { $field }: a body-part session needs at least one muscle
error-future_history = { $field }: { $found }, expected nothing later than `now`
error-training_paused = no training while { $flag } is active; take the time to recover
error-no_safe_exercise = no exercise is left that is safe and possible; refused were

error-unreadable_file = cannot read { $file }{ $from ->
    [default] {""}
   *[other] , named by { $from }
}: { $why ->
    [missing] there is no such file
    [denied] permission denied
    [folder] it is a folder
    [not_text] it is not UTF-8 text
   *[other] { $os }
}
title-unreadable_file = A file cannot be read

error-write_failed = cannot write { $file ->
    [stdout] the output
   *[other] { $file }
}: { $why ->
    [denied] permission denied
    [full] no space left
    [file] it is a file, not a folder
    [in_file] a part of the path is a file, not a folder
   *[other] { $os }
}
title-write_failed = Output cannot be written

error-internal = regimen { $version } stopped because of a defect at { $place }; please report this line at { $report }
title-internal = A defect of the program

# What a setting takes, by its kind.
allowed = { $kind ->
    [choice] one of { $allowed }
    [switch] true or false
    [path] a path
    [address] an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080
    [url] a URL that starts with one of { $allowed }
   *[text] a text that is not empty
}

# What commands say.
usage-hint =
    Usage: { $usage }
    Help:  { $help }
man-written = Wrote { $count ->
    [one] { $count } page
   *[other] { $count } pages
} to { $dir }
man-hint = Read the first one: man { $first }
schema-none = This version has no documents yet.
config-file = Settings file: { $path }
config-no-file = Settings file: none
config-looked = (looked for { $path })
config-unset = not set
config-default = default
config-column-key = SETTING
config-column-value = VALUE
config-column-from = FROM
