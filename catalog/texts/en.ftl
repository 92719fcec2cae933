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
    .P-47 = back to the plain target while a flag is active
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
    .AR-6 = signs of fatigue: the next session is lighter
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
    .P-48 = risk of a miss { $pct } %: { $features }
reason-technique_lifted = the technique is in order again, so this help is no longer needed

## Reasons: suggestions

reason-rep_range_inferred = { $mode ->
        [target] your recent sessions aimed at { $low }
        [until_failure] your recent sets went until failure
       *[other] your recent sets fit { $low }–{ $high }
    }
reason-overshoot = { $reps } reps, far above { $bound }, twice
    .SG-13 = this leaves no help: try it without
reason-top_of_range_twice = top of the range ({ $high }) in two sessions
    .SG-13 = this leaves no help: try it without
reason-over_target_twice = above { $target } in two sessions
    .SG-13 = this leaves no help: try it without
reason-steady_reps = { $unloaded ->
        [yes] { $reps } reps twice: try one more
       *[other] { $reps } reps at { $load } twice: try one more
    }
reason-below_range = { $of ->
        [4] below { $low } in { $n } of 4 sessions
       *[other] below { $low } in { $n } of 3 sessions
    }
reason-reduced_load = you used { $load } and reached only { $reps }
reason-actual_weight_drift = you have used about { $load } three times
    .SG-13 = you need no help any more: try it without
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
reason-silenced = such suggestions were not followed or did not help: none until { $until }
reason-switched_off = switched off in your settings

## Reasons: outcomes

reason-outcome_good = it worked: { $asked } asked, { $done } done
    .OU-8 = it worked
    .OU-9 = it worked, says the model: { $model }
reason-outcome_too_aggressive = too much: { $asked } asked, { $done } done, reps { $reps }
    .OU-8 = it was too much
    .OU-9 = too much, says the model: { $model }
reason-outcome_too_easy = too easy: { $asked } asked, { $done } done, reps { $reps }
    .OU-8 = it was too easy
    .OU-9 = too easy, says the model: { $model }
reason-outcome_insufficient = not enough: { $asked } asked, { $done } done, reps { $reps }
    .OU-8 = it did not solve the problem
    .OU-9 = not enough, says the model: { $model }
reason-outcome_ignored = not followed: { $asked } asked, { $done } done
    .OU-2 = later sessions could not tell
    .OU-8 = it was not followed, or nothing came of it
    .OU-9 = not followed, says the model: { $model }

## Reasons: training

reason-pin = you asked for it
reason-anchor = in { $count } of your last { $of } sessions of this kind: kept for continuity
reason-main_pick = best main lift for what is still missing this week
reason-accessory_pick = best for what is still missing this week
reason-starter = part of the starter session for your equipment
reason-coverage = brings { $category } into a full-body session
reason-already_selected = already in the session
    .PV-3 = this exercise is in the plan already
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
    .A-22 = No longer a best: { $exercise }, { $value }.
reason-on_plan = { $done } of { $planned } sessions done, all on plan.
reason-no_data = No session on record this week.

## Progression: what is said after a report (P-25..P-29)

recommend-over = { $actual } of { $target } at RPE { $rpe }: great work. Next: level { $level }, { $sets }.
recommend-over-free = { $actual } of { $target } at RPE { $rpe }: great work. Next: { $sets }.
recommend-edge = Just on target. Repeat level { $level }, or try { $next }? It may be hard: stop at RPE 9.
recommend-edge-free = Just on target. Repeat it, or try { $next }? It may be hard: stop at RPE 9.
recommend-under = { $unit ->
        [seconds] { $missing ->
            [one] { $missing } second was missing
           *[other] { $missing } seconds were missing
        }
        [meters] { $missing ->
            [one] { $missing } meter was missing
           *[other] { $missing } meters were missing
        }
       *[reps] { $missing ->
            [one] { $missing } rep was missing
           *[other] { $missing } reps were missing
        }
    }{ $sets_missing ->
        [0] { "" }
        [one] { " " }({ $sets_missing } set)
       *[other] { " " }({ $sets_missing } sets)
    }. New target { $new }.
recommend-under-variation = Maybe try { $variation }.
recommend-effort = RPE { $rpe } is too high: volume −{ $pct } %. Sleep well and eat enough before the next session.
recommend-skip = Missed once. Regular training matters: the next session counts.
recommend-skips = { $count } missed in a row. Regular training matters; next session is lighter ({ $pct } %).
recommend-skips-level = Go back to level { $level }?
recommend-auxiliary = Helps technique: { $exercise }.
# Working sets with their unit: 5×6; 9, 9, 8; 3×50 s; 3×8 per side.
recommend-sets = { $sets }{ $unit ->
        [seconds] { " s" }
        [meters] { " m" }
       *[reps] { "" }
    }{ $per ->
        [side] { " per side" }
       *[both] { "" }
    }

## Progression: the ways of a choice (P-13, P-14, P-26)

way-set_added = one more set
way-load_added = some load, from the bottom of the range
way-harder_variation = a harder variation, from the bottom of the range
way-range_raised = a higher range
way-easier_variation = an easier variation
way-set_removed = one set less
way-technique_cue = the same numbers, with care for technique
way-repeat = repeat the level
way-next_level = try the next level
way-keep = keep your own value
way-take = take the new one
way-compromise = meet halfway
way-lighter = a lighter session
way-as_planned = the session as it is planned

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
warning-nutrient_absent_in_pool = No recipe supplies { $nutrient }
warning-exclusion_matches_nothing = “{ $term }” matches no ingredient; maybe it is misspelled
warning-allergens_by_name_only = Allergens are known by the names of ingredients alone; check the labels
warning-day_zero_unknown = { $recipe } of the day before is not among the recipes, so its repetition is not prevented
warning-limit_not_enforced = No recipe states { $nutrient }, so its upper limit is not kept
warning-ceiling_unverified = Day { $day }: only { $share } % of the food states { $nutrient }, so its limit is not certain
warning-price_unknown = { $recipe } has no price and is left out
warning-sodium_high = The plan holds { $total } mg of sodium, more than twice the target ({ $limit } mg)
warning-ceiling_exceeded = { $nutrient }: { $total }, more than the { $limit } that are advised
warning-soft_deficit = { $nutrient }: { $achieved } of { $full }, as much as was asked for
warning-leftover_expired = { $recipe }: leftovers ({ $servings_pct } % of a serving) were good until { $until }
warning-leftover_unknown = { $recipe }: leftovers are not offered, because the recipe is not among those that may be planned

## Meals: amounts and the calendar (ML-9)

amount-g = { $quantity } g
amount-kg = { $quantity } kg
amount-mg = { $quantity } mg
amount-oz = { $quantity } oz
amount-lb = { $quantity } lb
amount-ml = { $quantity } ml
amount-l = { $quantity } l
amount-tsp = { $quantity } tsp
amount-tbsp = { $quantity } tbsp
amount-fl_oz = { $quantity } fl oz
amount-cup = { $quantity } { $quantity ->
        [one] cup
       *[other] cups
    }
amount-pint = { $quantity } { $quantity ->
        [one] pint
       *[other] pints
    }
amount-quart = { $quantity } { $quantity ->
        [one] quart
       *[other] quarts
    }
amount-piece = { $quantity } { $quantity ->
        [one] piece
       *[other] pieces
    }
amount-small = { $quantity } × small
amount-medium = { $quantity } × medium
amount-large = { $quantity } × large
amount-extra_large = { $quantity } × extra large
amount-slice = { $quantity } × slice
amount-clove = { $quantity } × clove
amount-head = { $quantity } × head
amount-bunch = { $quantity } × bunch
amount-bundle = { $quantity } × bundle
amount-sprig = { $quantity } × sprig
amount-stalk = { $quantity } × stalk
amount-leaf = { $quantity } × leaf
amount-floret = { $quantity } × floret
amount-spear = { $quantity } × spear
amount-ear = { $quantity } × ear
amount-wedge = { $quantity } × wedge
amount-half = { $quantity } × half
amount-handful = { $quantity } × handful
amount-pinch = { $quantity } × pinch
amount-dash = { $quantity } × dash
amount-dollop = { $quantity } × dollop
amount-drop = { $quantity } × drop
amount-scoop = { $quantity } × scoop
amount-pat = { $quantity } × pat
amount-stick = { $quantity } × stick
amount-cube = { $quantity } × cube
amount-square = { $quantity } × square
amount-block = { $quantity } × block
amount-bar = { $quantity } × bar
amount-ball = { $quantity } × ball
amount-sheet = { $quantity } × sheet
amount-patty = { $quantity } × patty
amount-fillet = { $quantity } × fillet
amount-steak = { $quantity } × steak
amount-chop = { $quantity } × chop
amount-can = { $quantity } × can
amount-jar = { $quantity } × jar
amount-bottle = { $quantity } × bottle
amount-glass = { $quantity } × glass
amount-mug = { $quantity } × mug
amount-shot = { $quantity } × shot
amount-container = { $quantity } × container
amount-packet = { $quantity } × packet
amount-pack = { $quantity } × pack
amount-cherry = { $quantity } × cherry
amount-to_taste = to taste
ingredient-optional = { $ingredient } (optional)
meal-servings = Servings: { $servings }
meal-cook_batch = Cook { $servings } { $servings ->
        [one] serving
       *[other] servings
    } at once:
meal-from_batch = From the batch of { $date }; warming takes { $minutes } min

## Meals: warnings of imports (ND-8)

warning-servings_missing = The number of servings is not stated: counted as one
warning-left_out = Left out: { $found }
warning-column_missing = There is no column { $column }: what it would tell is unknown
warning-published_differs = { $published } kcal a serving are published, but the ingredients make { $computed } kcal
warning-tag_contradicted = The tag { $tag } is taken away: { $ingredient } contradicts it
warning-duplicate_recipe_content = Almost the same as the recipe { $recipe }
warning-unknown_food = No food is called “{ $name }”{ $count ->
    [0] {""}
   *[other] ; maybe { $nearest }
}
warning-ambiguous_food = “{ $name }” means several foods; maybe { $candidates }
warning-no_conversion = { $ingredient }: the weight of one { $unit } of { $food } is not known, but that of { $known_units }
warning-stopped_early = The search was ended by { $by ->
    [time] the time limit of { $millis } ms
   *[other] you
}: with more time there may be a plan

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
title-unreadable_import = The import cannot be read
title-incomplete_food = Energy or a macro of the food is missing
title-missing_time = The cooking time is missing
title-out_of_range = Body data out of range
title-minor_not_supported = Under 18 the numbers must come from a coach
title-goal_not_allowed = This goal is not allowed now
title-not_enough_data = Not enough data
title-slots_not_sorted = Meal times out of order
title-bad_busyness = Busyness out of range
title-invalid_meal = Invalid meal
title-invalid_slot_state = The meal cannot take this step
title-invalid_tuning = Number of Tuning out of range
title-unknown_field = Unknown field
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
title-batch_too_old = leftovers kept too long
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
title-unknown_item = The plan has no such item
title-empty_report = A report without a set
title-nothing_to_roll_back = There is nothing to roll back
title-plan_archived = The plan is archived
title-version_taken = The plan was changed at the same time
title-stale_change = The value has changed since
title-stale_proposal = The proposals no longer fit the plan
title-conflict_resolved = The conflict is already settled
title-not_your_athlete = Not your athlete
title-not_found = Not found
title-gate_open = Open proposals wait for an answer first
title-no_plan = The session has no plan
title-invalid_step = Load step out of range
title-invalid_verified = The review is filled in wrongly
title-invalid_answer = The answer of the model is not understood

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

## What raises the risk of a miss

miss-days_since_last = days since this exercise
miss-completion_1 = last result
miss-completion_2 = second last result
miss-completion_3 = third last result
miss-completion_mean = last ten results
miss-rpe_1 = last effort
miss-rpe_2 = second last effort
miss-rpe_3 = third last effort
miss-rpe_trend = trend of effort
miss-streak_success = successes in a row
miss-skips = skipped sessions
miss-since_target_change = sessions since the target changed
miss-target_to_best = target close to your best
miss-volume_pct = lightened volume
miss-fatigue = fatigue
miss-pain = pain
miss-readiness = readiness
miss-sleep_score = sleep
miss-recent_volume = volume of the last week
miss-weekday = day of the week
miss-slot_time = time of day
miss-position = place in the session
miss-type = kind of exercise
miss-base_rate = how often targets are missed at all

## Flags

flag-fatigue = fatigue
flag-pain = pain
flag-technique = technique
flag-illness = illness
flag-suspension = suspension

## How a flag ends (P-53)

cleared-clean_sessions = over: it did not come back in the sessions since
cleared-easy_sessions = over: two easy sessions in a row
cleared-quiet_days = over: no sign of it for two weeks

## Recovery advice (P-49)

trigger-hard_sessions = effort of 9 or more again and again this week
trigger-pain_marks = pain more than once in two weeks
trigger-fatigue = several signs of fatigue
trigger-high_rpe = effort of 9 two sessions in a row
trigger-max_effort = effort above 9
trigger-lasting_pain = severe pain, or pain that keeps coming back
advice-sleep = Sleep comes first: poor or short nights in the last week: { $nights }. Aim for at least 7 hours.
advice-sleep_general = Sleep comes first: aim for at least 7 hours a night.
advice-nutrition = Eat enough: in the last days energy was at { $energy } % and protein at { $protein } % of your plan.
advice-nutrition_general = Eat enough, with protein at every meal: training builds only what is fed.
advice-rest_day = Take a day off: sessions in the last 4 days: { $sessions }.
advice-deload = A lighter week would do you good: weeks without one: { $weeks }.
advice-see_professional = Please have a professional look at it: { $area }.

## Archive of progress (P-24)

progress-archiving = Archiving older records; analytics may be delayed.

## Suggestions: what earlier ones taught, and why a rule did not fire

effect-single_step = one step only, because the last increase was too much
effect-smaller_step = smaller step, because the last two increases were too much
effect-larger_step = larger step, because the last two increases were too easy
effect-more_samples = three times instead of two, because the last two increases were too much
effect-larger_decrease = larger decrease, because the last one was not enough
guard-mode = not for exercises of this mode
guard-not_done = not done in this session
guard-switched_off = suggestions are switched off for this exercise
guard-rep_mode = not for this way to count reps
guard-not_representative = the session was lighter than the plan
guard-sessions = too few sessions with the plan as it is
guard-drop_sets = drop sets say nothing about the load
guard-earlier_rule = an earlier rule has spoken
guard-flag = nothing harder while a flag is active
guard-no_load = no load that could be changed
guard-no_sets = no completed set that counts
guard-reps = the reps do not call for it
guard-load = the loads do not call for it
guard-estimate = the estimated maximum moves, or is not known
guard-rest = the rests do not call for it
guard-set_type = the set types are as planned
guard-no_policy = no earlier rep range and no typical reps
guard-as_planned = the plan says so already
number-ago = { $value } sessions ago
number-below = wanted below { $value }
number-estimate = estimated { $value }
number-flag = { $value }
number-heaviest = heaviest { $value }
number-have = found { $value }
number-load = used { $value }
number-mode = { $value }
number-need = needed { $value }
number-reps = reps { $value }
number-rule = { $value }
number-target = planned { $value }
mode-ladder = levels
mode-range = range
mode-load = load
mode-fixed = fixed
rep_mode-not_set = no rep policy
rep_mode-target = target
rep_mode-range = range
rep_mode-until_failure = until failure
set_type-warmup = warm-up
set_type-working = working set
set_type-drop = drop set
set_type-super = superset
set_type-failure = set to failure

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
field-per = sides
field-ladder = skill
field-set_type = set type
field-rep_mode = rep mode
field-rep_low = fewest reps
field-rep_high = most reps
field-rep_target = target reps
field-rest_all = rest
field-rest = rest after the set
field-difficulty = difficulty
field-min_sets = minimum of sets
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
field-weekly_sessions = sessions a week
field-session_minutes = minutes of a session
field-deload_week = this week
change-new = { $field } { $value } (none before)
change-gone = { $field } { $value } → none
deload_week-0 = as planned
deload_week-1 = an easy week
field-session_volume = volume of the next session

## What a version did to an item (PV-9)

did-advance = next level
did-regress = back a step
did-restore = back toward the full target
did-advance_range = more, above the range
did-regress_range = less, below the range
did-load_up = more load
did-load_down = less load
did-reps_up = more reps
did-reps_down = fewer reps
did-set_added = set added
did-set_removed = set removed
did-set_type = set type changed
did-rep_policy = rep range set
did-rest_up = longer rest
did-rest_down = shorter rest
did-difficulty_up = a little harder
did-difficulty_down = a little easier
did-exercise_added = exercise added
did-exercise_removed = exercise removed
did-exercise_replaced = exercise replaced
did-moved = moved
did-manual = changed by hand
did-rollback = rolled back
did-undo = undone
did-compromise = compromise

## What requests on plans name

thing-version = version
thing-proposal = proposal
thing-conflict = conflict
thing-override = override
proposal-draft = a draft
proposal-pending = pending
proposal-accepted = accepted
proposal-rejected = rejected
proposal-deferred = put off
proposal-overridden = overridden
proposal-superseded = superseded
proposal-expired = expired

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

this-week-title = { $deload ->
    [0] The week from { $date }, week { $week } of its block
   *[other] The week from { $date }, an easy one
}
this-week-due = { $count ->
    [0] Due: { $due }. It is the last one.
   *[other] Due: { $due }. Then: { $rest }.
}
this-week-done = Everything of this week is done.
this-week-volume = SETS OF THIS WEEK
volume-column-done = DONE
volume-no-weeks = No week has been added up yet.
volume-exercises = MEANS OF 28 DAYS
volume-column-week = WEEK FROM
volume-column-exercise = EXERCISE
volume-column-times = TIMES
volume-column-mean = VOLUME
volume-column-effort = RPE

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
catalog-column-kind = KIND
catalog-column-recipes = RECIPES
catalog-column-least = NEEDED
catalog-column-minutes = MIN
catalog-column-kcal = KCAL
catalog-column-protein = PROTEIN
catalog-column-fat = FAT
catalog-column-carbs = CARBS
catalog-foods = { $count ->
    [one] { $count } food
   *[other] { $count } foods
}
catalog-recipes = { $count ->
    [one] { $count } recipe
   *[other] { $count } recipes
}
catalog-any = all
catalog-within = at most { $minutes } minutes
catalog-meals = meals
catalog-time = time
catalog-minutes = { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
}
catalog-servings = servings
catalog-servings-of = { $count } of { $mass }
catalog-tags = suits
catalog-allergens = allergens
catalog-no-allergens = none
catalog-keeps = keeps
catalog-keeps-days = { $days ->
    [one] { $days } day
   *[other] { $days } days
}, { $minutes ->
    [0] eaten cold
    [one] { $minutes } minute to warm it
   *[other] { $minutes } minutes to warm it
}
catalog-ingredients = INGREDIENTS
catalog-to-taste = to taste
catalog-steps = STEPS
catalog-nutrition-serving = IN A SERVING
catalog-nutrition-100g = IN 100 G
catalog-also = also called
catalog-estimated = estimated
catalog-source-sr28 = USDA SR28, NDB { $number }
catalog-source = source

