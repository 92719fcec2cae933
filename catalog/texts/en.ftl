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
reason-cap = { $muscle } was over its weekly limit of { $ceiling } sets
reason-superset = paired with { $other } to save time
reason-pain_caution = may bother a sore area: { $area }; stop if it hurts
reason-seek_medical_advice = severe pain: { $area }. Please see a professional
reason-load_estimated = estimated start: adjust it to keep { $reserve } reps in reserve
reason-load_floor = lighter than your lightest iron: { $load } is used
reason-load_ceiling = heavier than your heaviest iron: { $load } is used
reason-over_budget = about { $minutes } minutes, { $over } more than you have
reason-over_mrv = { $muscle } is above its weekly limit of { $ceiling } sets
reason-cap_unresolved = { $muscle } stays above its weekly limit of { $ceiling } sets
reason-unknown_history_exercise = { $exercise } in the history is not in the catalogue and was not counted
reason-muscle_undertrained = { $muscle } is worked in { $sessions ->
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

## Errors: what is wrong with a value (GL-4)

title-bad_value = value not allowed
title-catalog_invalid = invalid catalogue entry
title-unknown_muscle = unknown muscle
title-unknown_pain_area = unknown body area
title-unknown_equipment = unknown equipment
title-unknown_exercise = unknown exercise
title-invalid_ladder = invalid ladder
title-invalid_rep_range = invalid rep range
title-invalid_rep_target = invalid rep target
title-invalid_set_target = invalid set target
title-invalid_load = invalid load
title-invalid_rest = invalid rest
title-invalid_item = invalid plan item
title-invalid_plan = invalid plan
title-invalid_version = invalid plan version
title-mode_needs_load = load progression needs a load
title-mode_needs_ladder = ladder progression needs a level
title-invalid_session_state = the session cannot take this step
title-invalid_session = invalid session
title-invalid_proposal = invalid proposal
title-proposal_not_open = the proposal is no longer open
title-consent_not_allowed = this consent setting is not allowed here
title-reason_too_long = the reason is too long
title-invalid_modifier = invalid session modifier
title-invalid_override = invalid override
title-invalid_conflict = invalid conflict
title-invalid_checkin = invalid check-in
title-invalid_readiness = readiness out of range
title-invalid_flag = invalid flag
title-rpe_out_of_range = RPE out of range
title-comfort_out_of_range = comfort out of range
title-volume_out_of_range = amount out of range
title-invalid_progress = invalid progress record
title-invalid_evaluation = invalid evaluation
title-unknown_nutrient = unknown nutrient
title-invalid_food = invalid food
title-impossible_composition = impossible composition of a food
title-invalid_recipe = invalid recipe
title-slots_not_sorted = meal times out of order
title-bad_busyness = busyness out of range
title-invalid_meal = invalid meal
title-invalid_slot_state = the meal cannot take this step
title-invalid_tuning = number of Tuning out of range
title-target_muscles_required = a body-part session needs its muscles
title-invalid_intent = unknown intent
title-invalid_goal = unknown goal
title-invalid_training_age = unknown training age
title-invalid_session_minutes = session length out of range
title-invalid_days_per_week = days per week out of range
title-invalid_week_in_block = week outside of the block
title-future_history = a session of the history lies in the future
title-no_safe_exercise = no exercise is left that is safe and possible
title-training_paused = training is paused
title-unknown_template = unknown template

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