meal_type-breakfast = breakfast
meal_type-lunch = lunch
meal_type-dinner = dinner
meal_type-snack = snack
meal_type-pre_workout = before training
meal_type-post_workout = after training
tag-vegetarian = vegetarian
tag-vegan = vegan
tag-pescatarian = pescatarian
tag-gluten_free = gluten-free
tag-dairy_free = dairy-free
tag-freezable = freezes well
tag-no_cook = no cooking
tag-one_pot = one pot
allergen-peanut = peanut
allergen-tree_nut = tree nuts
allergen-milk = milk
allergen-egg = egg
allergen-gluten = gluten
allergen-wheat = wheat
allergen-soy = soy
allergen-fish = fish
allergen-crustacean = crustaceans
allergen-mollusc = molluscs
allergen-sesame = sesame
allergen-mustard = mustard
allergen-celery = celery
allergen-lupin = lupin
allergen-sulphite = sulphites

nutrient-calories = calories
nutrient-protein_g = protein
nutrient-fat_g = fat
nutrient-carbs_g = carbs
nutrient-vitamin_a_ug = vitamin A
nutrient-vitamin_c_mg = vitamin C
nutrient-vitamin_d_iu = vitamin D
nutrient-vitamin_e_mg = vitamin E
nutrient-vitamin_k_ug = vitamin K
nutrient-b1_thiamine_mg = vitamin B1
nutrient-b2_riboflavin_mg = vitamin B2
nutrient-b3_niacin_mg = vitamin B3
nutrient-b5_pantothenic_acid_mg = vitamin B5
nutrient-b6_pyridoxine_mg = vitamin B6
nutrient-b12_cobalamin_ug = vitamin B12
nutrient-folate_ug = folate
nutrient-calcium_mg = calcium
nutrient-copper_mg = copper
nutrient-iron_mg = iron
nutrient-magnesium_mg = magnesium
nutrient-manganese_mg = manganese
nutrient-phosphorus_mg = phosphorus
nutrient-potassium_mg = potassium
nutrient-selenium_ug = selenium
nutrient-sodium_mg = sodium
nutrient-zinc_mg = zinc
nutrient-fiber_g = fiber
nutrient-omega_3_g = omega-3
nutrient-omega_6_g = omega-6
nutrient-retinol_ug = retinol
nutrient-folic_acid_ug = folic acid
nutrient-saturated_fat_g = saturated fat
nutrient-sugar_g = sugar
nutrient-cholesterol_mg = cholesterol
unit-kcal = { $amount } kcal
unit-g = { $amount } g
unit-mg = { $amount } mg
unit-ug = { $amount } µg
unit-iu = { $amount } IU
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

## Progress as pages: what a report does to an item

decision-advance = next level
decision-hold = repeat
decision-regress = back a step
decision-advance_range = more, above the range
decision-hold_range = repeat
decision-regress_range = less, below the range
decision-none = recorded
progress-next = Next time { $sets }.
progress-next-level = Next time { $sets }, level { $level }.
progress-lighter = The next session is lighter: { $percent } %.
progress-offer = Or { $what }: { $exercise }, { $sets }.
progress-none = There are no records in these days.
progress-earlier = { $count ->
        [one] One earlier record is not shown; see it with --last
       *[other] { $count } earlier records are not shown; see them with --last
    }
progress-column-target = ASKED
progress-column-effort = RPE
progress-column-decision = DECISION
progress-level = level { $ordinal } of { $of }
progress-lately = Successes in a row: { $streak }; skipped of the last ten: { $skips }; effort { $trend }.
progress-record = { $date }: { $done } of { $asked }, { $decision }
rpe_trend-rising = rises
rpe_trend-falling = falls
rpe_trend-flat = stays the same
rpe_trend-unknown = is not known yet
proposals-fired = fired
progress-repeated = Reported before, nothing new
offer-next_level = try the next level
offer-easier_ladder = go to the skill below
offer-easier_variation = take an easier variation
offer-previous_level = go back a level
offer-harder_ladder = go on to the skill above
offer-auxiliary = add an exercise that helps technique

## Suggestions as pages: what is suggested, and how it went

suggest-none = Nothing to change: the plan fits what was done.
suggest-set = set { $number }
suggest-deferred = Put off
suggest-dropped = Not suggested
suggest-superseded = { $count ->
        [one] An older suggestion gives way.
       *[other] { $count } older suggestions give way.
    }
outcome-pending = not known yet
outcome-good = it worked
outcome-too_aggressive = too much
outcome-too_easy = too easy
outcome-insufficient = not enough
outcome-ignored = not followed
outcome-user_modified = changed by hand
outcome-sure = { $percent } % sure
outcome-waits = { $have } of { $needed } sessions so far
bar-undecided = not answered yet
bar-settled = the outcome is final
bar-other_engine = judged elsewhere
bar-before_decision = the session began before the answer
bar-unfinished = the session is not finished
bar-not_performed = the exercise was not done
bar-not_representative = the session was lighter than the plan
bar-not_in_plan = no longer in the plan
bar-set_not_completed = the set was not completed
bar-no_later_set = nothing was done after the rest
bar-no_interval = the rest is not known
bar-no_verdict = nothing could be said

## Plans as pages: versions, what did not land, what is open

plan-version = { $number }  { $when }  { $source }, { $actor }, { $status }
plan-not_applied = Not applied
plan-refused = Refused
plan-open = Open questions
plan-conflicts = Conflicts
plan-overrides = Set by hand and guarded
version_source-initial = first version
version_source-auto = applied
version_source-accepted = accepted
version_source-manual = edited
version_source-rollback = rolled back
version_source-undo = undone
version_source-resolution = settled
version_source-import = imported
version_status-draft = draft
version_status-pending_confirmation = waits for an answer
version_status-active = in force
version_status-superseded = replaced
version_status-rejected = rejected
resolution-manual = your value stands
resolution-auto = the new value was taken
resolution-compromise = met halfway
resolution-later_wins = the later edit stands
resolution-open = waits for an answer

## Meals as pages: plans, targets, and why there is no plan

meals-title = Meals for { $days ->
    [one] one day
   *[other] { $days } days
}{ $from ->
    [none] {""}
   *[other] {" "}from { $from }
}
meals-date = { $weekday }, { $day } { $month }
meals-date-short = { $weekday } { $day }
meals-day = day { $day }
meals-days = all days
meals-at = { $day }, { $time }
meals-column-meal = MEAL
meals-column-minutes = MIN
meals-column-kcal = KCAL
meals-column-protein = PROTEIN
meals-column-protein-g = PROTEIN, G
meals-column-fat-g = FAT, G
meals-column-carbs-g = CARBS, G
meals-training = – training until { $end } –
meals-pot = from the pot of { $at }
meals-totals = DAY TOTALS / TARGETS
meals-totals-note = ! marks what misses its target by more than 10 %, or fat outside of its range.
meals-floors = SHARE OF WHAT { $days ->
    [one] THE DAY NEEDS
    [7] THE WEEK NEEDS
   *[other] { $days } DAYS NEED
}
meals-floors-note = ! marks what is not reached.
meals-floors-single = ! marks what is not reached; a single day need not reach everything.
meals-found = { $attempts ->
    [0] Found by { $stage }.
    [one] Found by { $stage }, { $attempts } attempt.
   *[other] Found by { $stage }, { $attempts } attempts.
}
meals-checked = { $checks } checks confirm it.
meals-alternatives = OTHER PLANS
meals-alternative = Plan { $number }
stage-A = plain search
stage-B = repair
stage-C = exact search
stage-C-lp = bounds
stage-C-restricted = exact search over the best recipes
stage-C-full = exact search
stage-static = a check before the search
stage-polish = { $stage } and polish

meals-why-rank = number { $rank } of { $candidates }: better ones led nowhere
meals-why-score = score { $total }: { $parts }
meals-why-next = next best: { $recipe }, { $total }
meals-why-fills = of what was missing it brings { $fills }
meals-why-fill = { $nutrient } { $percent } %
meals-why-removed = could not stand here: { $removed }
meals-why-repaired = repairs { $repaired }
meals-why-repair = { $constraint } ({ $before } → { $after })
meals-why-batch = a serving of what is cooked at once
part-N = nutrition
part-M = vitamins and minerals
part-S = satiety
part-B = balance
part-C = time
part-P = preferences

failure-FM-1 = There is no plan: some meals have too few recipes that fit.
failure-FM-2 = There is no plan: no combination of these recipes makes a day that keeps its targets and limits.
failure-FM-3 = There is no plan: the meals that are fixed do not allow one.
failure-FM-4 = There is no plan: single days can be valid, but together they cannot bring enough of everything.
failure-FM-5 = No plan was found within the budget. There may be one.
failure-unproved-FM-1 = No plan was found: some meals have too few recipes that fit.
failure-unproved-FM-2 = No plan was found: some day keeps missing its targets or limits.
failure-unproved-FM-3 = No plan was found around the meals that are fixed.
failure-unproved-FM-4 = No plan was found: together, the days do not bring enough of everything.
failure-unproved-FM-5 = No plan was found within the budget. There may be one.
proof-proved = This is proved: { $method }.
proof-searched = It is not proved: repair and an exact search over the best recipes found none.
proof-unknown = It is not proved.
method-static = a check before any search shows it
method-exhaustive = every possibility was tried
method-lp = a bound on all plans shows it, checked in whole numbers
method-milp = an exact search closed every branch
method-none = by no method
failure-cause = WHAT IS IN THE WAY
failure-slot = { $at }: { $eligible ->
    [0] no recipe fits
    [one] only { $eligible } recipe fits
   *[other] only { $eligible } recipes fit
}
failure-slot-removed = { $slot }; removed by { $removed }
failure-removed = { $rule } { $count }
failure-high = { $name } { $value }, at most { $bound } ({ $delta } too much)
failure-low = { $name } { $value }, at least { $bound } ({ $delta } too little)
failure-off = { $name } { $value } ({ $delta } off)
meals-about = { $at }: { $what }
failure-left = { $at }: { $kcal } kcal, { $protein } g protein, { $fat_min } to { $fat_max } g fat and { $carbs } g carbs are left for { $slots ->
    [one] one open meal
   *[other] { $slots } open meals
}
failure-column-nutrient = NUTRIENT
failure-column-required = NEEDED
failure-column-achieved = CLOSEST PLAN
failure-column-possible = POSSIBLE
failure-structural = out of reach even alone
failure-marginal = reachable alone, not with the rest
failure-spent = { $attempts ->
    [one] One attempt was
   *[other] { $attempts } attempts were
} made, with { $backtracks } steps back.
failure-lp-limit = No plan can reach more than { $percent } % of all needs at once.
failure-lp-open = Bounds do not rule a plan out.
failure-conflict = THESE CANNOT HOLD TOGETHER; WITHOUT ANY ONE OF THEM THERE IS A PLAN
failure-relaxations = WHAT WOULD HELP, LEAST CHANGE FIRST
failure-achievable = WHAT CAN BE REACHED
failure-achievable-bound = At most { $percent } % of all needs at once.
failure-achievable-found = The closest plan reaches { $percent } %.
failure-achievable-alone = { $nutrient } alone: at most { $amount }.
failure-closest = THE CLOSEST PLAN
failure-misses = WHAT IS WRONG WITH IT
rule-HC-1 = exclusions
rule-HC-2 = each recipe once a day
rule-HC-3 = cooking time
rule-HC-4 = upper limits
rule-HC-5 = the calorie ceiling
rule-HC-6 = fixed meals
rule-HC-8 = no repeat on the next day
rule-MV-3 = the day's targets
rule-MV-4 = needs of all days
rule-MO-2 = pots that are cooked once
rule-MO-4 = your own bounds
rule-MO-5 = diet and tags
rule-MO-6 = variety
rule-MO-7 = cost
rule-FC-1 = calories
rule-FC-2 = protein, fat and carbs
rule-FC-3 = upper limits
rule-FC-4 = needs of all days
rule-FC-5 = too few recipes for the day
rule-FC-6 = bounds
rule-tags = diet and tags
pin-hc1 = { $recipe } contains what is excluded
pin-hc2 = { $recipe } is fixed twice on this day
pin-hc3 = { $recipe } takes longer than there is time
pin-hc5 = { $recipe } alone exceeds the calorie ceiling
pin-hc8 = { $recipe } is fixed on the next day too
pin-tags = { $recipe } does not suit the diet or the tags of this meal
pin-joint_ceiling = the fixed meals exceed the calorie ceiling
pin-ul = the fixed meals exceed an upper limit
pin-day_macros = the fixed meals miss the day's targets
pin-budget = nothing fits beside the fixed meals
pin-batch = the pots do not fit the fixed meals
conflict-between = { $name } { $low }–{ $high }
conflict-low = { $name } at least { $low }
conflict-high = { $name } at most { $high }
change-fat_range = { $low }–{ $high } g of fat
change-tolerance = ± { $percent } % for calories, protein and carbs instead of 10 %
change-fraction = { $percent } % of { $nutrient }
change-fraction-all = { $percent } % of all needs
change-cooking_time = unlimited cooking where busyness is { $level }
change-repetition = the same meal on two days running
change-exclusion = “{ $term }” allowed
change-pin = { $at } left open
change-ceiling = up to { $kcal } kcal a day
change-and = { $one } and { $other }

meals-progress = Searching: { $stage } { $percent } %{ $broken ->
    [none] {""}
    [one] , best plan so far breaks one rule
   *[other] , best plan so far breaks { $broken } rules
} (Ctrl-C stops)
meals-timing = Read in { $read } ms, solved in { $solved } ms.
meals-left-out = NOT PLANNED
meals-left-out-allergen = not planned: it is not known which allergens { $ingredient } has

targets-title = Each day: { $kcal } kcal, { $protein } g protein, { $fat_min }–{ $fat_max } g fat, { $carbs } g carbs
targets-ceiling = No day above { $kcal } kcal.
targets-steps = HOW THIS WAS DERIVED
targets-days = DAYS THAT DIFFER
targets-nutrients = VITAMINS, MINERALS AND MORE, EACH DAY
targets-floor = at least { $amount }
targets-ceiling-of = at most { $amount }
targets-range = about { $amount }
targets-info = { $amount }, for information
targets-advisory = { $bound }, as advice
targets-fraction = { $bound }, { $percent } % of it is enough

meals-verify = { $count ->
    [0] The plan keeps every rule: { $checks } checks.
    [one] The plan breaks one rule:
   *[other] The plan breaks { $count } rules:
}

sheet-title = Meals from { $from } to { $to }
sheet-date = { $date }
sheet-energy = { $kcal } kcal
sheet-day = { $kcal } kcal, { $protein } g protein
sheet-list = Shopping list

meals-shopping = SHOPPING LIST
meals-shopping-title = Shopping list for { $days ->
    [one] one day
   *[other] { $days } days
}
meals-shopping-empty = Nothing to buy.
meals-shopping-unknown = RECIPES THAT THE LIST LACKS, FOR THEY ARE NOT IN THE CATALOGUE
meals-shopping-have = { $line } (in the cart)

weekday-1 = Monday
weekday-2 = Tuesday
weekday-3 = Wednesday
weekday-4 = Thursday
weekday-5 = Friday
weekday-6 = Saturday
weekday-7 = Sunday
weekday_short-1 = Mon
weekday_short-2 = Tue
weekday_short-3 = Wed
weekday_short-4 = Thu
weekday_short-5 = Fri
weekday_short-6 = Sat
weekday_short-7 = Sun
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December

for_meal-breakfast = breakfast
for_meal-lunch = lunch
for_meal-dinner = dinner
for_meal-snack = a snack
for_meal-pre_workout = the time before training
for_meal-post_workout = the time after training
for_meal-none = the day

nutrient-cost = cost

shop_section-produce = VEGETABLES AND FRUIT
shop_section-meat_fish = MEAT AND FISH
shop_section-dairy_eggs = DAIRY AND EGGS
shop_section-bakery = BAKERY
shop_section-grains_pasta = GRAINS, PASTA, LEGUMES
shop_section-canned = CANS AND JARS
shop_section-frozen = FROZEN
shop_section-spices_oils = SPICES, OILS, SAUCES
shop_section-nuts_dried = NUTS, SEEDS, DRIED FRUIT
shop_section-drinks = DRINKS
shop_section-other = OTHER

## The command line: errors, hints, settings

# Added after a message when a fact `nearest` holds the name that was probably meant.
maybe = maybe `{ $nearest }`
maybe-advice = maybe { $nearest }
flow-fault-values = expected { $expected }, found { $found }

# GL-4: one message per error code, and a title that is the same for every case; an advice
# stands in place of `maybe` where nothing is near.

problem-label = error:

error-usage = { $reason ->
    [unknown_argument] unknown argument `{ $argument }`
    [unknown_command] unknown command `{ $command }`
    [bad_value] `{ $value }` is not a value for `{ $argument }`; it takes { allowed }
    [missing_value] `{ $argument }` needs a value
    [missing_argument] `{ $argument }` is missing
    [missing_command] a command is missing
    [repeated] `{ $argument }` is given more than once
    [conflict] `{ $argument }` cannot be used together with `{ $other }`
    [no_value] `{ $argument }` takes no value
    [not_text] what was typed is not UTF-8 text
   *[other] what was typed does not fit the command
}
title-usage = The command line is not understood

error-unknown_document = there is no document `{ $name }`; { $count ->
    [0] this version has none yet
   *[other] there are { $known }
}
title-unknown_document = Unknown document
error-unknown_entry = { $field }: { $found }, expected an exercise, recipe or food of the catalogue
advice-unknown_entry = `regimen catalog list` shows exercises, `list recipes` and `list foods` the others
title-unknown_entry = Not in the catalogue

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

error-malformed_json = { $file }:{ $line }:{ $column } is not valid JSON: { $flaw }
title-malformed_json = The document is not valid JSON

error-malformed_yaml = { $file }:{ $line }:{ $column } is not valid YAML: { $message }
title-malformed_yaml = The document is not valid YAML

error-invalid_document = { $line ->
    [0] { $file }
   *[other] { $file }:{ $line }:{ $column }
}: { $reason ->
    [unknown_field] unknown field `{ $field }`
    [missing_field] the field `{ $field }` is missing
    [list] a list stands where an object with named fields belongs
    [repeated_field] the field `{ $field }` is there twice
    [wrong_kind] { $found }, expected { $expected }
    [wrong_value] { $found } { $value }, expected { $expected }
    [unknown_word] `{ $found }`, expected one of { $allowed }
   *[other] { $message }
}
title-invalid_document = The document cannot be used
advice-invalid_document = { $document ->
    [list_of_items] the file has a list of items: `regimen plan create --help` shows one
    [body] what this call takes is in /api/docs
    [query] what this call takes is in /api/docs
   *[other] `regimen schema { $document } --example` prints a valid one
}
part-body = body
part-query = query
json-flag = true or false
json-whole = whole number
json-number = number
json-text = text
json-list = list
json-object = object
json-nothing = null
json-date = a date like 2026-03-01
json-id = an id
json-flaw-end = it ends too early
json-flaw-rest = more follows behind its end
json-flaw-comma = a comma stands before the end of a list or object
json-flaw-separator = a comma or the end of a list or object belongs here
json-flaw-colon = a colon belongs here
json-flaw-key = the name of a field is text in quotes
json-flaw-number = a number cannot be read
json-flaw-letter = text in quotes cannot be read
json-flaw-depth = it is nested too deep
json-flaw-value = a value belongs here

# Values that an engine refuses: the first text is for all that have none of their own.
error-bad_value = { $field }: { $found }, expected { $expected }
error-several = { $count } values cannot be used:
error-not_found = there is no { $what } { $id }{ $dated ->
    [yes] {" "}on { $date }
   *[no] {""}
}
error-proposal_not_open = the proposal { $id } is { $state } and takes no other answer
error-conflict_resolved = { $what } { $id } is settled and waits for no answer
error-plan_archived = the plan { $title } is archived; activate it first
error-nothing_to_roll_back = { $slot }: { $why ->
        [no_item] the plan has no item there
        [first] nothing has changed there since the first version
        [never] this version changed nothing that could be undone
       *[same] that is how the plan is already
    }
error-stale_change = { $field } is { $current } now, not { $old }
error-unknown_field = { $field }: unknown field
advice-unknown_field = expected { $expected }
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

# What a setting or an argument takes, by its kind.
allowed = { $kind ->
    [choice] one of { $allowed }
    [switch] true or false
    [path] a path
    [address] an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080
    [networks] IP addresses and networks with commas between them
    [url] a URL that starts with one of { $allowed }
    [number] a whole number from { $low } to { $high }
    [number_from] a whole number, { $low } or more
    [decimal] a number from { $low } to { $high } with at most two decimals
    [key] a text of { $low } letters or more
    [place] a folder, or an address that starts with one of { $allowed }
    [date] a date like 2026-03-09
    [instant] an instant like 2026-03-09T18:00:00Z
    [id] an id like 0198c0de-0000-7000-8000-000000000001
    [entry_key] a key of a-z, 0-9 and _
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

# The store.
error-stale_revision = it was changed by somebody else: revision { $given } is known here, { $current } is in force
title-stale_revision = Changed in the meantime
error-future_instant = { $field }: { $found } is more than a day ahead, it is { $now } now
title-future_instant = In the future
error-not_set_up = there is no account with an athlete yet
title-not_set_up = Not set up
advice-not_set_up = make one with `regimen account create LOGIN`, or look around with `regimen demo`
error-whose = several accounts are here: { $logins }
title-whose = Whose?
advice-whose = say which with --as LOGIN
error-store_busy = somebody else is writing to the database and does not let go
title-store_busy = The database is busy
advice-store_busy = try again in a moment
error-store_full = there is no space left where the database is; nothing was changed
title-store_full = No space left
error-store_unreachable = the database cannot be reached: { $why }
title-store_unreachable = No database
error-store_refused = the database server refused: { $why }
title-store_refused = The database refused
advice-store_refused = check the address of the database (`database_url`, --database-url), its role and its password
error-store_newer = the database was written by a newer version (schema { $found }); this one knows { $known }
title-store_newer = The database is newer
advice-store_newer = install the newer version of regimen
error-store_damaged = a row of { $table } cannot be read: { $message }
title-store_damaged = The database is damaged
advice-store_damaged = look with `regimen doctor`, and restore a backup
error-store_torn = { $file ->
    [unknown] the database is damaged: { $message }
   *[other] the database { $file } is damaged: { $message }
}
title-store_torn = The database is damaged
advice-store_torn = keep a copy of it, and restore a backup with `regimen restore FILE --data NEW-FOLDER`
error-nothing_here = there is nothing in { $place }
title-nothing_here = Nothing is kept here
advice-nothing_here = maybe another folder (--data) or database (--database-url) is meant; to begin, use `regimen serve`, `regimen account create LOGIN` or `regimen restore FILE`
error-gate_open = { $count ->
    [one] one suggestion waits
   *[other] { $count } suggestions wait
} for an answer before this session
advice-gate_open = answer each, or start with --accept-suggestions or --skip-suggestions
title-sets_logged = Sets are logged already
error-sets_logged = sets of this session are logged, and skipping it would hide them; finish it, or correct it, instead
error-invalid_session_state = a session that is { $from } cannot become { $to }
error-version_taken = somebody else changed the plan at the same moment; nothing was changed here
advice-version_taken = try again
error-no_plan = there is no training plan yet
advice-no_plan = make one with `regimen plan create`, or let a session be planned with `regimen session plan`
error-not_your_athlete = you may not do that for this athlete; it takes the right to { $scope }
thing-athlete = athlete
thing-account = account
thing-session = session
thing-exercise = exercise
thing-plan = plan
thing-item = item
thing-flag = flag
thing-modifier = lighter session
thing-trace = trace
scope-read = read
scope-log = log
scope-plan = plan
scope-meals = plan meals
session_status-planned = planned
session_status-active = running
session_status-summary = finished
session_status-done = done
session_status-skipped = skipped

# What is stored, on a terminal.
error-ambiguous_exercise = “{ $found }” fits several exercises: { $names }{ $more ->
    [0] {""}
   *[other] {" "}and { $more } more
}
title-ambiguous_exercise = Several exercises are called so
advice-ambiguous_exercise = type more of the name, or the key
error-unknown_suggestion = { $count ->
    [0] there is no suggestion “{ $found }”: nothing waits for an answer
    [one] there is no suggestion “{ $found }”: only { $marks } waits
   *[other] there is no suggestion “{ $found }”: these wait: { $marks }
}
title-unknown_suggestion = No such suggestion
advice-unknown_suggestion = `regimen proposals` lists them; an id or `all` works too
error-no_session = { $state ->
    [running] no session is running
    [summary] no session waits with its summary
    [reported] no session with a report was found
    [any] no session was found
   *[planned] no session is planned
}{ $date ->
    [none] {""}
   *[other] {" "}on { $date }
}
title-no_session = No session
advice-no_session = { $step ->
    [look] the plan has that day: `regimen today --date { $day }` shows it
    [list] `regimen session list` shows those of the last weeks
    [finish] one is running: finish it with `regimen session finish`
    [wait] a summary stays from `regimen session finish` until it is left
    [start] start today's with `regimen session start`
    [start_on] start the one of { $day } with `regimen session start --date { $day }`
    [name] the nearest one is on { $day }: add `--date { $day }` if you mean it
    [make_and_start] make one with `regimen session plan`, then `regimen session start`
   *[make] make one with `regimen session plan`, or name it with --id
}
error-not_in_session = { $found } is not in the session, which has: { $exercises }
title-not_in_session = Not in the session
advice-not_in_session = { $state ->
    [active] add it with `regimen session add { $found }`
   *[other] a running session takes more: `regimen session add { $found }`
}
store-session = session
store-session-title = { $about }, { $date } ({ $state })
store-column-day = DAY
store-column-about = WHAT
store-column-state = STATE
store-column-exercises = EXERCISES
store-column-done = DONE
store-column-slot = DAY
store-column-mode = GROWS BY
store-column-e1rm = EST. MAX
store-column-record = RECORD
store-column-value = VALUE
store-column-title = PLAN
store-column-domain = ABOUT
store-column-version = VERSION
store-column-flag = FLAG
store-column-severity = SEVERITY
store-column-since = SINCE
store-column-readiness = READY
store-column-sleep = SLEEP
store-column-pulse = PULSE
store-column-pain = PAIN
store-no-sessions = No sessions in this time.
store-lighter = lighter today: { $percent } %
store-still-running = The session of { $date } still runs: `regimen session show` shows it, `regimen session finish` ends it.
store-next-start = Start it with: regimen session start
store-next-start-on = Start it with: regimen session start --date { $date }
store-next-log = Log sets with: regimen session log 1 60x10, then: regimen session finish
store-next-summary = Go on with: regimen session leave
store-decided = DECIDED
store-applied = APPLIED
store-records = NEW RECORDS
store-more-records = { $count ->
    [one] and one more
   *[other] and { $count } more
}
store-suggested = SUGGESTED
store-answer = Answer with: regimen proposals accept all, or one by one by their marks.
store-advice = ADVICE
store-new-version = This is version { $number } of your plan; take it back with: regimen plan undo { $number }
store-today = { $date }
store-slots = PLANNED
store-put-there = put there by { $actor } on { $date } (version { $version })
store-nothing-today = Nothing is planned. Let a session be made with: regimen session plan
store-flags = WHAT IS TAKEN CARE OF
store-since = since { $date }
store-lighter-sessions = LIGHTER FOR NOW
store-alerts = WATCH OUT
store-waiting = { $count ->
    [one] One suggestion waits
   *[other] { $count } suggestions wait
} for your answer: regimen proposals
store-history = { $exercise }: { $sessions ->
    [one] one session
   *[other] { $sessions } sessions
}, { $recent } in the last 30 days, { $trend }
store-no-records = No records yet.
store-no-proposals = Nothing waits for an answer.
store-accepted = accepted, in version { $number }
store-own-stays = your own value stays
store-plan = { $title }, version { $number }
store-in-version = since version { $number }
store-no-difference = The two versions are equal.
store-noted = Noted.
store-no-overrides = You set nothing by hand that is guarded.
store-no-conflicts = You and the engines agree.
plan-conflict-sets = { $count ->
    [one] set { $numbers }
   *[other] sets { $numbers }
}
plan-conflict-sides = The former is your value of { $date }, the latter what the program wants.
plan-conflict-answer = Answer with: regimen plan resolve { $id } { $ways }
store-no-flags = Nothing is flagged.
store-trace = Versions: { $versions }
trend-improving = improving
trend-stable = stable
trend-declining = declining
trend-insufficient = too few sessions for a trend
record-max_reps = most reps
record-max_seconds = longest
record-max_volume = most in a session
record-max_load = heaviest
record-best_e1rm = estimated maximum
record-highest_level = highest level
record-rep_max = heaviest for { $reps ->
    [one] { $reps } rep
   *[other] { $reps } reps
}
record-least_assistance = least help
store-strength = { $exercise }: estimated maximum, { $trend }.
store-strength-loose = from more than 12 reps, which says little
store-strength-deload = an easy week
store-strength-best = the best
store-column-reps = REPS
web-progress-rep-max = Heaviest for so many reps
web-progress-for-reps = { $reps ->
    [one] { $reps } rep
   *[other] { $reps } reps
}
domain-training = training
domain-nutrition = nutrition
audit-manual_edit = edited
audit-override = set by hand
audit-override_withdrawn = let go
audit-decision = answered
audit-confirmation = asked
audit-rollback = rolled back
audit-undo = undone
audit-restore = restored
audit-import = made
audit-flag_cleared = flag cleared
audit-settings_changed = settings changed
audit-sharing_changed = sharing changed
audit-grant_changed = grant changed
audit-coach_acted = done by a coach
audit-none = Nobody has done anything yet.
audit-gone = an exercise that is gone
audit-version = version { $number }
audit-sets = { $count ->
    [one] set { $sets }
   *[other] sets { $sets }
}
audit-words = “{ $words }”
audit-why-session_report = after the report of a session
audit-why-report_correction = after a corrected report
audit-why-decision_batch = suggestions were answered
audit-why-manual_edit = edited by hand
audit-why-confirmation = a question was answered
audit-why-session_saved = exercises of a saved session that the plan did not have
audit-why-schedule = it was due
audit-why-import = from a file
audit-why-initial = the first plan
audit-why-another_plan_is_active = another plan came into force
audit-why-contradiction = it contradicts what was set by hand, so it waits for an answer
audit-why-manual_within_24h = what was set by hand is less than 24 hours old, so it stands
audit-why-expired = nobody answered in time
audit-why-orphan = its exercise or set is no longer in the plan
audit-why-rollback = what it would change was rolled back
audit-why-undo = taken back
audit-why-stale = the plan had changed meanwhile
audit-why-same_day_merge = merged with another change of that day
audit-why-not_owner = another engine decides on this
audit-why-flag_veto = a flag forbids it
audit-why-cooldown = something like it was answered shortly before
audit-why-keep = left as it is for a while
audit-why-too_aggressive = too much
audit-why-too_conservative = too little
audit-why-wrong_direction = the wrong direction
audit-why-already_planned = already planned
audit-why-already_selected = the other exercise is in the plan already
audit-why-not_now = not now
audit-why-other = another reason
audit-why-skipped_gate = the session was started without an answer
health-well = { $at } answers.
health-ill = { $at } does not answer as it should: { $answer }
act-weight = body weight noted
act-message = message written
act-measurement = measurement noted
act-check_in = check-in noted
act-flags = flags changed
act-session_planned = session planned
act-session_adapted = session adapted
act-session_started = session started
act-session_changed = exercises of a session changed
act-sets_logged = sets noted
act-session_reported = session reported
act-session_skipped = session skipped
act-draft_made = session drafted
act-draft_answered = draft of a session answered
act-readings = notes read
act-plan_made = plan made
act-plan_changed = plan changed
act-proposals_answered = proposals answered
act-review_answered = exercises reviewed
act-templates = templates changed
act-block = training block changed
act-own_exercises = own exercises changed
act-settings = settings changed
act-activities = activities imported
act-connections = connections changed
act-report_made = report made again
act-meals_planned = meals planned
act-meals_answered = meal plan answered
act-meals_changed = meals changed
act-meals_logged = meals noted
act-diary = food diary changed
act-leftovers = leftovers noted
act-shopping = shopping list ticked
act-pantry = pantry changed
act-foods = own foods changed
act-recipes = own recipes changed
act-ingredients = ingredient names settled
act-offers = offers to everybody changed
act-nutrition = nutrition settings changed
act-grant = grants changed
act-reading = report looked at
audit-auto_applied = applied
audit-conflict_resolved = conflict settled

# The demo.
error-demo_there = there is a database already: { $file }
title-demo_there = Not empty
advice-demo_there = name another folder with --dir
demo-week = Living week { $week } of { $of }
demo-done = Robin Demo has trained for twelve weeks: login { $login }, password { $password }.
    Look around with:
    {"  "}regimen --data { $folder } today
    {"  "}regimen --data { $folder } proposals
    {"  "}regimen --data { $folder } plan versions
# Backups and checkups.
error-backup_broken = { $file }, line { $line }: { $flaw }{ $detail }
title-backup_broken = Not a whole backup
advice-backup_broken = nothing was changed; take another copy of it, or an older backup
flaw-not_a_dump = this is no backup of regimen
flaw-other_format = this is a backup of another format
flaw-one_athlete = this is what one athlete took along, not a backup
flaw-cut_off = the file ends here; the rest is missing
flaw-changed = this is not what was written: the checksum differs
flaw-malformed = this line makes no sense
flaw-surplus = something follows the end
error-place_not_empty = there is something already, in { $count ->
    [one] { $count } table
   *[other] { $count } tables
} (with their rows): { $content }{ $more ->
    [0] {""}
   *[other] , and { $more } more
}
title-place_not_empty = The place is not empty
advice-place_not_empty = nothing was changed; name an empty place with { $option ->
    [to] --to
   *[other] --data or --database-url
}
error-file_exists = { $file } is there already, and nothing is overwritten
title-file_exists = The file is there already
error-restore_differs = what was read back from { $table } is not what was written; nothing was kept
title-restore_differs = Restored rows differ
scope-export = export
rows-progress = { $done } of { $total } rows
backup-done = { $rows ->
    [one] One row
   *[other] { $rows } rows
} of schema { $schema } written to { $file }.
restore-done = { $rows ->
    [one] One row
   *[other] { $rows } rows
} of schema { $schema } restored from { $file }, read back and found equal.
copy-done = { $rows ->
    [one] One row
   *[other] { $rows } rows
} of schema { $schema } copied, read back and found equal.
copy-column-table = TABLE
copy-column-rows = ROWS
copy-column-sum = SHA-256
doctor-looked = Schema { $schema }, { $athletes ->
    [one] one athlete
   *[other] { $athletes } athletes
}.
doctor-found = { $count ->
    [0] Everything is as it should be.
    [one] One finding.
   *[other] { $count } findings.
}
doctor-column-rule = RULE
doctor-column-table = TABLE
doctor-column-finding = FINDING
# Jobs, figures, events and reviews

title-unknown_chart = Unknown chart
error-unknown_chart = there is no chart `{ $found }`, but { $allowed }
title-unknown_job = Unknown job
error-unknown_job = there is no job `{ $found }`
advice-unknown_job = `regimen jobs` lists them
title-bad_range = Not such days
error-bad_range = from { $from } to { $to } cannot be asked for
advice-bad_range = the first day comes before the last, and five years are the most
title-unknown_metric = Unknown figure
error-unknown_metric = there is no figure `{ $found }`; there are { $names }
title-unknown_export = Unknown table
error-unknown_export = there is no table `{ $found }`; there are { $names }
export-column-file = FILE
export-column-rows = ROWS
error-invalid_verified = line { $line }: verified is `{ $found }`, expected true, false or nothing; nothing was changed
thing-job = dead job
jobs-column-name = JOB
jobs-column-next = DUE NEXT
jobs-column-last = DONE LAST
jobs-column-waiting = WAITING
jobs-column-running = RUNNING
jobs-column-dead = DEAD
jobs-when-needed = when needed
jobs-dead = Failed too often
jobs-nothing = Nothing is due.
jobs-retried = It waits for its turn again.
jobs-ran = { $name }: { $count ->
    [one] one run
   *[other] { $count } runs
}
jobs-failed = failed and is tried again later: { $error }
job_count-archived = records archived
job_count-rolling = exercises with rolling sums
job_count-muscle_weeks = muscles of weeks added up
job_count-events_removed = old events removed
job_count-proposals = proposals expired
job_count-overrides = overrides ended
job_count-conflicts = conflicts settled
job_count-messages = messages of the conversation forgotten
job_count-turns = turns of the conversation forgotten
job_count-flags = flags ended
job_count-summaries = summaries left
job_count-skipped = sessions skipped
job_count-days = days counted
job_count-figures = figures
job_count-suppressed = figures without values, for privacy
job_count-alerts = alerts
job_count-exercises = exercises to review
job_count-reports = reports
job_count-session_events = old session events removed
job_count-jobs = old jobs removed
job_count-answers = old answers removed
job_count-activities_new = new activities
job_count-activities_changed = activities changed
job_count-suggested = suggestions of the model
job_count-silent = exercises without one
job_count-counted = second opinions that count
job_count-missing = second opinions that did not come
job_count-models = models trained
job_count-rows = rows learned from
job_count-models_short = models not trained for lack of data
store-model-asked = A model is asked while the server runs, or by regimen jobs run --due; what it suggests waits in regimen proposals.
archive-queued = Archiving older records; analytics may be delayed.
kpi-preStartEditRate = Sessions changed before the start
kpi-preStartTargetEditRate = Sessions with other targets before the start
kpi-midWorkoutSubstitutionRate = Exercises swapped in the middle
kpi-completionRate = Sessions done
kpi-setCompletionRate = Working sets done
kpi-painIncidence = Sessions with pain
kpi-conflictIncidence = Sessions followed by a conflict
kpi-painExclusionsPerSession = Exercises left out for pain, per session
kpi-volumeAdherenceAccuracy = Weekly volume reached
kpi-volumePlanAccuracy = Weekly volume planned as wanted
kpi-anchorProgressionTrend = Trend of anchor exercises, per week
substitution_reason-equipment_busy = equipment busy
substitution_reason-pain = pain
substitution_reason-dislike = not liked
substitution_reason-other = another reason
kpi-none = There is nothing to count on these days.
kpi-column-name = FIGURE
kpi-substituted = Swapped in the middle, { $reason }: { $count }
title-operator_only = For operators only
error-operator_only = only those who run the installation see this
kpi-retention4w = Athletes who train in the fourth week
gate-ready = Intent mode may become the default for new athletes.
gate-not_ready = Intent mode is not ready to become the default.
gate-insufficient_data = There are too few sessions or athletes to tell.
gate-column-intent = INTENT
gate-column-template = TEMPLATE
gate-sessions = Sessions
gate-athletes = Athletes
gate-fails = does not pass
gate-default = { $on ->
    [0] New athletes begin with templates (intent_default_for_new_users = { $setting }).
   *[other] New athletes begin with intents (intent_default_for_new_users = { $setting }).
}
gate-pain = Sessions of intent mode hurt more often than those of templates.
miss_model-none = There is no model yet; `regimen miss-model train` makes one once there is enough data.
miss_model-active = The model is active: it offers a lighter session where a miss is likely.
miss_model-failed = The model is inactive: it did not pass its test.
miss_model-outdated = The model is inactive: it was trained by other rules; train it anew.
miss_model-not-passed = Not passed: { $list }
miss_model-trained = Trained { $at } on { $rows } rows by version { $version } of the rule; features { $hash }.
miss_model-column-part = PART
miss_model-column-rows = ROWS
miss_model-column-misses = MISSES
miss_part-all = all
miss_part-train = training
miss_part-calibrate = calibration
miss_part-test = test
acceptance-brier_skill = Brier skill of at least 0.05
acceptance-log_loss = log loss below that of the base rate
acceptance-mean_gap = mean probability within 0.05 of the miss rate
acceptance-calibration_error = calibration error of at most 0.08
miss_figure-base_rate = Share of misses in the training part
miss_figure-miss_rate = Share of misses in the test part
miss_figure-mean_p = Mean probability given
miss_figure-mean_gap = Distance of the two
miss_figure-brier = Brier score
miss_figure-base_brier = Brier score of the base rate
miss_figure-brier_skill = Brier skill
miss_figure-log_loss = Log loss
miss_figure-base_log_loss = Log loss of the base rate
miss_figure-calibration_error = Expected calibration error
title-too_few_rows = Not enough data for a model
error-too_few_rows = { $what ->
        [rows] { $found } reported exercises, but a model needs { $needed }
        [misses] { $found } misses among { $rows } reported exercises, but a model needs { $needed }
        [test_misses] { $found } misses in the test part, but a model needs { $needed } there; in all there are { $misses } misses among { $rows } reported exercises
        [training_part] the training part has { $found } misses, but needs both misses and hits; in all there are { $misses } misses among { $rows } reported exercises
       *[calibration_part] the calibration part has { $found } misses, but needs both misses and hits; in all there are { $misses } misses among { $rows } reported exercises
    }
advice-too_few_rows = only athletes who set `fleet_analytics` count; maybe try again when more sessions are reported
metrics-none = There are no figures yet.
metrics-column-date = DATE
metrics-column-type = TYPE
metrics-column-days = DAYS
metrics-column-count = COUNT
metrics-column-value = VALUE
events-none = There are no such events.
progression_event-decision_made = decided
progression_event-decision_overridden = overridden
progression_event-alert_triggered = alert
progression_event-red_flag = red flag
progression_event-record_lost = record lost
review-restarted = Go on, counted anew: { $exercises }
review-suspended = Suspended: { $exercises }
review-unlisted = Not listed any more: { $exercises }
review-nothing = Nothing was filled in; nothing was changed.
# Reports of weeks (A-17)

title-no_report = No such report
error-no_report = there is no report of { $found }; reports begin with { $first }, and the newest is of { $newest }
report-title = Week { $period }: { $from } to { $to }
report-title-month = Month { $period }: { $from } to { $to }
report-finding = What matters most
report-change = Proposed change
report-summary = What was done
report-muscles = Sets done of the target
report-muscles-says = Effective sets of each muscle; the rhomb is the target.
report-block = Block and weekdays
report-anchors = Estimated maxima
report-map = Map of levels
report-levels = Levels and loads
report-records = Records
report-flags = Pain, flags and advice
report-coaches = What your coach did
report-coach = { $coach }: { $acts }
report-open = Waiting for your answer
report-charts = Charts
report-next = Next week
report-plan = The plan
report-proposal = { $exercise }: { $reason } ({ $days ->
        [0] new
        [one] waits for one day
       *[other] waits for { $days } days
    })
report-change-swap = { $to } in place of { $exercise }
report-change-lighter_week = All sessions of next week at { $amount } %
report-change-deload_week = Take the easy week now
report-change-easier_variation = { $to } in place of { $exercise }, until it goes well again
report-change-previous_level = { $exercise }: back to level { $amount }
report-change-fewer_sessions = { $amount ->
        [one] One session a week, one less than now
       *[other] { $amount } sessions a week, one less than now
    }
report-change-shorter_sessions = Sessions shorter by { $amount } %
report-change-resolve_conflict = Answer the question that has waited longest
report-change-lighter_session = { $exercise }: next time at { $amount } %
report-change-lighter_next = The next session at { $amount } %
report-change-more_sets = { $exercise }: at least { $amount } sets
report-change-keep = Keep the plan as it is
report-sessions = Sessions: { $done } done of { $planned } planned; { $sets } sets, { $minutes } minutes
report-effort = Mean effort: RPE { $rpe }
report-effort-change = Mean effort: RPE { $rpe }, { $change } against { $against }
report-weight = Mean body weight: { $weight }
report-weight-change = Mean body weight: { $weight }, { $change } against { $against }
report-against-weeks = the four weeks before
report-against-week = the week before
report-against-month = the month before
report-block-week = { $deload ->
        [0] { $week }, week { $place } of the block: { $done } sets done of { $planned } planned
       *[other] { $week }, an easy week: { $done } sets done of { $planned } planned
    }
report-best-week = Best week: { $week }
report-of = { $done } of { $planned }
report-weekdays = Sessions done: { $days }
report-anchor = { $exercise }: { $e1rm }, { $trend }, { $change } % in 6 sessions
report-stands = { $moved ->
        [0] { $ladder }: level { $new }
       *[other] { $ladder }: level { $old } → { $new }
    }{ $of ->
        [0] {""}
       *[other] {" "}of { $of }
    }
report-meals = Meals: { $eaten } eaten of { $planned } planned
report-way-gained = gained
report-way-lost = lost
report-way-held = held
report-level = level { $old } → { $new }
report-load = { $old } → { $new }
report-amount = in all { $old } → { $new }
report-record = { $exercise }: { $kind } { $value }, before { $former }
report-flag = { $flag }: { $days ->
        [one] one day
       *[other] { $days } days
    }, { $active ->
        [0] over
       *[other] still there
    }
report-conflict = { $exercises }: your value and the program's differ, { $days ->
        [0] since its last day
        [one] for one day
       *[other] for { $days } days
    }
report-conflict-ways = { $exercises }: your value and the program's differ, { $days ->
        [0] since its last day
        [one] for one day
       *[other] for { $days } days
    }. Choose: { $ways }
report-next-week = { $deload ->
        [0] From { $date }: week { $week }, { $length } weeks of the block build up
       *[other] From { $date }: an easy week
    }
report-next-schedule = Sessions: { $sessions }
report-next-targets = Sets to aim for: { $muscles }
report-next-risk = { $exercise }: falls short with a chance of { $pct } % ({ $misses } of { $done } times so far)
# People, and what they set.
error-account_disabled = the account { $login } is disabled
title-account_disabled = The account is disabled
advice-account_disabled = somebody who administers can let it in again with `regimen account enable`
error-role_needed = that takes the role { $role }
title-role_needed = Another role is needed
error-weak_password = { $why ->
    [short] the password has { $length } characters, at least 8 are needed
    [long] the password has { $length } characters, at most 128 are kept
    [login] the login is in the password
    [product] the name of this program is in the password
    [common] the password is one that everybody tries first
   *[plain] a password of less than 12 characters needs three of lower case, upper case, digits and others
}
title-weak_password = The password is easily guessed
advice-weak_password = several words in a row are strong and easy to remember
error-no_password = { $why ->
    [differ] the passwords differ
   *[terminal] there is no terminal to ask for the password
}
title-no_password = No password
advice-no_password = give it with --password-file FILE
error-wrong_password = login and password do not belong together
title-wrong_password = Wrong password
error-sign_in_anew = this account has no password, and its last sign-in was more than { $minutes } minutes ago
title-sign_in_anew = Sign in anew
advice-sign_in_anew = sign in anew, and do it then
error-last_administrator = nobody would be left who administers
title-last_administrator = The last administrator
advice-last_administrator = give somebody else the role first, with `regimen account roles LOGIN administrator`
error-not_confirmed = nothing was deleted: to confirm, type { $login }{ $why ->
    [nothing] {""}
   *[other] , not { $typed }
}
title-not_confirmed = Not confirmed
advice-not_confirmed = where nobody can be asked, say it with --confirm LOGIN
error-in_use = { $id } cannot be removed: the { $by } needs it
title-in_use = Still needed
error-unknown_template = there is no template { $found }
advice-unknown_template = `regimen templates` shows all of them
ask-password = Password:
ask-password-again = Again:
ask-password-old = Old password:
ask-delete = Everything of { $login } will be deleted in seven days. To confirm, type the login:
account-none = There is no account yet; make one with `regimen account create LOGIN`.
account-next = Next: `regimen equipment set` says what is at hand, `regimen profile` shows what is set.
account-next-coach = Next: `regimen grants ask` asks an athlete to be coached.
account-password-changed = The password is changed.
account-deleted = { $login } is deleted with everything. Backups made before keep it until they expire.
account-leaves = Everything of { $login } is deleted on { $date }. Signing in before that takes it back. Backups made before keep it until they expire.
account-column-login = LOGIN
account-column-name = NAME
account-column-roles = ROLES
account-column-state = STATE
account-column-seen = LAST SEEN
athlete-since = SINCE
athlete-sessions = SESSIONS DONE
athlete-id = ID
role-athlete = athlete
role-coach = coach
role-administrator = administrator
account_state-active = active
account_state-disabled = disabled
scope-own = decide as the athlete
thing-grant = grant
thing-place = place
thing-template = template
thing-ladder = ladder
consent-column-key = KEY
consent-column-what = WHAT
consent-column-harder = HARDER
consent-column-easier = EASIER
consent-auto = auto
consent-ask = ask
consent-off = off
consent_subject-level_change = another level
consent_subject-session_modifier = an easier session
consent_subject-difficulty_change = another difficulty
consent_subject-first_load = the first load of an exercise
consent_subject-offer = trying the next or the previous level
consent_subject-range_change = another range of reps
consent_subject-prescription_change = other loads, reps or rests
consent_subject-structure_change = sets or exercises more or less
consent_subject-selection_change = another exercise
consent_subject-meal_plan = a plan of meals
consent_subject-meal_change = another meal
consent_subject-miss_prediction = an easier session before a likely miss
consent_subject-session_draft = the draft of a session
consent_subject-nutrition_target = another target of energy
consent_subject-llm = what a language model suggests
consent_subject-conflict = what contradicts your own edit
settings-exercises = EXERCISES
settings-suggestions = suggestions { $state }
switch-on = on
switch-off = off
equipment-none = No place is described yet, so everything counts as at hand. Say what there is with `regimen equipment set`.
equipment-default = { $place } (usual place)
equipment-everything = everything
iron-bar = { $bar } { $mass }
iron-plates = plates { $list }
iron-dumbbells = dumbbells { $list }
iron-kettlebells = kettlebells { $list }
mass_unit-kg = kg
mass_unit-lb = lb
body-none = No weight is noted yet; note one with `regimen body WEIGHT`.
body-week = Last 7 days: { $mean } on average, { $way ->
    [less] { $change } less than the week before
    [more] { $change } more than the week before
   *[same] the same as the week before
}.
body-first-week = Last 7 days: { $mean } on average.
measure-none = Nothing is measured yet; note it with `regimen measure waist 82`.
measurement-waist = waist
measurement-chest = chest
measurement-hip = hip
measurement-thigh = thigh
measurement-arm = arm
measurement-neck = neck
measurement-body_fat_pct = body fat
amount-percent = { $count } %
amount-centimeters = { $count } cm
template-column-id = ID
template-column-name = NAME
template-column-intent = ABOUT
template-column-exercises = EXERCISES
template-pinned = stays
own-shipped = of the product
own-mine = own
own-revision = revision { $revision }
own-removed = { $id } is removed.
own-kept = Kept: { $keys }
exercises-none = You have no exercises of your own; `regimen catalog` has those of the product.
ladder-column-type = TYPE
ladder-column-levels = LEVELS
progression-strength = strength
progression-endurance = endurance
progression-mobility = mobility
grants-none = Nobody is allowed anything, and nobody has asked.
grants-given = YOUR COACHES
grants-taken = YOUR ATHLETES
grants-until = until { $date }
grants-asked = { $coach } asks { $athlete }
grants-active = { $athlete } allows { $coach }
grants-ended = { $athlete } no longer allows { $coach }, the time is over
grants-revoked = { $athlete } no longer allows { $coach }
grant_state-asked = asked
grant_state-active = active
grant_state-ended = ended
grant_state-revoked = revoked
block-none = No block is started; one begins by itself with the first session, or with `regimen block start`.
block-since = Since { $date }: { $weeks ->
    [one] one week that builds up
   *[other] { $weeks } weeks that build up
}, then an easy one.
block-deload = This week is an easy one; a new block starts with the next.
# Meals on the store
field-expenditure = expenditure
title-nutrition_not_set_up = Nothing is known of who eats
error-nutrition_not_set_up = nothing is known of who eats
advice-nutrition_not_set_up = answer five questions with `regimen nutrition setup`
title-no_meal_plan = There is no meal plan
error-no_meal_plan = there is no meal plan for these days
advice-no_meal_plan = make one with `regimen meals plan`
title-unsafe_recipe = The recipe is not safe to eat
error-unsafe_recipe = { $recipe } holds { $ingredient }, which is excluded as { $allergen }
error-invalid_slot_state = the meal of { $date } is { $from } and cannot become { $to }; expected { $expected }
thing-slot = meal
thing-recipe = recipe
thing-food = food
thing-offer = offer
thing-leftover = leftover
thing-diary_entry = entry of the diary
thing-pantry = food in the pantry
thing-shopping_line = line of the shopping list
slot_state-planned = planned
slot_state-eaten = eaten
slot_state-skipped = skipped
slot_state-replaced = replaced
slot_state-missed = missed
replan_cause-asked = as asked
replan_cause-skipped = a meal was skipped
replan_cause-replaced = a meal was replaced
meal_type-week = the week
meals-none = Nothing is planned for these days; plan them with `regimen meals plan`.
meals-totals-eaten = DAY TOTALS: PLANNED / EATEN / TARGET
meals-adherence = { $eaten } of { $past } past meals eaten as planned: { $percent } %.
meals-waiting = { $count ->
    [one] One proposal waits
   *[other] { $count } proposals wait
} for an answer: `regimen meals proposals`.
meals-pinned = chosen
meals-column-portion = PORTION
meals-swap-misses = the plan then misses: { $names }
meals-swap-title = Instead of { $meal } on { $day }:
meals-swap-note = MIN: minutes more or fewer. KCAL: the day with it. Choose by the key below the meal; what makes the plan miss something needs --confirm.
meals-swap-anyway = Whichever is chosen, the plan misses: { $names }. Choosing needs --confirm.
meals-leftover-of = { $meal } (left over, { $minutes } min)
meals-swapped = { $meal } it is (version { $version }); re-plans leave it alone until it is released.
meals-swap-breaks = { $meal } breaks something; with --confirm it is taken all the same:
meals-swap-slot = the time to cook, the tags or the repetitions of this meal
meals-swap-disliked = you do not want { $ingredient }
meals-released = The meal may be planned again (version { $version }).
meals-reverted = Done: version { $version } is in force.
meals-offer-none = The plan can stay as it is.
meals-offer-breaks = { $count ->
    [one] One target is
   *[other] { $count } targets are
} missed even so: there is nothing closer.
meals-answer = Say yes with `regimen meals accept { $id }`.
meals-accepted = Accepted: it is in force.
meals-rejected = Rejected.
meals-logged = { $day }, { $meal }: { $state }.
meals-slot = meal { $number } of the day
meals-worth-replan = The rest could be planned again: `regimen meals replan`.
meals-kept = Kept.
meals-voided = TAKEN OUT OF THE PLAN, NOT SAFE TO EAT
meals-proposals-none = Nothing waits for an answer.
meals-changed = { $count ->
    [one] 1 meal
   *[other] { $count } meals
}
meals-good-until = good until { $day }
meals-leftovers-none = Nothing is left over.
meals-adapt-short = { $have } of { $need } { $of }
meals-adapt-later = evaluated lately, again from { $day } on
meals-adapt-near = near enough: { $kcal } kcal
shortage-days = days between first and last data
shortage-weigh_ins = days with a weigh-in
shortage-intakes = days with everything logged
pantry-empty = The pantry is empty.
diary-empty = Nothing was written down.
diary-struck = Struck out.
larder-stored = { $count ->
    [0] Nothing changed.
    [one] One entry stored.
   *[other] { $count } entries stored.
}
larder-alias = { $name } means { $food } from now on. { $count ->
    [0] No recipe waited for it.
    [one] One recipe waited for it and is complete in that.
   *[other] { $count } recipes waited for it and are complete in that.
 }
larder-alias-none = You have not said yet what a name means.
larder-own = your own, revision { $revision }
larder-mark-shared = shared by others
larder-offered = { $key } is offered to everybody. Who administers this installation decides.
larder-withdrawn = { $key } is no longer offered.
larder-shared = { $key } is shared with everybody now.
larder-declined = { $key } stays with who offered it.
larder-unshared = { $key } is no longer shared; plans that have it keep it.
larder-no-offers = Nothing is offered.
larder-no-shared = Nothing is shared.
larder-per-100g = IN 100 G
larder-imported = { $read } read, { $good } good, { $changed } stored as new or changed; { $bad ->
    [one] one error
   *[other] { $bad } errors
}.
larder-dry-run = { $read } read, { $good } good, { $bad ->
    [one] one error
   *[other] { $bad } errors
}; nothing was stored.
recipe-minutes = { $minutes } min
recipe-for = { $servings ->
    [one] One serving
   *[other] { $servings } servings
}, { $minutes } min
recipe-ingredients = INGREDIENTS
recipe-steps = STEPS
recipe-serving = ONE SERVING
athlete-exported = Everything is in { $file }

error-sign_in_needed = sign in first
title-sign_in_needed = Nobody is signed in
advice-sign_in_needed = a program sends a token as Authorization: Bearer
error-token_invalid = the token is unknown, mistyped, expired or revoked
title-token_invalid = Invalid token
advice-token_invalid = make another one
error-scope_needed = the token does not allow this: it lacks the scope { $scope }
title-scope_needed = The token does not allow this
error-session_needed = only somebody who signed in with a password may do this, no token
title-session_needed = Sign in for this
error-which_athlete = this account has no athlete of its own, and none is named
title-which_athlete = No athlete is named
advice-which_athlete = name one by the header Regimen-Athlete
error-cross_site = the request comes from another site
title-cross_site = Request from another site
error-https_needed = nobody signs in over plain http but on this machine itself: the password would travel in the open
title-https_needed = A secure connection is needed
advice-https_needed = put a proxy with https in front, and see docs/operate.md
error-too_many_attempts = too many failed tries; the next one in { $retry_after_s } s
title-too_many_attempts = Too many attempts
error-already_set_up = this installation is set up already
title-already_set_up = Set up already
error-link_invalid = the link is unknown, was used, or has ended
title-link_invalid = The link does not work
advice-link_invalid = ask for another one
error-sign_up_closed = accounts are made by the administrator here
title-sign_up_closed = Sign-up is closed
error-too_many_tokens = an account has at most { $most } tokens
title-too_many_tokens = Too many tokens
advice-too_many_tokens = revoke one that is not needed
error-idempotency_mismatch = the key { $key } was used for another request
title-idempotency_mismatch = The key was used for another request
error-no_revision = what this request changes has no revision, so it takes no If-Match
title-no_revision = It has no revision
advice-no_revision = leave If-Match out
error-still_at_work = the first request with the key { $key } is still at work
title-still_at_work = The first request is still at work
error-shown_once = the request with the key { $key } was answered with a secret, which is shown once
title-shown_once = The secret was shown already
advice-shown_once = take back what was made, and make another with a new key
error-too_many_streams = the account listens to changes on { $most } lines already
title-too_many_streams = Too many open lines
advice-too_many_streams = close one of them
error-malformed_query = { $field }: `{ $found }`, expected { $expected }
title-malformed_query = Malformed query
error-broken_body = the body breaks off, or is not sent as HTTP says
title-broken_body = The body is broken
error-too_large = { $what ->
    [recipes] a problem has at most { $most } recipes
   *[bytes] the body is larger than { $most } bytes
}
title-too_large = The body is too large
error-solve_running = meals are being planned already; wait until that is done, or end it
title-solve_running = Meals are being planned already
error-fetch_refused = { $address } is not asked: { $why }
title-fetch_refused = An address that is not asked
error-fetch_failed = { $address } cannot be read: { $why }
title-fetch_failed = The page cannot be read
error-media_type = the body is { $found }, expected { $expected }
title-media_type = Unsupported kind of body
error-no_such_call = nothing is served at { $path }
title-no_such_call = No such address
advice-no_such_call = the calls are listed at /api/openapi.json
error-method_not_allowed = { $path } does not take { $method }
title-method_not_allowed = Method not allowed
error-overloaded = the server has more to do than it can; try again in { $retry_after_s } s
title-overloaded = The server is busy
error-too_slow = the request took longer than { $seconds } s and was given up
title-too_slow = The request took too long
error-address_taken = cannot listen on { $address }: { $os }
title-address_taken = The address cannot be used
advice-address_taken = another program may use it already; take another one by --listen
serve-at = Serving at { $url }
serve-capture = Prompts and answers of the model are written to { $file } for a day (flow.debug_capture).
serve-set-up = Set up with this link within an hour: { $link }
thing-token = token
thing-path = thing
token-once = It is shown this once. A program sends it as Authorization: Bearer.
token-revoked = The token is no good any more.
token-none = There is no token.
token-column-id = ID
token-column-name = FOR
token-column-scopes = SCOPES
token-column-ends = ENDS
account-invited = Whoever has this link may join once, until { $ends }:
account-reset-link = With this link a new password is taken, once, until { $ends }:

## The backup before a change of the schema (GL-8)

title-no_backup = No backup could be made
error-no_backup = the database is of an older version, and its backup { $file } cannot be made: { $why }
advice-no_backup = nothing was changed; make room there or allow writing, then try again

page-runs = It runs.
page-docs = The calls of its API
page-not-set-up = Nobody has an account yet. Open the link that the server printed when it started.
page-setup = Set up
page-join = Join
page-reset = Take another password
page-sign-in = Sign in
page-login = Login
page-password = Password

## Sign-in at an identity provider (AC-10)

title-strava_off = Strava is not set up here
error-strava_off = Strava cannot be used here without these settings: { $missing }
advice-strava_off = who runs this server can set it; activities can be imported from a file all the same
title-strava_not_connected = Strava is not connected
error-strava_not_connected = you have not connected Strava
advice-strava_not_connected = connect it in the browser: More, Strava
title-reconnect_required = Strava has to be connected anew
error-reconnect_required = Strava does not know this connection any more, so nothing new comes
advice-reconnect_required = connect it anew in the browser: More, Strava
title-strava_paused = Strava is left alone for a while
error-strava_paused = Strava has been asked too much; it is asked again after { $until }
title-strava_busy = Somebody else asks Strava right now
error-strava_busy = this connection is being renewed right now; try again in { $retry_after_s } s
title-strava_unavailable = Strava does not answer
error-strava_unavailable = Strava does not answer as it should: { $why }
advice-strava_unavailable = try again in a while
title-oauth_state = This connection is not good any more
error-oauth_state = this connection was begun in another browser, was used already, or took too long
advice-oauth_state = begin again
title-oauth_scope = Activities may not be read
error-oauth_scope = Strava stays off: it was not allowed to read activities ({ $needed })
advice-oauth_scope = connect again and leave the box for activities checked
title-oidc_off = Nobody signs in elsewhere here
error-oidc_off = this server has no identity provider to sign in at
title-not_built_in = Not in this program
error-not_built_in = the setting `{ $key }` needs a program that was built with the feature `{ $feature }`
advice-not_built_in = build it with --features { $feature }
title-setting_needed = Another setting is needed
error-setting_needed = the setting `{ $key }` needs `{ $needed }` too
title-oidc_unavailable = The identity provider does not answer
error-oidc_unavailable = the identity provider does not answer
advice-oidc_unavailable = try again in a while, or sign in with a password
title-oidc_state_invalid = The sign-in is not good any more
error-oidc_state_invalid = this sign-in was begun in another browser, was used already, or took too long
advice-oidc_state_invalid = begin again
title-oidc_refused = The identity provider refused
error-oidc_refused = the identity provider did not sign you in
title-oidc_token_invalid = The identity provider proved nothing
error-oidc_token_invalid = what the identity provider sent does not prove who you are
advice-oidc_token_invalid = try again; the log of the server says what was wrong
title-oidc_group_needed = Another group is needed
error-oidc_group_needed = you are in none of the groups that may sign in here
title-no_account = There is no account
error-no_account = no account here belongs to who you are at the identity provider
advice-no_account = sign in with a password and link it, or ask who administers for an account
title-identity_taken = It belongs to another account
error-identity_taken = who you are at the identity provider belongs to another account here
title-last_sign_in = It is your only way in
error-last_sign_in = without a password here this is your only way to sign in; take a password first

## Web app

page-error = The code of this error is { $code }, its rule { $spec }. What was wrong in your case, and what would be valid, is said in the field "detail" of the answer.
page-offline = No network
page-offline-text = This page was not opened on this device before, so it cannot be shown without a network. What you logged is kept and sent later.
page-provider = Sign in with your organization
web-skip = Skip to content
web-nav = Main
web-nav-today = Today
web-nav-plan = Plan
web-nav-progress = Progress
web-nav-meals = Meals
web-nav-more = More
web-sync-ok = Saved
web-sync-waiting = {"{n}"} to send
web-sync-offline = Offline, {"{n}"} kept
web-sync-failed = {"{n}"} refused
web-acting = You look at another athlete; what you change is noted as yours.
web-acting-end = Back to my own
web-unit-s = s
web-unit-m = m
web-long-date = { $weekday }, { $day } { $month }
web-look = Look
web-deload = easy week
web-minutes = { $count } min
web-why = Why
web-swap = Another exercise
web-swap-what = Another exercise instead of { $name }
web-superset = Superset.
web-superset-text = A set of each in turn, then one rest.
web-superset-of = superset { $place }
web-swap-common = In common: { $patterns ->
    [one] one movement
   *[other] { $patterns } movements
} and { $muscles ->
    [one] one main muscle
   *[other] { $muscles } main muscles
}{ $saved ->
    [0] {""}
   *[other] , easier on the body by { $saved }
}
web-swap-refused = Alike, but not for you now
web-take = Take it
web-never-again = For good
web-never-again-help = What you avoid is never chosen; what you like is chosen where it makes sense.
web-avoid = Never choose it
web-favorite = I like it
web-start = Start
web-adapt = Another length or aim
web-adapt-do = Make it anew
web-intent = What it is about
web-intent-due = what is due
web-minutes-wanted = Minutes
web-skip-session = Skip this session
web-skip-why = Why, if you like
web-cancel = Cancel
web-go-on = Go on
web-summary = Summary
web-slots = In the plan for today
web-slots-open = Prepare it
web-nothing-today = Nothing is planned for today. Rest, or train anyway.
web-no-plan = There is no plan yet. It begins with your first session.
web-make-session = Make me a session
web-meals-today = Meals today
web-meals-later = The rest of the week
web-check-in = How are you?
web-checked-in = You said so today. Say it again if it has changed.
web-readiness = Ready to train
web-readiness-help = 1 is worn out, 5 is at your best
web-slept = Hours of sleep
web-worn-out = I am worn out
web-save = Save
web-pain = Does anything hurt?
web-pain-map = Where it hurts
web-front = front
web-back = back
web-pain-where = Where
web-pain-how = How much
web-severity-1 = slightly
web-severity-2 = clearly
web-severity-3 = badly
web-pain-say = It hurts there
web-no-pain = nothing hurts
web-flag-over = It is over
web-load = Load
web-load-unit-kg = kg
web-load-unit-lb = lb
web-count-reps = reps
web-count-seconds = seconds
web-count-meters = meters
web-less = Less
web-more = More
web-to-failure = to failure
web-per-side = {" "}a side
web-last = last { $done }
web-bar-alone = The bar alone
web-each-side = On each side: { $plates }
web-set = Set
web-set-done = Set { $number } done
web-set-kind = Kind of set
web-leave-out = Leave it out
web-cues = Cues
web-marks-what = Notes and pain in { $name }
web-mark-technique = My technique suffered
web-note = Note
web-session = Session
web-sets-done = Sets
web-time = Time
web-volume = Lifted
web-finish = Finish
web-finish-kept = Finished and kept here. It is sent as soon as there is a network.
web-undone = Some sets are not done. They count as left out.
web-session-rpe = How hard was all of it?
web-add-exercise = Add an exercise
web-exercise = Exercise
web-add = Add
web-rest = Rest
web-rest-skip = Go
web-rest-over = The rest is over
web-gate = Before you start
web-gate-none = Nothing waits for your answer.
web-gate-help = These wait for your answer. What you accept counts in this session already.
web-gate-accept = Accept all and start
web-gate-skip = Start without them
web-accept = Accept
web-reject = Reject
web-later = Later
web-suggested = Suggested
web-decided = Decided
web-undo = Undo
web-advice = Advice
web-leave = Done
web-leave-help = What you have not answered waits until the next session.
web-reached = Reached
web-records = Records
web-done = What you did
web-meant = meant
web-waiting = { $count ->
    [one] One suggestion waits for your answer
   *[other] { $count } suggestions wait for your answer
}

## Web app: onboarding, settings, people

web-more-back = Back
web-more-save = Save
web-more-saved = Saved
web-more-why = Why
web-more-cancel = Cancel
web-more-copy = Copy
web-more-add = Add
web-more-less = Less
web-more-plus = More
web-more-part-training = Training
web-more-part-people = People
web-more-part-here = This app
web-more-profile = Profile
web-more-profile-note = Goal, week, body, units
web-more-equipment = Equipment
web-more-equipment-note = Places, bars, plates, dumbbells
web-more-consent = What may change by itself
web-more-consent-note = Do it, ask first, or leave it
web-more-wellbeing = How you are
web-more-wellbeing-note = Check-ins, pain, what is taken care of
web-more-exercises = Exercises
web-more-exercises-note = Look up, like, avoid, add your own
web-more-templates = Templates
web-more-templates-note = Lists of exercises to train by
web-more-grants = Coaches
web-more-grants-note = Who may see and plan for you
web-more-athletes = Athletes
web-more-athletes-note = Those who let you coach them
web-more-account = Account
web-more-account-note = Language, password, browsers, tokens
web-more-strava = Strava
web-more-strava-note = Runs and rides that count for your training
web-more-data = Your data
web-more-data-note = Take it along, bring it, delete it
web-more-admin = Administration
web-more-admin-note = Accounts, invitations, jobs
web-more-about = About
web-more-version = regimen { $version }, free software that runs on your own machine.
web-more-welcome = The first questions again
web-more-sign-out = Sign out
web-more-as = Signed in as { $login }
web-more-unsent = {"{n}"} entries are not sent yet. Sign out and lose them?
web-profile-training = Training
web-profile-goal = What do you train for?
web-profile-secondary = Besides
web-profile-secondary-note = A leaning in your words, such as posture
web-profile-age = Experience
web-profile-days = Days a week
web-profile-minutes = Minutes of a session
web-profile-minutes-note = 10 to 180
web-profile-start = Usual start
web-profile-schedule = What each session is about
web-profile-schedule-note = Leave it to the coach, or set the order of the week yourself.
web-profile-session = Session { $number }
web-profile-auto = chosen for you
web-profile-supersets = Supersets
web-profile-suggestions = How changes are suggested
web-profile-cold-start = Careful first sessions
web-profile-cold-start-note = Simple exercises until you are known better
web-profile-equal-sets = Same change for equal sets
web-profile-equal-sets-note = A change of one set counts for those like it
web-profile-style = Compare like with like
web-profile-style-note = Sessions of another style do not count
web-profile-kinds = Judge each exercise by its kind
web-profile-kinds-note = Big lifts and small ones grow at their own pace
web-profile-fleet = Count in the figures of this installation
web-profile-fleet-note = Sums of many people, never your own numbers
web-profile-you = You
web-profile-units = Units
web-profile-sex = Sex
web-profile-birth = Date of birth
web-profile-height = Height, cm
web-profile-height-lb = Height, ft and in
web-height-lb = { $feet } ft { $inches } in
web-profile-zone = Time zone
web-profile-weekday = First day of the week
web-profile-quiet = Quiet hours
web-profile-quiet-from = From
web-profile-quiet-to = To
web-profile-quiet-note = Nothing is sent to you then.
web-profile-screen = Screen
web-profile-theme = Look
web-profile-theme-note = Kept on this device.
web-profile-language = Name and language
web-profile-exercises = Exercises you like or avoid
web-profile-exercises-none = None yet. Find an exercise and say what you think of it.
web-goal-hypertrophy = Build muscle
web-goal-hypertrophy-note = More volume, 6 to 15 reps
web-goal-strength = Get stronger
web-goal-strength-note = Heavy sets, long rests
web-goal-fat_loss = Lose fat
web-goal-fat_loss-note = Keep muscle while you eat less
web-goal-athleticism = Be athletic
web-goal-athleticism-note = Power, speed and control
web-goal-general_health = Stay healthy
web-goal-general_health-note = A bit of everything, sustainably
web-age-beginner = Beginner
web-age-beginner-note = Less than about half a year
web-age-intermediate = Intermediate
web-age-intermediate-note = Regular for half a year to three years
web-age-advanced = Advanced
web-age-advanced-note = Years of steady training
web-units-kg = kg
web-units-lb = lb
web-sex-female = Female
web-sex-male = Male
web-sex-unknown = Rather not say
web-supersets-none = Never
web-supersets-when_time_limited = When short of time
web-supersets-preferred = Gladly
web-theme-system = System
web-theme-light = Light
web-theme-dark = Dark
web-language-en = English
web-language-ru = Русский
web-language-auto = As the device
web-scope-read = look
web-scope-log = log
web-scope-plan = plan training
web-scope-meals = plan meals
web-scope-admin = administer
web-role-athlete = Trains
web-role-coach = Coaches
web-role-administrator = Administers
web-tier-bodyweight = Bodyweight
web-tier-bodyweight-note = A mat and some room
web-tier-dumbbells = Dumbbells
web-tier-dumbbells-note = A pair or a set
web-tier-home = Home gym
web-tier-home-note = Rack, bar, plates, bench
web-tier-gym = Gym
web-tier-gym-note = All of it, cables and machines
web-place-tier = What is there?
web-place-fine = Exactly what
web-place-weights = Free weights
web-place-frames = Benches, bars, floor
web-place-machines = Machines and cables
web-place-other = Bands and conditioning
web-place-special = Listed by key
web-place-iron = Bars, plates, dumbbells
web-place-iron-note = Targets are rounded to what you can really load. What you leave empty counts as usual for a gym.
web-place-iron-listed = Use my list
web-place-unit-kg = kg
web-place-unit-lb = lb
web-place-bars = Weight of the bars
web-place-plates = Pairs of plates
web-place-pairs = pairs
web-place-dumbbells = Dumbbells, each
web-place-masses-note = For example 5, 7.5, 10
web-place-kettlebells = Kettlebells
web-place-stack-cable = Cable stack
web-place-stack-machine = Machine stacks
web-place-from = From
web-place-step = Step
web-place-to = To
web-place-new = A new place
web-place-name = Name
web-place-home = Home
web-place-usual = I usually train here
web-place-usual-badge = usual
web-place-remove = Forget this place
web-place-remove-sure = Forget { $place }?
web-place-all = Places
web-place-none = No place is described yet, so everything counts as at hand.
web-place-add = Another place
web-place-why = Only exercises that can be done with what is there are chosen, and loads are those that its iron can make.
web-consent-intro = Changes that make training harder and those that make it easier are set apart. What is done by itself is always told, and undone in one step.
web-consent-increase = Harder
web-consent-decrease = Easier
web-consent-auto = Do it
web-consent-ask = Ask
web-consent-off = Leave it
web-consent-usual = What is usual
web-consent-fixed = This is always asked: nobody overrules you.
web-consent-not-yours = Only the athlete may change this.
web-exercises-search = Search
web-exercises-name = Name
web-exercises-muscle = Muscle
web-exercises-any = Any
web-exercises-here = Only what my usual place allows
web-exercises-own = Only my own
web-exercises-none = Nothing is called like this.
web-exercises-all = Show all
web-exercises-more = Show more
web-exercises-add = Your own exercise
web-exercises-add-note = Open the exercise that is most like it and choose “Make one like this”: muscles, equipment and loads are taken over.
web-exercises-one-how = How to do it
web-exercises-one-facts = About it
web-exercises-one-opinion = What do you think of it?
web-exercises-one-opinion-why = What you like is preferred where it makes sense; what you avoid is never chosen.
web-exercises-one-like = I like it
web-exercises-one-neutral = No opinion
web-exercises-one-avoid = Never choose it
web-exercises-one-liked = Liked
web-exercises-one-avoided = Avoided
web-exercises-one-liked-badge = liked
web-exercises-one-avoided-badge = avoided
web-exercises-one-progress = How it grows
web-exercises-one-suggestions = Suggest changes of it
web-exercises-one-step = Smallest step
web-exercises-one-step-note = Empty: as usual. 0 takes your own step away.
web-exercises-one-own = Your own
web-exercises-one-remove = Remove it
web-exercises-one-remove-sure = Remove { $name }?
web-exercises-one-like-this = Make one like this
web-exercises-one-like-this-note = Something of yours that works the same muscles in the same way?
web-exercises-one-own-name = Its name
web-exercises-one-own-cue = What to mind
web-exercises-one-own-cue-note = Shown during the set. Empty: as in this one.
web-exercises-one-keep = Keep it
web-templates-own = Your own
web-templates-none = You have none yet. Copy one of those below and change it.
web-templates-train = Train by it
web-templates-copy = Copy and change
web-template-exercises = Exercises
web-template-add = Add an exercise
web-template-about = Name and kind
web-template-name = Name
web-template-intent = What it is about
web-template-pin = { $name } always stays
web-template-up = Move { $name } up
web-template-remove-one = Take { $name } out
web-template-remove = Remove the template
web-wellbeing-flags = What is taken care of
web-wellbeing-no-flags = Nothing: you train without restrictions.
web-wellbeing-does = What it does
web-wellbeing-over = It is over
web-wellbeing-past = The last four weeks
web-wellbeing-no-check-ins = You have not said how you are yet.
web-wellbeing-day = Day
web-wellbeing-ready = Ready
web-wellbeing-sleep-short = Sleep
web-wellbeing-pulse-short = Pulse
web-wellbeing-rest = Besides
web-wellbeing-now = How are you now?
web-wellbeing-readiness = Ready to train?
web-wellbeing-readiness-1 = No
web-wellbeing-readiness-2 = Hardly
web-wellbeing-readiness-3 = So-so
web-wellbeing-readiness-4 = Yes
web-wellbeing-readiness-5 = Very
web-wellbeing-sleep = Sleep, hours
web-wellbeing-pulse = Morning pulse
web-wellbeing-illness = Are you ill?
web-wellbeing-illness-0 = No
web-wellbeing-illness-1 = A bit
web-wellbeing-illness-2 = Yes
web-wellbeing-illness-3 = Badly
web-wellbeing-fatigue = I am worn out
web-wellbeing-pain = Does anything hurt?
web-wellbeing-note = Anything else
web-wellbeing-send = Keep it
web-wellbeing-source-report = told in a session
web-wellbeing-source-check_in = told in a check-in
web-wellbeing-source-dialog = told by hand
web-wellbeing-source-engine = seen in your sessions
web-wellbeing-source-reviewer = seen in a review
web-wellbeing-does-fatigue = Sessions are lighter and nothing grows until it is over.
web-wellbeing-does-pain = Exercises that load this area are replaced or made lighter.
web-wellbeing-does-technique = The load stays until the technique is clean again.
web-wellbeing-does-illness = Training rests or stays easy until you are well.
web-wellbeing-does-suspension = It is left out until you take it up again.
web-hurt-map = Where does it hurt?
web-hurt-front = Front
web-hurt-back = Back
web-hurt-left = { $area }, left
web-hurt-right = { $area }, right
web-hurt-severity-1 = Mild
web-hurt-severity-2 = Clear
web-hurt-severity-3 = Severe
web-account-you = You
web-account-name = What to call you
web-account-language = Language
web-account-old = Password so far
web-account-new = New password
web-account-new-note = At least 8 characters. Your other browsers are signed out.
web-account-change = Change the password
web-account-provider = Sign-in of your organization
web-account-provider-note = Link it once, and sign in without this password.
web-account-link = Link it
web-account-linked = Linked since { $date }
web-account-unlink = Unlink
web-account-unlink-sure = Unlink it? You will need your password here from then on.
web-account-sessions = Browsers
web-account-sessions-why = A browser stays signed in for 30 days after its last use, and never longer than 180.
web-account-used = used { $when }
web-account-this = this one
web-account-end = Sign out
web-account-tokens = Tokens of programs
web-account-tokens-note = A watch, a script or a spreadsheet shows a token instead of your password.
web-account-token-new = A new token
web-account-token-for = What is it for?
web-account-scopes = What it may do
web-account-token-days = Good for so many days
web-account-token-make = Make it
web-account-revoke = Revoke
web-account-revoke-sure = Revoke { $name }? Whatever uses it stops working.
web-data-export = Take it along
web-data-export-text = One file with everything: profile, plans, sessions, meals, check-ins and what was decided.
web-data-export-do = Download everything
web-data-inside = What is inside
web-data-inside-text = A text file with one JSON document a line; it can be read without this program.
web-report = Weekly report
web-report-answer = Answer in the plan
web-report-month = Monthly report
web-report-before = Earlier
web-report-after = Later
web-review = Exercises to review
web-review-says = These went back three times in a row. Say whether each goes on.
web-review-go-on = Go on with it
web-review-stop = Suspend it
web-review-none = No exercise went back three times in a row.
web-review-file = The same as a table
web-data-tables = Tables for a spreadsheet
web-data-tables-text = Each as a CSV file, with loads in kilograms, pounds and grams.
export_file-sessions = Sessions
export_file-sets = Sets
export_file-progress = Progress
export_file-decisions = Answers to proposals
export_file-plan_versions = Versions of plans
export_file-events = What happened to the progression
export_file-metrics = Figures by day
export_file-records = Records
export_file-flags = Flags
export_file-checkins = Check-ins
export_file-body = Weight and measurements
export_file-conflicts = Conflicts
export_file-meals = Meals
export_file-review = Exercises to review
web-data-import = Bring it
web-data-import-text = Files are brought in by the API, or on the machine where the program runs:
web-data-import-exercises = Your own exercises and ladders
web-data-import-recipes = Recipes
web-data-import-all = A whole installation from a backup
web-data-delete = Delete everything
web-data-delete-text = Your account goes with all that is yours, seven days from now. Sign in before then and it stays. Backups that were made before keep it until they expire.
web-data-delete-login = Type { $login }, so that it is meant
web-data-delete-fresh = You have no password here. That it is you, a sign-in of the last ten minutes shows.
web-data-delete-sure = Really delete everything?
web-grants-none = Nobody but you sees this, and nobody has asked.
web-grants-how = A coach asks by your login, { $login }; you confirm it here.
web-grants-asked = Asks you
web-grants-active = May act for you
web-grants-past = Over
web-grants-acts = What coaches did
web-grants-acts-why = What is this list?
web-grants-acts-text = Everything that a coach changed for you, newest first. The weekly report sums it up.
web-grants-yes = Allow
web-grants-no = No
web-grants-revoke = Take it back
web-grants-revoke-sure = Take back what { $coach } may do? It holds at once.
web-grants-scopes = What that means
web-grants-scopes-text = To look is to see sessions, plans, meals and how you are. Whoever logs or plans for you is named in every entry. Nobody but you decides what changes by itself.
web-athletes-none = Nobody has let you coach them yet. Ask an athlete by their login.
web-athletes-week = Last 7 days
web-athletes-last = Last session
web-athletes-never = none
web-athletes-today-none = free
web-athletes-today-planned = planned
web-athletes-today-running = running
web-athletes-today-done = done
web-athletes-today-skipped = skipped
web-athletes-look = Look at
web-athletes-ask = Ask an athlete
web-athletes-login = Login of the athlete
web-athletes-scopes = What you want to do
web-athletes-until = Last day
web-athletes-until-note = Empty: until it is taken back
web-athletes-ask-do = Ask
web-athletes-asked = Not answered yet
web-athletes-take-back = Take back
web-athletes-how = How it works
web-athletes-how-text = The athlete confirms on their page and may take it back at any time. What you change is noted as yours, and they see it.
web-admin-accounts = Accounts
web-admin-you = you
web-admin-seen = seen { $when }
web-admin-reset = Link for a new password
web-admin-disable = Shut out
web-admin-enable = Let in again
web-admin-delete = Delete
web-admin-make-coach = Make a coach
web-admin-no-coach = Not a coach any more
web-admin-make-admin = Make an administrator
web-admin-no-admin = Not an administrator any more
web-admin-invite = Invite somebody
web-admin-invite-text = A link that works once, for seven days.
web-admin-invite-do = Make a link
web-admin-closed = Sign-up is closed; the setting accounts.sign_up opens it.
web-admin-roles = Roles
web-admin-link-once = Pass it on; it is shown this once.
web-admin-offers = Offered to everybody
web-admin-offers-text = Foods and recipes that people offer, without their names. What you share, everybody's meals may be planned with.
web-admin-no-offers = Nothing is offered.
web-admin-replaces = replaces the shared one
web-admin-share = Share
web-admin-decline = Decline
web-admin-share-one = Share: { $name }
web-admin-decline-one = Decline: { $name }
web-admin-shared = Shared with everybody
web-admin-unshare = Stop sharing
web-admin-unshare-one = Stop sharing: { $name }
web-admin-backups = Backups
web-admin-no-backups = None has been noted yet. The command “regimen backup FILE” makes one while the server runs.
web-admin-backup-rows = { $rows } rows
web-admin-figures = How training goes
web-admin-figures-text = Of all athletes together, as Prometheus gets it; nothing of fewer than five people.
web-admin-jobs = What the program does by itself
web-admin-next = Next
web-admin-last = Last
web-admin-waiting = Waiting
web-admin-running = Running
web-admin-dead = Failed
web-admin-run = Run
web-admin-run-one = Run { $name } now
web-welcome-title = Welcome
web-welcome-count = {"{n}"} of {"{all}"}
web-welcome-1 = What do you want?
web-welcome-2 = When do you train?
web-welcome-3 = What do you train with?
web-welcome-4 = Does anything hurt?
web-welcome-5 = Your body
web-welcome-6 = What do you eat?
web-welcome-start-note = Meals are placed around it.
web-welcome-pain-note = Tap where it hurts; exercises spare it. If nothing does, go on.
web-welcome-body-note = For first loads and the energy you need. It stays on this server.
web-welcome-weight = Weight
web-welcome-food-note = For a week of meals that suits you. You can do it later.
web-welcome-needs-body = Meals need your sex, date of birth, height and weight.
web-welcome-next = Next
web-welcome-end = Make my plan
web-welcome-skip = Skip
web-welcome-work = Your plan is being made
web-welcome-work-profile = Goal and week
web-welcome-work-place = Equipment
web-welcome-work-pain = What to spare
web-welcome-work-weight = Body weight
web-welcome-work-food = What you eat
web-welcome-work-session = The first session
web-welcome-work-meals = A week of meals
web-welcome-work-running = at work
web-welcome-work-done = done
web-welcome-work-skipped = not needed
web-welcome-work-failed = failed
web-welcome-work-no-week = not found, see Meals
web-welcome-work-again = Try again
web-welcome-work-skip = Go on without it
web-eat-goal = Your weight shall
web-eat-weight-lose = fall
web-eat-weight-maintain = stay
web-eat-weight-gain = rise
web-eat-activity = Your day apart from training
web-eat-activity-desk = Mostly sitting
web-eat-activity-mixed = Sitting and walking
web-eat-activity-on_feet = On your feet
web-eat-activity-physical = Physical work
web-eat-diet = How you eat
web-eat-allergies = Allergies and what you do not tolerate
web-eat-other-allergies = Another one
web-eat-commas = With commas between
web-eat-dislikes = What you do not like
web-athletes-open = { $count ->
    [one] { $count } proposal waits
   *[other] { $count } proposals wait
}

## Web app: meals

failure-deficient = { $nutrient }: { $required } needed, { $achieved } in the closest plan; { $class }
web-meals-week = Week
web-meals-shopping = Shopping list
web-meals-recipes = Recipes
web-meals-targets = Targets
web-meals-pantry = Pantry
web-meals-diary = Diary
web-meals-profile = About you
web-meals-why = Why
web-meals-why-this = Why this meal
web-meals-save = Save
web-meals-add = Add
web-meals-back = Back
web-meals-close = Close
web-meals-undo = Undo

web-meals-start = Five answers first
web-meals-start-text = They tell how much you need each day. Everything else has a sensible default and can be changed later.
web-meals-profile-text = What is said here counts from the next plan on. A new allergy takes unsafe meals out of the plan at once.
web-meals-sex = Sex, for the formulas
web-meals-sex-male = male
web-meals-sex-female = female
web-meals-born = Date of birth
web-meals-weight = Body weight
web-meals-goal = Your weight should
web-meals-goal-lose = go down
web-meals-goal-maintain = stay
web-meals-goal-gain = go up
web-meals-activity = Your day, apart from training
web-meals-activity-desk = mostly sitting
web-meals-activity-mixed = sitting and walking
web-meals-activity-on_feet = on your feet
web-meals-activity-physical = physical work
web-meals-diet = Way of eating
web-meals-diet-vegetarian = vegetarian
web-meals-diet-vegan = vegan
web-meals-diet-pescatarian = pescatarian
web-meals-diet-gluten_free = gluten-free
web-meals-diet-dairy_free = dairy-free
web-meals-allergies = Allergies and intolerances
web-meals-allergies-text = Nothing of these classes is ever planned or offered.
web-meals-allergies-more = Another food you do not tolerate
web-meals-dislikes = Not wanted
web-meals-dislikes-more = Such as liver, mushrooms
web-meals-likes = Preferred
web-meals-likes-more = Such as salmon, buckwheat

web-meals-empty = Nothing is planned yet
web-meals-empty-text = Seven days of meals are solved for you: what you need, what you like, the time you have to cook.
web-meals-plan-week = Plan this week
web-meals-open = { $days ->
    [one] One day has no meals yet.
   *[other] { $days } days have no meals yet.
}
web-meals-plan-open = Plan them
web-meals-searching = Searching: {"{stage}"}, {"{percent}"} %
web-meals-searching-start = Searching …
web-meals-progress = How far the search is
web-meals-cancel = Cancel
web-meals-help = What would help, least change first
web-meals-help-text = A tap makes the change and solves again.
web-meals-help-rule = a rule of every plan, not a setting
web-meals-help-none = No small change helps. Look at the numbers you ask for, or at what you do not eat.
web-meals-in-the-way = What is in the way
web-meals-conflict = These cannot hold together; without any one of them there is a plan
web-meals-reachable = What can be reached

web-meals-offer-plan = A plan for you
web-meals-offer-change = Some meals could change
web-meals-offer-target = Another daily expenditure
web-meals-waits = waits for your answer
web-meals-accept = Accept
web-meals-reject = No, thanks
web-meals-protein = { $amount } g protein

web-meals-nothing = Nothing planned
web-meals-before = The week before
web-meals-after = The week after
web-meals-day-before = The day before
web-meals-day-after = The day after
web-meals-replan = Plan the rest again
web-meals-calendar = For my calendar
web-meals-needs = Against your needs
web-meals-derived = How derived
web-meals-verdict-low = too little
web-meals-verdict-ok = on target
web-meals-verdict-high = too much
web-meals-eaten-so = eaten: { $amount }
web-meals-eaten-of = Eaten: { $meal }
web-meals-at-least = The day holds at least this much; not counted: { $list }

web-meals-ate = Eaten
web-meals-skipped = Skipped
web-meals-instead = Something else
web-meals-other = Other
web-meals-swap = Swap
web-meals-keep = Keep
web-meals-release = Let it be planned again
web-meals-cooks = cooked here at once for { $servings ->
    [one] one serving
   *[other] { $servings } servings
}
web-meals-brings = Brings { $energy } % of the least energy and { $protein } % of the least protein of the day
web-meals-fills = Of what a day needs it brings most of: { $fills }
web-meals-day-empty = Nothing is planned for this day.
web-meals-besides = Besides the plan
web-meals-besides-none = Nothing was written down.
web-meals-micros = Vitamins, minerals and more
web-meals-micros-text = What the day holds of each nutrient, against what is needed and what is safe
web-meals-micros-none = Once you have said who eats, vitamins and minerals are counted here.
web-meals-numbers = Numbers
web-meals-nutrient = Nutrient
web-meals-eaten = Eaten
web-meals-planned = Planned
web-meals-needed = Needed
web-meals-limit = Upper limit

web-meals-swap-text = Best first; every line says what the day becomes. What you choose stays until you let it go.
web-meals-swap-none = Nothing else fits here: too little time to cook, or everything is taken by the days around.
web-meals-rival = The next best would be { $name }: { $other } points here, against { $own } of what is planned.
web-meals-rival-behind = It falls behind in { $list }.
web-meals-rival-ahead = It is ahead in { $list }.
web-meals-rival-fits = By itself it fits here no worse: the meals were chosen together, or you chose this one.
web-meals-rival-breaks = With it the plan would miss something:
web-meals-rival-part = Part of the score
web-meals-rival-own = Planned
web-meals-rival-other = Next best
web-meals-rival-gap = Difference
web-meals-rival-link = Against the next best
web-meals-swap-confirm = The plan misses something with this meal. Take it all the same?
web-meals-take = Take it
web-meals-leftover = left over, { $minutes } min
web-meals-leftovers = Left over
web-meals-leftovers-text = It is offered first when a meal is swapped or the rest is planned again.
web-meals-left-servings = { $count ->
    [1] 1 serving
   *[other] { $count } servings
}
web-meals-leftover-gone = Gone
web-meals-leave = Something is left
web-meals-diary-remove = Take back: { $entry }
web-meals-times = Meal times
web-meals-times-text = When you eat, which meal it is, and how long cooking may take.
web-meals-times-days = On these days
web-meals-every-day = Every day
web-meals-time = Time of meal
web-meals-time-meal = Which meal
web-meals-time-cook = Cooking time
web-meals-cook-most = up to { $minutes } min
web-meals-cook-any = any time to cook
web-meals-shift-kcal = day { $before } → { $after } kcal
web-meals-shift-protein = protein { $before } → { $after } g
web-meals-shift-minutes = { $minutes } min of cooking
web-meals-gains = now enough: { $list }
web-meals-loses = no longer enough: { $list }
web-meals-instead-of = In place of { $meal }
web-meals-foods = Single foods
web-meals-food = Food
web-meals-food-text = Name or barcode
web-meals-grams = Grams
web-meals-recipe = Another recipe
web-meals-share = Percent of a serving
web-meals-share-text = 100 is one serving

web-meals-search = Name or ingredient
web-meals-find = Find
web-meals-kind = Kind of meal
web-meals-found = { $count ->
    [one] One recipe
   *[other] { $count } recipes
}
web-meals-found-none = No recipe fits. Fewer words find more.
web-meals-all = Show all
web-meals-more = More
web-meals-own-recipe = your own
web-meals-shared-recipe = shared
web-meals-offer = Offer to everybody
web-meals-offer-withdraw = Take the offer back
web-meals-offer-says = Only you see this recipe. If you offer it, who administers this installation may share a copy with everybody, without your name.
web-meals-offered-says = You offer this recipe to everybody. Who administers this installation decides.
web-meals-keeps = { $days ->
    [one] keeps one day
   *[other] keeps { $days } days
}
web-meals-ingredients = Ingredients
web-meals-servings = Servings
web-meals-fewer = Fewer servings
web-meals-more-of = More servings
web-meals-steps = Steps
web-meals-cook = Cook
web-meals-serving = One serving
web-meals-incomplete = Some ingredients are not known, so it holds at least this much.
web-meals-which = Which food is “{ $name }”?
web-meals-which-this = This one
web-meals-step-of = {"{n}"} of {"{count}"}
web-meals-step-before = Back
web-meals-step-next = Next

web-meals-left = {"{n}"} left
web-meals-print = Print
web-meals-to-pantry = Put what I tick into the pantry
web-meals-stocked = in the pantry
web-meals-shopping-unknown = The list lacks the ingredients of { $list }
web-meals-pantry-text = What is at home is not bought again, and what must be eaten first comes first.
web-meals-at-home = At home
web-meals-pantry-add = Put something there
web-meals-pantry-remove = Take { $food } out of the pantry
web-meals-expires = Good until
web-meals-over = over
web-meals-diary-text = What you eat besides the plan counts for the day.
web-meals-diary-food = A food
web-meals-diary-numbers = Numbers alone
web-meals-diary-numbers-text = For a restaurant or a label: the energy is enough.
web-meals-diary-lately = The last two weeks
web-meals-date = Day
web-meals-kcal = Energy, kcal
web-meals-protein-g = Protein, g
web-meals-fat-g = Fat, g
web-meals-carbs-g = Carbs, g

web-meals-each-day = Each day
web-meals-own = with your own numbers
web-meals-days-differ = Days that differ
web-meals-day = Day
web-meals-how = How this was derived
web-meals-own-title = Your own numbers
web-meals-own-text = They win over derived ones; what is left empty is derived.
web-meals-own-none = Derive everything
web-meals-fat-least = Least fat, g
web-meals-fat-most = Most fat, g
web-meals-kcal-most = No day above, kcal

## Web app: plan and progress

web-plan-versions = Versions
web-plan-version = Version { $number }
web-plan-now = This week: { $week } of { $of } that build up
web-plan-now-deload = This week is an easy one
web-plan-now-mark = now
web-plan-weeks = Weeks of the block
web-plan-week = Week { $week }
web-plan-week-deload = Deload
web-plan-week-before = Week before
web-plan-deload = deload
web-plan-deload-on = Make this week easy
web-plan-deload-off = No easy week after all
web-plan-deload-ask = Sessions planned from now on are lighter this week, and a new block starts with the next. Make it easy?
web-plan-free = No training
web-plan-not-done = not done
web-plan-exercises = { $count ->
    [one] One exercise
   *[other] { $count } exercises
}
web-plan-block-start = Start a new block
web-plan-block-weeks = Weeks that build up
web-plan-weeks-unit = weeks
web-plan-block-says = An easy week follows them. The block starts with this week.
web-plan-block-why = Volume grows from week to week, from the least that builds to the most that helps; then an easy week lets you recover, and a new block begins. A week without training does not count. Weeks ahead are shown as they follow if you train in each.
web-plan-why = Why
web-plan-less = Less
web-plan-more = More
web-plan-cancel = Cancel
web-plan-save = Save
web-plan-open = This waits for your answer.
web-plan-conflict = conflict
web-plan-conflict-says = On { $date } the program wanted something else than you.
web-plan-conflict-why = What you set by hand is not changed behind your back. Your value stands until you say otherwise.
web-plan-yours = Yours
web-plan-programs = The program's
web-plan-keep-mine = Keep mine
web-plan-take-new = Take the new one
web-plan-halfway = Meet halfway
web-plan-confirm = Confirm
web-plan-reject = Reject
web-plan-look = Look at it
web-plan-push = Push
web-plan-pull = Pull
web-plan-legs = Legs and trunk
web-plan-own = Other
web-plan-morning = morning
web-plan-evening = evening
web-plan-level = level { $level }
web-plan-modes = What the labels say
web-plan-modes-says = What grows when you do well. No label: the load. Range: the reps, then the range. Level: the step of a skill. Fixed: nothing changes by itself.
web-plan-guards = Set by hand
web-plan-guards-says = The program leaves these values alone.
web-plan-set = set { $set }
web-plan-release = Release
web-plan-edit-item = Edit { $exercise }
web-plan-sets = sets
web-plan-amount = amount per set
web-plan-reps = reps per set
web-plan-seconds = seconds per set
web-plan-meters = meters per set
web-plan-rest = rest, seconds
web-plan-as-is = as it is
web-plan-reason = Why (if you like)
web-plan-same = Nothing is different yet.
web-plan-remove = Remove
web-plan-remove-ask = Take this exercise out of the plan? You can undo it under Versions.
web-plan-edit-says = A new version is in force at once; your values are guarded against the program.
web-plan-none = No plan yet
web-plan-none-says = Your plan grows out of your sessions: let the first one be made, and what you lift becomes the plan.
web-plan-none-go = Make a session
web-plan-volume = Volume per muscle
web-plan-volume-title = Sets from { $from } to { $to }
web-plan-volume-says = Effective sets of each muscle against its landmarks.
web-plan-volume-none = Nothing is planned or done in this week.
web-plan-volume-how = How this is counted
web-plan-volume-why = A set counts fully for the muscles that it trains and in part for those that help. MEV is the least that builds, MAV where more adds little, MRV the most you recover from. The target of the week lies between the first two and grows with the block.
web-plan-muscle = Muscle
web-plan-done-sets = Sets done
web-plan-mev = MEV
web-plan-mav = MAV
web-plan-mrv = MRV
web-plan-target = Target
web-plan-above-mrv = above MRV
web-plan-below-mev = below MEV
web-plan-to-come = { $sets } to come
web-plan-history = How the plan came to be
web-plan-changed = What changed
web-plan-and-more = { $names } and { $count ->
    [one] one more
   *[other] { $count } more
}
web-plan-undo = Take it back
web-plan-undo-ask = Take back { $version }? Later changes of other values stay.
web-plan-restore = Bring it back
web-plan-restore-ask = Make the plan as it was in { $version }?
web-plan-older = Older
web-plan-rollback = Roll back
web-plan-rollback-says = Brings a day or an exercise back to what it was before its last change.
web-plan-rollback-day = Day
web-plan-rollback-exercise = Exercise
web-plan-rollback-do = Roll back
web-plan-ways = Ways back
web-plan-ways-says = Nothing is ever lost: taking a version back, bringing one back or rolling back makes a new version, which can be taken back in turn.
web-progress-kg = kg
web-progress-lb = lb
web-progress-numbers = Numbers
web-progress-day = { $day } { $month }
web-progress-day-head = Day
web-progress-state-head = State
web-progress-week-head = Week
web-progress-level-head = Level
web-progress-sets-head = Sets
web-progress-effort-head = RPE
web-progress-e1rm-head = Est. max
web-progress-decisions = Decisions
web-progress-decisions-says = What was decided about each exercise after your sessions, and why. What it did to the plan is under
web-progress-decisions-none = No decisions yet
web-progress-decisions-none-says = They come with your first finished session.
web-progress-all-exercises = All exercises
web-progress-empty = Nothing to show yet
web-progress-empty-says = Finish a session, and this page begins to fill.
web-progress-training = Training
web-progress-sessions = In 4 weeks
web-progress-kept = Kept
web-progress-new-records = New records
web-progress-days = Days of training
web-progress-days-says = Which days were done, skipped and planned.
web-progress-days-none = No sessions yet.
web-progress-done = done
web-progress-part = partly
web-progress-skipped = skipped
web-progress-planned = planned
web-progress-week = { $from } to { $to }
web-progress-sets = Working sets per week
web-progress-sets-says = Working sets that were done against those that were planned, week by week.
web-progress-sets-none = Two weeks of training are needed for this picture.
web-progress-sets-done = Done
web-progress-sets-planned = Planned
web-progress-strength = Strength
web-progress-strength-says = The estimated maximum of { $exercise }; a star marks a new best.
web-progress-strength-none = Two sessions with a load are needed for a line.
web-progress-e1rm = Estimated maximum
web-progress-e1rm-how = How this is estimated
web-progress-e1rm-why = From load and reps of your best set: load × (30 + reps) / 30. A star marks a new best, a ring an estimate from more than 12 reps, which says little.
web-progress-weight = Body weight
web-progress-weight-title = Last 12 weeks
web-progress-weight-says = Your weights and their mean over seven days.
web-progress-weight-none = Two weights are needed for a line.
web-progress-mean = 7-day mean
web-progress-weighed = Weighed
web-progress-weigh = Weight, { $unit }
web-progress-weigh-do = Note it
web-progress-ladders = Levels
web-progress-ladder-says = You stand on level { $level } of { $of }.
web-progress-ladder-none = No levels.
web-progress-ladder-all = All levels
web-progress-ladder-why = A level is passed by meeting its target with effort to spare; one that is missed by far steps back.
web-progress-rung-now = now
web-progress-rung-next = next
web-progress-records = Records
web-progress-records-why = A value above all before it. First values and easy weeks do not count.
web-progress-former = before: { $value }
web-progress-exercises = Exercises
web-progress-trained = { $count ->
    [one] once
   *[other] { $count } times
}, last on { $date }
web-progress-others = { $count ->
    [one] One more
   *[other] { $count } more
}
report_change-safety = Answer the proposal that makes training safer.
report_change-swap = Take { $to } in place of { $exercise }.
report_change-lighter_week = Make all sessions of next week lighter: { $amount } % of the volume.
report_change-deload_week = Take the easy week now.
report_change-easier_variation = Take an easier variation of { $exercise }: { $to }.
report_change-previous_level = Go back to level { $amount } of { $exercise }.
report_change-fewer_sessions = Plan { $amount ->
    [one] { $amount } session
   *[other] { $amount } sessions
} a week.
report_change-shorter_sessions = Make sessions { $amount } % shorter.
report_change-resolve_conflict = Decide what has waited longest for you.
report_change-lighter_session = { $whole ->
    [0] Make the next session of { $exercise } lighter: { $amount } % of the volume.
   *[1] Make the next session lighter: { $amount } % of the volume.
}
report_change-more_sets = Do at least { $amount ->
    [one] { $amount } set
   *[other] { $amount } sets
} of { $exercise }.
report_change-pending = Answer the proposal that waits.
report_change-keep = Keep the plan as it is.
chart-adherence = Sessions kept
chart-adherence-says = Sessions that were done of those that were due, in percent.
chart-strength-says = Estimated maxima of the main lifts; a star marks a new best, a ring an estimate from more than 12 reps.
chart-month-head = Month
chart-volume = Volume
chart-volume-of = Volume: { $exercise }
chart-volume-says = What was done against its target.
chart-volume-none = Two periods with a record are needed for this picture.
chart-target = Target
chart-unit-reps = reps
chart-levels-says = The level of each ladder after each session.
chart-levels-none = Two sessions on a ladder are needed for a line.
chart-mark-up = next level
chart-mark-down = back a step
chart-mark-hand = changed by hand
chart-mark-back = taken back
chart-effort = Effort
chart-effort-says = The effort of each exercise in each session, the mean of the last three, and the range that leaves something to spare.
chart-effort-none = Two efforts are needed for a line.
chart-effort-mean = Mean of 3
chart-effort-one = One exercise
chart-effort-easy = Up to 7
chart-decisions-says = How many decisions of each kind were made.
chart-next = Show one with: regimen chart NAME
chart-about-volume = what was done against its target
chart-about-levels = the level of each ladder after each session
chart-about-effort = the effort of each exercise in each session
chart-about-decisions = how many decisions of each kind were made
chart-about-strength = estimated maxima of the main lifts
chart-about-adherence = sessions that were done of those that were due
chart-about-muscle_volume = sets of each muscle, week by week
chart-about-body_weight = body weight over time
chart-about-calendar = days with a session
chart-written = Written to { $file }.
web-progress-spark = Estimated maximum of { $exercise } over the last times
web-progress-sessions-all = Sessions
web-progress-so-far = So far
web-progress-history = Sessions
web-progress-earlier = { $count ->
    [one] One earlier
   *[other] { $count } earlier
}
web-progress-never = Not done yet
web-progress-never-says = Once you have done it, its history and its records stand here.
web-progress-how = How to do it
web-progress-muscles = Trains
web-progress-helpers = Helped by
## Session flow (L)

reason-controls_removed = { $count } invisible { $count ->
        [one] character was
       *[other] characters were
    } removed from { $field }
reason-unparsed_line = line { $line } was kept but not understood: { $text }
reason-history_line = line { $line } of the history was not used ({ $why }): { $text }
reason-rest_rows_skipped = { $count } { $count ->
        [one] row of a rest timer was
       *[other] rows of a rest timer were
    } skipped
reason-activity_skipped = activity { $index } was skipped: it has no start or no length
reason-activities_stale = nothing new came from Strava ({ $why }); the activities that are stored count
reason-field_normalized = { $count } { $count ->
        [one] field of the model's answer was
       *[other] fields of the model's answer were
    } set by the server
reason-note_dropped = a note of the model was dropped because of “{ $why }”
reason-model_fallback = the model could not plan ({ $why }); the session was planned by the rules
reason-target_edited = { $count } { $count ->
        [one] target was
       *[other] targets were
    } changed before the start: { $sets }

line-bad_date = no date
line-future_date = a date in the future
line-unknown_exercise = an unknown exercise
line-bad_number = a bad number
line-no_reps = neither reps nor seconds
line-unparsed_line = not understood

flow-cause-sleep_score = short sleep
flow-cause-body_battery = low body battery
flow-cause-effort_7d = a heavy week
flow-cause-hard_cardio = hard cardio ahead
flow-cause-activity_effort = a hard activity
flow-cause-fatigue_flag = fatigue
flow-cause-policy = fatigue
flow-note-fatigue = { $causes }: { $shift ->
        [one] one more rep
       *[other] { $shift } more reps
    } in reserve and at most { $cap } % of recent bests today.
flow-note-cut-time = Left out for time: { $names }.
flow-note-cut-fatigue = Left out for recovery: { $names }.
flow-note-cut-readiness = Left out on a tired day: { $names }.
flow-note-cut-cap = Left out, since the week has enough of it: { $names }.
flow-note-estimated = Estimated load: adjust it to leave { $reserve } { $reserve ->
        [one] rep
       *[other] reps
    }.

fault-bad_json = this is not JSON
fault-bad_yaml = this is not plain YAML
fault-alias_conflict = two names of one field disagree
fault-schema = the value does not have the form that the schema asks for
fault-meta_mismatch = this is not what was asked for
fault-type_not_allowed = the session may not be of this type
fault-muscles_missing = target muscles belong to a body-part session, and to no other
fault-tiers_bad = the tiers are not in order
fault-cut_order_bad = a tier that can be cut is not in the cut order
fault-exercise_unknown = the exercise is not in the catalogue
fault-exercise_duplicate = the exercise occurs twice
fault-exercise_banned = the exercise is banned, painful, too difficult or suspended
fault-equipment_unavailable = the equipment is not there
fault-rep_range_bad = the rep range is impossible
fault-rir_out_of_band = the reps in reserve are out of bounds
fault-load_above_best = the load is above what was shown
fault-load_without_history = the load is above the estimate, and there is no history
fault-load_cap_bad = the cap is not the one of the fatigue policy
fault-load_off_grid = the load cannot be put together
fault-load_not_applicable = a load does not belong here
fault-fatigue_too_loose = the fatigue policy is looser than the rules
fault-tier_dropped = the exercise stands in a tier that is dropped
fault-warmup_bad = the warm-up is not the one that the loads ask for
fault-superset_bad = these may not be a superset
fault-sets_over_age_cap = more sets than the training age allows
fault-volume_over_ceiling = more volume than the week or the session allows
fault-set_count_over = more sets than there is room for
fault-time_over = the session takes too long, or its times are wrong
fault-text_unsafe = the text may not be shown
fault-plan_mismatch = this is not what the plan says
fault-set_count_mismatch = the number of sets is not the plan's
fault-set_order_bad = the sets are not in order
fault-must_bad = only tiers W and A must be done
fault-rir_not_applied = the reps in reserve are not those of the policy
fault-load_not_final = the load is not the final one
fault-id_bad = the id is not the one of this set
fault-id_duplicate = the id occurs twice
fault-actual_not_null = a new workout holds a result already

flow-failure-bad_encoding = { $field } is not UTF-8 (byte { $offset })
flow-failure-input_too_large = { $field } has { $size }, at most { $limit } are taken
flow-failure-input_invalid = the request has values that are not valid
flow-failure-history_unparsed = { $rejected } of { $lines } lines of the history were not understood: { $list }
flow-failure-fetch_refused = { $address } is not asked: { $why }
flow-failure-fetch_failed = { $address } cannot be read: { $why }
flow-failure-history_malformed = the history cannot be read at line { $line }: { $message }
flow-failure-training_paused = training is paused while you are ill
flow-failure-no_safe_exercise = no exercise is left: { $refused }
flow-failure-id_exhausted = all hundred workout ids of this day and place are taken
flow-failure-model_not_configured = no model is configured
flow-failure-model_busy = the model has more to do than it can
flow-failure-prompt_too_large = the request is too long for the model: { $size } characters, at most { $limit }
flow-failure-breaker_open = the model failed too often and is left alone for { $seconds } s
flow-failure-provider_unreachable = the model's server cannot be reached
flow-failure-provider_auth = the model's server refuses the key
flow-failure-provider_model_unknown = the model's server does not know the model
flow-failure-provider_rejected = the model's server refuses the request
flow-failure-provider_timeout = the model did not answer in time
flow-failure-output_truncated = the model's answer was cut off
flow-failure-empty_output = the model gave no answer
flow-failure-output_invalid = the model's answer was not valid after { $attempts } attempts
flow-failure-planner_invariant = the planner broke its own rules; this is a defect

model-model_not_configured = no model is configured
model-model_busy = it is busy
model-prompt_too_large = the request is too long for it
model-breaker_open = it failed too often lately
model-provider_unreachable = its server cannot be reached
model-provider_auth = its server refuses the key
model-provider_model_unknown = its server does not know it
model-provider_rejected = its server refuses the request
model-provider_timeout = it did not answer in time
model-output_truncated = its answer was cut off
model-empty_output = it gave no answer
model-output_invalid = its answers were not valid

title-bad_encoding = The text is not UTF-8
title-input_too_large = The text is too long
title-input_invalid = The document is not valid
title-history_unparsed = The history is not understood
title-history_malformed = The history cannot be read
title-id_exhausted = No workout id is free
title-model_not_configured = There is no model
title-model_busy = The model is busy
title-prompt_too_large = Too long for the model
title-breaker_open = The model is left alone for now
title-provider_unreachable = The model cannot be reached
title-provider_auth = The model's server refuses the key
title-provider_model_unknown = Unknown model
title-provider_rejected = The model's server refuses the request
title-provider_timeout = The model did not answer in time
title-output_truncated = The model's answer was cut off
title-empty_output = The model gave no answer
title-output_invalid = The model's answer is not valid
title-planner_invariant = A defect of the planner
title-stale_draft = The plan has changed
error-stale_draft = the plan has changed since { $id } was planned: from version { $version } to { $active }
advice-stale_draft = plan the session anew
title-set_unknown = Unknown set
error-set_unknown = { $workout } has no set { $set }
thing-workout = workout
thing-reading = reading of a line

flow-date = Date
flow-place = Place
flow-minutes = Minutes
flow-goal = Goal
flow-units = Loads in
flow-intent = About
flow-bans = Not to be done
flow-favorites = Liked
flow-injuries = Painful
flow-minimum-sets = At least
flow-sleep = Sleep score
flow-battery = Body battery
flow-cardio = Cardio ahead
flow-activities = Activities
flow-equipment = Equipment
flow-history = HISTORY
flow-warnings = TO KNOW
flow-no-drafts = No planned session waits for an answer.
flow-done = Done
flow-no-readings = No line waits to be confirmed.
flow-nothing-read = Nothing was read in these lines.
flow-read-head = The model reads these lines so; nothing of it is used before you say that it is right:
flow-read-help = Confirm with: regimen session confirm READING; refuse with: regimen session dismiss READING
reading_state-pending = waits
reading_state-accepted = confirmed
reading_state-rejected = refused
flow-checked = { $count ->
        [0] The document is valid.
        [one] One thing is wrong:
       *[other] { $count } things are wrong:
    }
thing-document = document

probe-pass = pass
probe-fail = FAIL
probe-millis = { $count } ms
probe-models = list of models
probe-answer = plain answer
probe-json_object = JSON mode
probe-json_schema = schema mode
probe-plan = plan of a session
probe-calls = { $calls ->
        [one] valid at the first try
       *[other] valid after { $calls } calls
    }
probe-advice-models = Check the address (it ends in /v1), the key and the name of the model; some endpoints give no list, which does not matter if the rest passes.
probe-advice-answer = Nothing came back: check that the endpoint is running, that the model is loaded, and the key.
probe-advice-json_object = Not needed: the form is then asked for in words.
probe-advice-json_schema = Not needed: JSON mode or plain words are used instead.
probe-advice-plan = Try a larger model, a longer context, or a longer time (model.analyzer.timeout_s). Until then use the planner rules or hybrid.
probe-fit = This model can plan sessions: set model.base_url and model.analyzer.model.
probe-unfit = This model cannot plan sessions as it is.

## Activities and Strava (L-6, L-37)

activity-none = There are no activities in these days.
activity-imported = New: { $new }, changed: { $changed }, known: { $same }.
activity-would = A trial: new { $new }, changed { $changed }, known { $same }; nothing was kept.
activity-skipped = { $count ->
        [one] One activity was
       *[other] { $count } activities were
    } skipped for want of a start or a length: { $places } (counted from 0).
activity-column-start = START
activity-column-sport = SPORT
activity-column-minutes = MIN
activity-column-km = KM
activity-column-effort = EFFORT
activity-column-name = NAME
connection_state-connected = connected
connection_state-reconnect_required = has to be connected anew
leftover-keep = Keep the activities
leftover-delete = Delete the activities
strava-none = not connected; connect it at { $address }
strava-off = not set up on this server
strava-ended = { $count ->
        [0] Strava is disconnected.
        [one] Strava is disconnected, one activity was deleted.
       *[other] Strava is disconnected, { $count } activities were deleted.
    }
strava-not-revoked = Strava could not be told; end it there too: Settings, My Apps.
web-strava-connection = Connection
web-strava-state = State
web-strava-synced = Last asked
web-strava-count = Activities of Strava
web-strava-never = not yet
web-strava-text = Connect Strava, and what you run, ride and swim counts when a session is planned: after a hard day or a heavy week it is easier.
web-strava-off = Strava is not set up on this server.
web-strava-connect = Connect Strava
web-strava-again = Connect anew
web-strava-sync = Bring what is new
web-strava-what = What is read and kept
web-strava-what-text = Of each activity: start, sport, name, time, distance and relative effort. Nothing is written to Strava. The keys to it are kept encrypted and are in no export. New activities come once a day, and when a session asks for them.
web-strava-reconnect = Strava does not know this connection any more, so nothing new comes. Connect it anew.
web-strava-paused = Strava wants to be left alone until { $until }.
web-strava-end = Disconnect
web-strava-end-text = Strava is told, and the keys to it are deleted here.
web-strava-end-sure = Disconnect Strava?
web-strava-leftover = What came so far
web-strava-latest = Latest activities
web-strava-none = There are none of the last five weeks. A list from a file comes by regimen activity import.
web-strava-effort = effort { $effort }
web-strava-estimated = effort about { $effort }
web-strava-use = What they do
web-strava-use-text = A week that is much harder than the four before it, or an effort of 100 yesterday or today, takes load and sets out of the session, and the session says so.

# A session from words and data, on a page.
web-flow-link = Plan from my notes
web-flow = Plan from my notes
web-flow-help = Say how you are and what you want; the session is made from your words, your history and your equipment. Nothing is taken before you say yes.
web-flow-words = In your words
web-flow-words-example = avoid: deadlift
web-flow-how = How is this read?
web-flow-how-text = Lines such as “avoid: deadlift”, “prefer: plank”, “injury: knee 2”, “sets: plank 3”, “superset: none”, “failure: no”, “note: …” are understood for sure. Every other line is kept, and you are told.
web-flow-cardio = Cardio ahead
web-flow-cardio-example = intervals on Wednesday
web-flow-history = Earlier sessions from elsewhere
web-flow-history-help = What you have logged here counts anyway. Paste notes, or take a file that another app exported.
web-flow-history-form = Form
web-flow-format-stored = only what is kept here
web-flow-format-markdown = notes, a date over each session
web-flow-history-text = Earlier sessions
web-flow-history-file = From a file
web-flow-lenient = Go on even if many lines are not understood
web-flow-planner = Who plans
web-flow-planner-rules = rules
web-flow-planner-hybrid = rules + model
web-flow-planner-model = model
web-flow-planner-help = A model gets exercises, numbers and these words, never a name. Whatever it says passes the same rules.
web-flow-plan = Plan it
web-flow-drafts = Waits for your answer
web-flow-log = Bring a file back
web-flow-log-help = A workout that you took along and filled in: reps and loads as you did them.
web-flow-log-file = File
web-flow-log-text = Or its text
web-flow-log-do = Log it
web-flow-readings = Did you mean this?
web-flow-readings-help = The model reads your lines so. Nothing of it is used before you confirm it; the next plan does.
web-flow-confirm = Yes
web-flow-confirm-what = Yes: { $what }
web-flow-refuse = No
web-flow-refuse-what = No: { $what }
web-flow-session = The session
web-flow-warmup = General warm-up
web-flow-reserve = { $count } in reserve
web-flow-rest = rest { $seconds } s
web-flow-ramps = { $count ->
        [one] one warm-up set
       *[other] { $count } warm-up sets
    }
web-flow-cuts = Left out
web-flow-cut = { $name }, { $count ->
        [one] one set
       *[other] { $count } sets
    }: { $why }
web-flow-cut-time = there is no time for it
web-flow-cut-cap = enough of it this week
web-flow-cut-fatigue = it is a tired day
web-flow-quoted = “{ $text }”
web-flow-accept = Take it
web-flow-open = Open the session
web-flow-download = Take it as a file
web-flow-again = Change and plan again
web-flow-decline = No, thanks
web-flow-file-how = What is the file for?
web-flow-file-how-text = It lists every set. Fill in actual_reps and actual_weight wherever you are, without a network, and bring it back on the page before this one.
web-flow-warnings = Good to know
web-flow-read = Ask the model to read these lines
web-flow-understood = What was understood
web-flow-fallback = The model was not used ({ $why }); the rules planned this.
web-flow-by-rules = planned by the rules
web-flow-by-hybrid = planned by the rules, with notes of a model
web-flow-by-model = planned by a model
web-model = Language model
web-model-none = No model is set up (model.base_url); nothing needs one.
web-model-planner = Sessions from words are planned by: { $planner }.
web-model-suggests = It is asked after sessions.
web-model-silent = It is not asked after sessions (model.suggestions).
web-model-waits = A model is looking at this session; what it suggests appears here.
web-model-step-analyzer = Plan of a session
web-model-step-generator = Session spelled out
web-model-step-notes = Notes
web-model-step-read = Reading of lines
web-model-step-suggest = Suggestions
web-breaker-closed = at work
web-breaker-half_open = on trial
web-breaker-open = left alone

# The chat page (D-1)
web-chat = Chat
web-chat-link = Tell or ask in your own words
web-chat-said = What was said
web-chat-words = Your message
web-chat-placeholder = bench 3x8 80 kg, felt easy
web-chat-send = Send
web-chat-help = Say what you did, how you feel, or what to change. What I understood is shown back; what I did not, I ask.
web-chat-example-report = bench 3x8 @ 80kg rir 2
web-chat-example-today = what's today?
web-chat-example-pain = my elbow hurts a bit
web-chat-example-change = remove the last set of bench
web-chat-waiting = Kept here, sent when there is a network
web-chat-coach = Your coach
web-chat-suspended = Training is paused until you confirm that a professional has cleared you (/resume).
## The conversation (D-22): what is said, asked and offered
dialog-saved = Saved for { $date }: { $items }.
dialog-effort_from_word = I took "{ $word }" as RPE { $rpe }.
dialog-unparsed = I did not understand: "{ $text }".
dialog-flag_set = Noted: { $flag }. { $effect }
dialog-undo_done = Undone: { $what }.
dialog-no_question = There is no open question.
dialog-question_expired = That question has expired.
dialog-already_answered = Already answered: { $state }.
dialog-question-confirm_exercise = Did you mean { $name }?
dialog-question-which_exercise = Which exercise is "{ $raw }"?
dialog-question-unknown_exercise = Which exercise is "{ $raw }"?
dialog-question-new_exercise = What is "{ $raw }" like? Name an exercise that trains the same.
dialog-question-three_factor = Which is it: sets, reps and load in which order?
dialog-question-set_count_mismatch = The number of sets and the list of reps do not agree. Which is right?
dialog-question-rep_range_given = How many reps in each set?
dialog-question-list_outlier = One number is far from the others. What does it mean?
dialog-question-stray_number = What is { $number }: load, reps, or something else?
dialog-question-at_number = Is { $number } an effort or a load?
dialog-question-load_without_reps = { $load }: for which reps?
dialog-question-effort_conflict = Two efforts were named. Which one counts?
dialog-question-effort_out_of_range = An effort of { $rpe } is outside 1 to 10. What was it?
dialog-question-outlier = Is { $value } right?
dialog-question-date_far = That is long ago: { $date }. Is the day right?
dialog-question-duplicate_report = The same was saved { $minutes } min ago. Save it again?
dialog-question-replace_or_add = { $exercise } is saved for this day already: { $sets }. Replace or add?
dialog-question-pain_area = Where does it hurt?
dialog-question-pain_now = Does it hurt now?
dialog-question-clear_flag = Is it over: { $flag }?
dialog-question-log_or_plan = Change the plan, or what was logged?
dialog-question-confirm_edit = This will change: { $changes }. Do it?
dialog-question-rollback = This will change: { $changes }. Do it?
dialog-question-proposal = { $change }. Do it?
dialog-question-conflict = { $items }: the analysis wants { $changes }, against your own edit. What shall hold?
dialog-question-missing_items = Not mentioned: { $items }. Skipped?
dialog-question-resume = Do you confirm that a professional has cleared you, or that it was a misunderstanding?
dialog-question-forget = Shall I forget what was said here? Reports and plans stay.
dialog-question-illness = What about the session of today?
dialog-option-exercise = { $exercise }
dialog-option-exercise-other = another exercise: say its name
dialog-option-new_exercise = a new exercise
dialog-option-sets = { $sets } x { $reps }
dialog-option-load = load { $load }
dialog-option-reps = { $reps } reps
dialog-option-effort = RPE { $rpe }
dialog-option-each_set = I will say the reps of each set
dialog-option-ignore = leave it out
dialog-option-right = yes, it is right
dialog-option-wrong = no, leave it out
dialog-option-yes = yes
dialog-option-no = no
dialog-option-date = { $date }
dialog-option-today = today, { $date }
dialog-option-area = { $areas }
dialog-option-area-other = somewhere else: say where
dialog-option-replace = replace
dialog-option-add = add
dialog-option-log = what was logged
dialog-option-plan = the plan
dialog-option-later = later
dialog-option-cancel = cancel
dialog-option-confirm_edit-yes = do it
dialog-option-rollback-yes = do it
dialog-option-missing_items-yes = skipped
dialog-option-missing_items-later = will report later
dialog-option-illness-yes = skip it
dialog-option-illness-plan = make it easier
dialog-option-illness-no = leave it as it is
dialog-option-conflict-no = keep mine
dialog-option-conflict-yes = take the new one
dialog-option-conflict-add = meet halfway
dialog-option-resume-yes = yes, I am cleared
dialog-option-resume-no = no
dialog-one_exercise_per_message = Please send one exercise per message.
dialog-canceled = Nothing was changed.
dialog-question_waits = The question stays open.
dialog-refused = { $message }
    ({ $code })
dialog-unknown = I read nothing I can act on in: "{ $text }".
dialog-unknown_button = This button is unknown; maybe it is of an older version.
dialog-unknown_command = There is no command /{ $name }; /help lists them all.
dialog-unknown_command-nearest = There is no command /{ $name }; maybe /{ $nearest }?
dialog-wants = Like this: { $usage }
dialog-usage-lang = /lang en, /lang ru or /lang auto
dialog-usage-units = /units kg or /units lb
dialog-usage-quiet = /quiet 22-08
dialog-usage-weight = /weight 82.4
dialog-usage-rollback = /rollback monday, or /rollback pull-ups
dialog-usage-checkin = /checkin 4 80 60: readiness 1 to 5, sleep and battery 0 to 100
dialog-set = { $setting }: { $value }.
dialog-setting-lang = Language
dialog-setting-units = Unit of loads
dialog-setting-quiet = Quiet hours
dialog-language-en = English
dialog-language-ru = Russian
dialog-language-auto = as you write
dialog-forgotten = Forgotten. Reports and plans are as they were.
dialog-telegram_only = Accounts are linked with a messenger in the settings of the app.
dialog-in_the_app = Here: { $what }.
dialog-export = Everything of yours can be taken along; the files are in the settings of the app.
dialog-link-export = Exports
dialog-link-meals = Meals
dialog-help = Say what you did, how you are, or what shall change. Some examples:
    • bench 3x8 @ 80kg rir 2
    • pull-ups 7,7,6,5 rpe 8.5, elbow hurts
    • yesterday squat 5x5 100kg
    • remove the last sets
    • roll back Monday
    • why did my level drop?
    Commands: /today /plan /session /report /done /skip /pain /tired /checkin /weight
    /meals /why /proposals /undo /rollback /keep /review /month /records
    /resume /lang /units /quiet /export /forget /cancel
dialog-learned = I will know "{ $name }" as { $exercise } from now on.
dialog-added_exercise = { $exercise } is among your exercises now, like { $like }; the app has its details.
dialog-new_exercise = I do not know "{ $name }" yet, so it was not saved. Add it to your exercises in the app, then send it again.
dialog-item-skipped = skipped
dialog-item-rpe = RPE { $rpe }
dialog-each =  per side
dialog-warmup = warm-up { $sets }
dialog-unit-s = s
dialog-unit-m = m
dialog-version = The plan is at version { $number } now.
dialog-offer = { $change }? { $why }
dialog-more_offers = { $count ->
        [one] One more proposal waits: /proposals
       *[other] { $count } more proposals wait: /proposals
    }
dialog-next = Next time: { $items }.
dialog-record = Record: { $exercise }, { $kind } { $value }
dialog-skipped_items = Noted as skipped: { $items }.
dialog-report_later = Good, nothing is written for them yet.
dialog-session_over = That session is over; nothing was changed.
dialog-session_skipped = The session of { $date } is skipped.
dialog-session_done = The session of { $date } is closed.
dialog-session_planned = Planned:
dialog-nothing_to_skip = There is no session to skip on { $date }.
dialog-nothing_running = No session is running. Say what you did, or /today.
dialog-nothing_logged = Nothing is logged in this session yet. Say what you did, or /skip.
dialog-guide = Say each exercise with its sets, for example "bench 3x8 80kg rpe 8". Open today:
dialog-checked_in = Noted, thank you.
dialog-weight_saved = Body weight saved: { $weight }.
dialog-weight_mean = Mean of seven days: { $weight }.
dialog-weight_change = Change in 28 days: { $weight }.
dialog-kept = { $exercise } stays as it is for { $count ->
        [one] one day
       *[other] { $count } days
    }.
dialog-keep_what = Which exercise shall stay as it is? For example /keep bench 7
dialog-effect-pain = Nothing that loads it gets harder for now.
dialog-effect-pain-items = Nothing that loads it gets harder for now: { $items }.
dialog-effect-fatigue = Nothing gets harder until you are rested.
dialog-effect-illness = Nothing gets harder until you are well.
dialog-effect-paused = Training pauses until you are well.
dialog-effect-technique = It gets no harder until the form is good again.
dialog-effect-suspension = Training is suspended.
dialog-flag_cleared = No longer noted: { $flag }.
dialog-flag_stays = It stays noted.
dialog-flag_gone = not noted any more
dialog-flag_active = Noted: { $flag }
dialog-no_flag = Nothing is noted: { $flag }.
dialog-cleared_later = It stays noted; say so when it is over.
dialog-note-soreness = sore muscles
dialog-soreness = Sore muscles are noted; that is no injury.
dialog-see_professional = Please see a professional about it.
dialog-red_flag = Stop training now. What you describe can be serious. Please seek medical help; in an emergency call your local emergency number. I plan nothing until you confirm that a professional has cleared you (/resume).
dialog-self_harm = Thank you for telling me. You need not carry this alone: please call your local emergency number or a crisis line now, or tell someone close to you.
dialog-resumed = Good. Training goes on; start easily.
dialog-not_suspended = Training is not suspended.
dialog-which_exercise = Which exercise is "{ $raw }"?
dialog-which_exercise-near = Which exercise is "{ $raw }"? Maybe { $near }.
dialog-nothing_to_edit = There is nothing in the plan to change.
dialog-nothing_to_move = There is no session of the plan to move.
dialog-not_in_plan = { $exercise } is not in the plan.
dialog-one_set_stays = { $exercise } has one set; it stays.
dialog-no_difference = That is how the plan is already.
dialog-edited = Changed in the plan: { $changes }.
dialog-edited-session = Changed for this session: { $changes }.
dialog-swapped = In this session { $to } instead of { $from }.
dialog-easier = The next session has { $percent } % of its volume.
dialog-easier-one = { $exercise } has { $percent } % of its volume in the next session.
dialog-say_the_report_again = Send the report of that exercise again, then choose to replace it.
dialog-rolled_back = Rolled back: { $changes }.
dialog-nothing_to_undo = There is nothing to undo.
dialog-report_of = the report of { $date } ({ $items })
dialog-accepted = Done; the plan is at version { $number } now.
dialog-accepted_plain = Done.
dialog-rejected = Good, it stays as it is.
dialog-deferred = Good, later.
dialog-not_landed = It could not be done: { $why }.
dialog-settled = Settled: { $how }.
dialog-no_proposals = Nothing waits for your answer.
dialog-no_such_proposal = There is no proposal { $number } in what was listed last; /proposals lists them.
dialog-day = { $date }
dialog-free_day = Nothing is planned.
dialog-lighter = Lighter next time, { $percent } %: { $why }
dialog-no_plan = There is no plan yet. /session makes a session.
dialog-rolling_plan = No days are fixed. What the plan holds:
dialog-no_meals = No meals are planned for { $date }.
dialog-no_records = There are no records yet.
dialog-why-nothing = Nothing was decided in the last weeks.
dialog-why-no_rule = because no rule fired
dialog-button-more = more
dialog-button-undo = undo
dialog-button-accept = yes
dialog-button-reject = no
dialog-button-later = later
dialog-button-accept_number = accept { $number }
dialog-button-fine = it's fine ({ $flag })
dialog-button-clear_later = clear later
dialog-button-resume = I am cleared
dialog-button-session = plan a session
dialog-action-report = report
dialog-action-today = today
dialog-action-plan = plan
dialog-action-review = review
dialog-action-meals = meals
dialog-action-records = records
dialog-action-why = why
dialog-action-undo = undo
dialog-action-body_weight = body weight
dialog-action-help = help
error-rate_limited = Too many messages, wait { $retry_after_s } s.
title-rate_limited = Too many messages
error-message_too_long = Too long: at most { $limit }.
title-message_too_long = Message too long
error-not_saved = Not saved, please send it again.
title-not_saved = Not saved
error-future_date = a report is of today ({ $today }) or earlier
title-future_date = The day is to come
dialog-state-draft = in the making
dialog-state-pending = waits
dialog-state-accepted = accepted
dialog-state-rejected = rejected
dialog-state-deferred = put off
dialog-state-overridden = taken back
dialog-state-superseded = replaced
dialog-state-expired = expired
dialog-meal_logged = { $slot }: { $state }.
