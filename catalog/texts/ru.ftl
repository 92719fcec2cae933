# Все тексты regimen на русском. Каждый ключ есть и в en.ftl, с теми же фактами (GL-3).
# Атрибут с именем правила уточняет текст для этого правила.

## Причины: план

reason-manual = изменено: { $actor }
reason-manual_within_24h = ваша правка от { $when } в силе; вернусь к этому после следующей тренировки
reason-manual_override = тренировка шла по вашим целям
reason-contradiction = анализ противоречит вашей правке от { $when }: выберите
reason-compromise = среднее между { $manual } и { $auto }
reason-same_day_merge = две тренировки за день: учтена более поздняя
reason-rollback = { $slot }: возврат к версии { $n }
reason-undo = изменение версии { $n } отменено
reason-stale = значение уже { $current }, а не { $old }
reason-expired = нет ответа в срок
reason-orphan = упражнения или подхода больше нет в плане
reason-skipped_gate = пропущено перед тренировкой
reason-flag_veto = без повышения, пока активно: { $flag }
    .P-47 = обычная цель, пока активна отметка о самочувствии
reason-not_owner = { $engine } не управляет полем { $field }
reason-cooldown = то же предложено или отвечено менее { $days } дн. назад
reason-unresolved = такое же предложение ещё ждёт ответа или итога

## Причины: прогресс

reason-low_rpe = цель превышена при низкой нагрузке
reason-low_rpe_twice = два лёгких выполнения подряд
reason-comfort_twice = дважды подряд комфортно
reason-restoring = возврат к полной цели уровня
reason-consolidate = закрепляем уровень
reason-high_rpe = держим уровень из-за высокой нагрузки
reason-rpe_missing = не указано RPE
reason-comfort_missing = не указан комфорт
reason-confirming = нужно подтвердить ещё раз
reason-under_volume = выполнено { $pct } % цели
reason-max_effort = нагрузка выше 9
reason-discomfort = дискомфорт
reason-pain = отмечена боль
    .SF-5 = нагрузит болезненную область: { $area } (сила { $severity })
reason-pain_flag = без повышения, пока активно: { $flag }
reason-fatigue = без повышения, пока активно: { $flag }
    .RX-7 = признаки усталости: { $signs }; предлагается лёгкая неделя
    .L-13 = убрано, чтобы сегодня поберечь силы
    .AR-6 = признаки усталости: следующая тренировка легче
reason-technique = без повышения, пока активно: { $flag }
reason-illness = без повышения, пока активно: { $flag }
reason-suspended = без повышения, пока активно: { $flag }
reason-skip = пропуск
reason-skip_recovery = после перерыва нужны две стабильные тренировки
reason-rate_limited = между шагами нужны два успеха
reason-flexible_first = сначала меняются гибкие упражнения
reason-top_of_ladder = достигнут верхний уровень
reason-equipment = нет оборудования: { $equipment }
reason-deload = разгрузочная неделя
    .LD-6 = разгрузочная неделя: { $pct } % последнего рабочего веса
reason-late_report = отчёт позже более новой тренировки
reason-undone = вы отменили этот шаг { $date }
reason-above_range = выше { $low }–{ $high }
reason-rpe_falling = тренд нагрузки { $d }
reason-rpe_rising = тренд нагрузки { $d }
reason-miss_risk = риск недовыполнения { $pct } %
    .P-48 = риск недовыполнения { $pct } %: { $features }
reason-technique_lifted = техника снова в порядке, вспомогательное упражнение больше не нужно

## Причины: предложения

reason-rep_range_inferred = { $mode ->
        [target] на последних тренировках цель была { $low }
        [until_failure] последние подходы были до отказа
       *[other] ваши подходы укладываются в { $low }–{ $high }
    }
reason-overshoot = { $reps ->
        [one] { $reps } повтор
        [few] { $reps } повтора
       *[other] { $reps } повторов
    }, намного выше { $bound }, дважды
    .SG-13 = помощи больше не остаётся: попробуйте без неё
reason-top_of_range_twice = верх диапазона ({ $high }) две тренировки подряд
    .SG-13 = помощи больше не остаётся: попробуйте без неё
reason-over_target_twice = выше { $target } две тренировки подряд
    .SG-13 = помощи больше не остаётся: попробуйте без неё
reason-steady_reps = { $reps ->
        [one] { $reps } повтор
        [few] { $reps } повтора
       *[other] { $reps } повторов
    } { $unloaded ->
        [yes] дважды: попробуйте ещё один
       *[other] с { $load } дважды: попробуйте ещё один
    }
reason-below_range = { $of ->
        [4] ниже { $low } в { $n } из 4 тренировок
       *[other] ниже { $low } в { $n } из 3 тренировок
    }
reason-reduced_load = вы брали { $load } и сделали только { $reps }
reason-actual_weight_drift = вы трижды брали около { $load }
    .SG-13 = помощь вам больше не нужна: попробуйте без неё
reason-plateau = расчётный максимум не меняется 3 тренировки
reason-short_rest = отдых { $rest } с был коротким, повторы упали
reason-drop_without_base = дроп-сет без основного подхода
reason-warmup_as_working = разминка тяжёлая, как рабочий подход
reason-working_as_warmup = подход лёгкий, как разминка
reason-set_type_mismatch = дважды записан как { $type }
reason-first_load = первый записанный вес
reason-llm = предложено моделью: { $text }
reason-no_grid_step = меньший или больший вес не собрать
reason-strategy = другое изменение этого упражнения направлено в обратную сторону
reason-property = другое изменение того же значения важнее
reason-silenced = такие предложения не выполнялись или не помогали: до { $until } их не будет
reason-switched_off = выключено в ваших настройках

## Причины: итоги предложений

reason-outcome_good = сработало: предложено { $asked }, сделано { $done }
    .OU-8 = сработало
    .OU-9 = сработало, считает модель: { $model }
reason-outcome_too_aggressive = слишком много: предложено { $asked }, сделано { $done }, повторы: { $reps }
    .OU-8 = было слишком много
    .OU-9 = слишком много, считает модель: { $model }
reason-outcome_too_easy = слишком легко: предложено { $asked }, сделано { $done }, повторы: { $reps }
    .OU-8 = было слишком легко
    .OU-9 = слишком легко, считает модель: { $model }
reason-outcome_insufficient = недостаточно: предложено { $asked }, сделано { $done }, повторы: { $reps }
    .OU-8 = проблема не решена
    .OU-9 = недостаточно, считает модель: { $model }
reason-outcome_ignored = не выполнено: предложено { $asked }, сделано { $done }
    .OU-2 = следующие тренировки не дали ответа
    .OU-8 = не выполнено или ни к чему не привело
    .OU-9 = не выполнено, считает модель: { $model }

## Причины: тренировка

reason-pin = по вашей просьбе
reason-anchor = в { $count } из { $of } последних таких тренировок: сохраняем преемственность
reason-main_pick = лучшее основное движение для того, чего не хватает на этой неделе
reason-accessory_pick = лучше всего закрывает то, чего не хватает на этой неделе
reason-starter = часть стартовой тренировки для вашего оборудования
reason-coverage = добавляет в тренировку всего тела: { $category }
reason-already_selected = уже в тренировке
    .PV-3 = это упражнение уже есть в плане
reason-not_resistance = не силовое упражнение
reason-avoided = вы просили его избегать
reason-difficulty = слишком сложно для вашего опыта
reason-low_sfr = мало пользы при такой усталости
reason-scope = не работает ни на что из цели этой тренировки
reason-not_main = не подходит как основное движение
reason-rep_range = его повторы ({ $low }–{ $high }) не подходят под { $wantLow }–{ $wantHigh }
reason-pattern_limit = таких движений уже { $count }
reason-duplicate_isolation = то же самое уже делает { $other }
reason-volume_cap = { $muscle }: вышло бы больше { $ceiling } подх. за неделю
reason-time_budget = не помещается в { $minutes } мин
reason-pin_limit = в тренировке такой длины можно закрепить { $limit ->
        [one] только { $limit } упражнение
        [few] только { $limit } упражнения
       *[other] только { $limit } упражнений
    }
reason-readiness = легче из-за готовности { $readiness }
reason-return_after_break = легче после перерыва { $days } дн.
reason-hold_after_failure = без повышения после подхода ниже диапазона: не больше { $load }
reason-cap = { $muscle }: превышен недельный предел { $ceiling } подх.
reason-superset = чтобы сберечь время, в паре: { $other }
reason-pain_caution = может задеть больное место: { $area }; при боли остановитесь
reason-seek_medical_advice = сильная боль: { $area }. Покажитесь специалисту
reason-load_estimated = оценка для начала: подберите так, чтобы в запасе осталось { $reserve } повт.
reason-load_floor = легче самого лёгкого вашего веса: взято { $load }
reason-load_ceiling = тяжелее самого тяжёлого вашего веса: взято { $load }
reason-over_budget = около { $minutes } мин, на { $over } больше, чем есть
reason-over_mrv = { $muscle }: выше недельного предела { $ceiling } подх.
reason-cap_unresolved = { $muscle }: остаётся выше недельного предела { $ceiling } подх.
reason-unknown_history_exercise = { $exercise } из истории нет в каталоге, не учтено
reason-muscle_undertrained = { $muscle }: { $sessions ->
        [one] { $sessions } тренировка
        [few] { $sessions } тренировки
       *[other] { $sessions } тренировок
    } в неделю, лучше { $wanted }
reason-pattern_missing = на неделе нет движения: { $pattern }

## Причины: питание

reason-meal_planned = подходит для { $meal_type }: { $kcal } ккал, { $protein } г белка; лучшее из { $candidates }
reason-meal_pinned = закреплено вами
reason-meal_swapped = заменено: { $actor }
reason-meal_rebalanced = { $slot }: { $state }, порции пересчитаны
reason-meal_unsafe = содержит: { $allergen }
reason-replan_offer = { $cause }: изменится блюд: { $changes }
reason-expenditure_adapted = при { $intake } ккал вес меняется на { $slope } г/день: расход { $old } → { $new }
reason-floor_unreachable = { $nutrient }: не больше { $best } из { $required } с этими рецептами
reason-relax = получится, если { $change }
reason-recipe_incomplete = не планируется: неизвестно «{ $ingredient }»

## Причины: выводы отчётов

reason-pain_active = { $flag }: активно { $days ->
        [one] { $days } день
        [few] { $days } дня
       *[other] { $days } дней
    }
reason-load_excessive = Похоже, нагрузка стала излишней, проверь восстановление.
reason-stuck = { $exercise }: три отката подряд.
reason-low_completion = Выполнено тренировок: { $done } из { $planned }.
reason-conflict_open = Ждут вашего решения: { $n }, самое старое { $days } дн.
reason-level_lost = { $exercise }: уровень { $old } → { $new }.
reason-muscle_below_mev = { $muscle }: { $done } подх., две недели ниже полезного минимума { $mev }.
reason-strength_declining = { $exercise }: расчётный максимум { $pct } % за 6 тренировок.
reason-strength_improving = { $exercise }: расчётный максимум { $pct } % за 6 тренировок.
reason-effort_rising = Усилие изменилось на { $delta } RPE при том же объёме.
reason-effort_falling = Усилие изменилось на { $delta } RPE при том же объёме.
reason-level_gained = { $exercise }: уровень { $old } → { $new }.
reason-record = Новый рекорд: { $exercise }, { $value }.
    .A-22 = Больше не рекорд: { $exercise }, { $value }.
reason-on_plan = Выполнено { $done } из { $planned }, всё по плану.
reason-no_data = За неделю нет записей о тренировках.

## Тренировки: что говорится после отчёта (P-25..P-29)

recommend-over = { $actual } из { $target }, RPE { $rpe }: отличная работа. Дальше уровень { $level }: { $sets }.
recommend-over-free = { $actual } из { $target }, RPE { $rpe }: отличная работа. Дальше: { $sets }.
recommend-edge = Ровно по плану. Повторить уровень { $level } или попробовать { $next }? Может быть тяжело: остановитесь на RPE 9.
recommend-edge-free = Ровно по плану. Повторить или попробовать { $next }? Может быть тяжело: остановитесь на RPE 9.
recommend-under = Не хватило: { $unit ->
        [seconds] { $missing ->
            [one] { $missing } секунды
           *[other] { $missing } секунд
        }
        [meters] { $missing ->
            [one] { $missing } метра
           *[other] { $missing } метров
        }
       *[reps] { $missing ->
            [one] { $missing } повтора
           *[other] { $missing } повторов
        }
    }{ $sets_missing ->
        [0] { "" }
       *[other] { " " }(подходов: { $sets_missing })
    }. Новая цель { $new }.
recommend-under-variation = Можно попробовать: { $variation }.
recommend-effort = RPE { $rpe }: слишком тяжело, объём −{ $pct } %. Выспитесь и поешьте как следует до следующей тренировки.
recommend-skip = Один пропуск. Регулярность важна: не пропустите следующую тренировку.
recommend-skips = Пропусков подряд: { $count }. Регулярность важна; следующая тренировка легче ({ $pct } %).
recommend-skips-level = Вернуться на уровень { $level }?
recommend-auxiliary = Для техники: { $exercise }.
# Рабочие подходы с единицей: 5×6; 9, 9, 8; 3×50 с; 3×8 на сторону.
recommend-sets = { $sets }{ $unit ->
        [seconds] { " с" }
        [meters] { " м" }
       *[reps] { "" }
    }{ $per ->
        [side] { " на сторону" }
       *[both] { "" }
    }

## Тренировки: варианты выбора (P-13, P-14, P-26)

way-set_added = ещё один подход
way-load_added = отягощение, с нижней границы диапазона
way-harder_variation = более сложный вариант, с нижней границы диапазона
way-range_raised = диапазон повторов выше
way-easier_variation = более лёгкий вариант
way-set_removed = на подход меньше
way-technique_cue = те же числа, внимание технике
way-repeat = повторить уровень
way-next_level = попробовать следующий уровень
way-keep = оставить ваше значение
way-take = взять новое
way-compromise = среднее между ними
way-lighter = тренировка полегче
way-as_planned = тренировка как запланировано

## Питание: как получены цели (NT-1..NT-7)

target_step-body_weight = Масса тела: { $kg } кг, по { $weigh_ins } { $weigh_ins ->
        [one] взвешиванию
       *[other] взвешиваниям
    }
target_step-bmr = В покое: { $kcal } ккал при { $kg } кг, { $cm } см, возраст { $age }
target_step-life_activity = С повседневной активностью (× { $factor }): { $kcal } ккал
target_step-training = Тренировки: { $kcal } ккал в день, { $sessions } { $sessions ->
        [one] занятие
        [few] занятия
       *[other] занятий
    } за 7 дней
target_step-pregnancy = Беременность: ещё { $kcal } ккал
target_step-lactation = Кормление грудью: ещё { $kcal } ккал
target_step-tdee = Расход за день: { $kcal } ккал
target_step-expenditure = По вашему весу и питанию расход за день: { $kcal } ккал
target_step-deficit = Чтобы терять { $rate_pct } % массы тела в неделю: меньше на { $wanted } ккал
target_step-deficit_limit = Меньше не более чем на { $most } ккал, чтобы не вредить здоровью
target_step-energy_floor = Не ниже { $least } ккал
target_step-surplus = Чтобы набирать { $rate_pct } % массы тела в неделю: больше на { $wanted } ккал
target_step-surplus_limit = Больше не более чем на { $most } ккал
target_step-calories = Калории: { $exact } ккал, округлено до { $kcal } ккал
target_step-brought_calories = Калории: { $kcal } ккал, как задано вами
target_step-protein = Белок: { $per_kg } г на каждый из { $kg } кг, { $grams } г
target_step-brought_protein = Белок: { $grams } г, как задано вами
target_step-fat = Жиры: от { $min } до { $max } г
target_step-brought_fat = Жиры: от { $min } до { $max } г, как задано вами
target_step-carbs = Углеводы: ({ $kcal } ккал − { $protein_kcal } белка − { $fat_kcal } жиров) / 4 = { $grams } г
target_step-brought_carbs = Углеводы: { $grams } г, как задано вами
target_step-ceiling = Не больше { $kcal } ккал в любой день
target_step-brought_ceiling = Не больше { $kcal } ккал в любой день, как задано вами
target_step-day_split = Дни различаются на { $percent } %: { $training_kcal } ккал в дни тренировок ({ $training_days }), { $rest_kcal } ккал в остальные

## Питание: предупреждения (MF-2)

warning-energy_mismatch = { $food }: указано { $stated } ккал, а белки, жиры и углеводы дают { $computed } ккал
warning-supplement_ul = В добавках { $amount } { $nutrient }, безопасно не больше { $limit }
warning-goal_bounded = Цель требует изменения на { $wanted } ккал в день; безопасно { $given } ккал
warning-low_energy = { $given } ккал в день мало: безопасный минимум { $least } ккал
warning-nutrient_absent_in_pool = Ни в одном рецепте нет { $nutrient }
warning-exclusion_matches_nothing = «{ $term }» не встречается среди ингредиентов; возможно, опечатка
warning-allergens_by_name_only = Аллергены определены только по названиям ингредиентов; проверьте этикетки
warning-day_zero_unknown = Вчерашнего блюда { $recipe } нет среди рецептов, его повтор не исключён
warning-limit_not_enforced = Ни в одном рецепте не указано { $nutrient }, поэтому верхний предел не проверяется
warning-ceiling_unverified = День { $day }: { $nutrient } известно лишь для { $share } % еды, предел не гарантирован
warning-price_unknown = У { $recipe } нет цены, рецепт пропущен
warning-sodium_high = В плане { $total } мг натрия, больше двойной цели ({ $limit } мг)
warning-ceiling_exceeded = { $nutrient }: { $total }, больше рекомендуемых { $limit }
warning-soft_deficit = { $nutrient }: { $achieved } из { $full }, как и было запрошено
warning-leftover_expired = { $recipe }: остатки ({ $servings_pct } % порции) были годны до { $until }
warning-leftover_unknown = { $recipe }: остатки не предлагаются, потому что этого рецепта нет среди доступных для плана

## Питание: количества и календарь (ML-9)

amount-g = { $quantity } г
amount-kg = { $quantity } кг
amount-mg = { $quantity } мг
amount-oz = { $quantity } унц.
amount-lb = { $quantity } фунт.
amount-ml = { $quantity } мл
amount-l = { $quantity } л
amount-tsp = { $quantity } ч. л.
amount-tbsp = { $quantity } ст. л.
amount-fl_oz = { $quantity } жидк. унц.
amount-cup = { $quantity } { $quantity ->
        [one] стакан
        [few] стакана
        [many] стаканов
       *[other] стакана
    }
amount-pint = { $quantity } { $quantity ->
        [one] пинта
        [few] пинты
        [many] пинт
       *[other] пинты
    }
amount-quart = { $quantity } { $quantity ->
        [one] кварта
        [few] кварты
        [many] кварт
       *[other] кварты
    }
amount-piece = { $quantity } шт.
amount-small = { $quantity } шт. (мелк.)
amount-medium = { $quantity } шт. (средн.)
amount-large = { $quantity } шт. (крупн.)
amount-extra_large = { $quantity } шт. (очень крупн.)
amount-slice = { $quantity } × ломтик
amount-clove = { $quantity } × зубчик
amount-head = { $quantity } × головка
amount-bunch = { $quantity } × пучок
amount-bundle = { $quantity } × связка
amount-sprig = { $quantity } × веточка
amount-stalk = { $quantity } × стебель
amount-leaf = { $quantity } × лист
amount-floret = { $quantity } × соцветие
amount-spear = { $quantity } × побег
amount-ear = { $quantity } × початок
amount-wedge = { $quantity } × долька
amount-half = { $quantity } × половинка
amount-handful = { $quantity } × горсть
amount-pinch = { $quantity } × щепотка
amount-dash = { $quantity } × капелька
amount-dollop = { $quantity } × ложка с горкой
amount-drop = { $quantity } × капля
amount-scoop = { $quantity } × мерная ложка
amount-pat = { $quantity } × кусочек
amount-stick = { $quantity } × палочка
amount-cube = { $quantity } × кубик
amount-square = { $quantity } × квадратик
amount-block = { $quantity } × брикет
amount-bar = { $quantity } × плитка
amount-ball = { $quantity } × шарик
amount-sheet = { $quantity } × пласт
amount-patty = { $quantity } × котлета
amount-fillet = { $quantity } × филе
amount-steak = { $quantity } × стейк
amount-chop = { $quantity } × отбивная
amount-can = { $quantity } × банка
amount-jar = { $quantity } × баночка
amount-bottle = { $quantity } × бутылка
amount-glass = { $quantity } × бокал
amount-mug = { $quantity } × кружка
amount-shot = { $quantity } × рюмка
amount-container = { $quantity } × стаканчик
amount-packet = { $quantity } × пакетик
amount-pack = { $quantity } × упаковка
amount-cherry = { $quantity } × черри
amount-to_taste = по вкусу
ingredient-optional = { $ingredient } (по желанию)
meal-servings = Порций: { $servings }
meal-cook_batch = Приготовьте сразу { $servings } { $servings ->
        [one] порцию
        [few] порции
       *[other] порций
    }:
meal-from_batch = Из приготовленного { $date }; разогреть за { $minutes } мин

## Питание: предупреждения импорта (ND-8)

warning-servings_missing = Число порций не указано: считаем, что она одна
warning-left_out = Пропущено: { $found }
warning-column_missing = Нет столбца { $column }: его данные считаются неизвестными
warning-published_differs = На странице указано { $published } ккал на порцию, а по ингредиентам выходит { $computed } ккал
warning-tag_contradicted = Метка { $tag } снята: ей противоречит ингредиент «{ $ingredient }»
warning-duplicate_recipe_content = Почти то же самое, что рецепт { $recipe }
warning-unknown_food = Нет продукта с названием «{ $name }»{ $count ->
    [0] {""}
   *[other] ; возможно, { $nearest }
}
warning-ambiguous_food = «{ $name }» может означать разные продукты; возможно, { $candidates }
warning-no_conversion = { $ingredient }: неизвестно, сколько весит единица «{ $unit }» продукта { $food }; известны { $known_units }
warning-stopped_early = Поиск прерван: { $by ->
    [time] истекло время, { $millis } мс
   *[other] вами
}; если дать больше времени, план может найтись

## Ошибки: что не так со значением (GL-4)

title-bad_value = Недопустимое значение
title-catalog_invalid = Неверная запись каталога
title-unknown_muscle = Неизвестная мышца
title-unknown_pain_area = Неизвестная область тела
title-unknown_equipment = Неизвестное оборудование
title-unknown_exercise = Неизвестное упражнение
title-invalid_ladder = Неверная лестница уровней
title-invalid_rep_range = Неверный диапазон повторов
title-invalid_rep_target = Неверная цель по повторам
title-invalid_set_target = Неверная цель подхода
title-invalid_load = Неверный вес
title-invalid_rest = Неверный отдых
title-invalid_item = Неверный пункт плана
title-invalid_plan = Неверный план
title-invalid_version = Неверная версия плана
title-mode_needs_load = Прогрессу по весу нужен вес
title-mode_needs_ladder = Прогрессу по лестнице нужен уровень
title-invalid_session_state = Тренировка не может сделать этот шаг
title-invalid_session = Неверная тренировка
title-invalid_proposal = Неверное предложение
title-proposal_not_open = Предложение уже закрыто
title-consent_not_allowed = Такая настройка согласия здесь недопустима
title-reason_too_long = Слишком длинная причина
title-invalid_modifier = Неверная поправка тренировки
title-invalid_override = Неверная ручная правка
title-invalid_conflict = Неверный конфликт
title-invalid_checkin = Неверный отчёт о самочувствии
title-invalid_readiness = Готовность вне диапазона
title-invalid_flag = Неверная отметка
title-rpe_out_of_range = RPE вне диапазона
title-comfort_out_of_range = Комфорт вне диапазона
title-volume_out_of_range = Количество вне диапазона
title-invalid_progress = Неверная запись прогресса
title-invalid_evaluation = Неверная оценка
title-unknown_nutrient = Неизвестное вещество
title-invalid_food = Неверный продукт
title-impossible_composition = Невозможный состав продукта
title-invalid_recipe = Неверный рецепт
title-tag_contradicted = Ингредиент противоречит метке
title-no_conversion = Вес единицы неизвестен
title-unknown_food = Неизвестный продукт
title-ambiguous_food = Название подходит к нескольким продуктам
title-unreadable_import = Не удаётся прочитать импорт
title-incomplete_food = У продукта не указана калорийность, белки, жиры или углеводы
title-missing_time = Не указано время приготовления
title-out_of_range = Данные о теле вне допустимых пределов
title-minor_not_supported = До 18 лет числа должен задать тренер
title-goal_not_allowed = Такая цель сейчас недопустима
title-not_enough_data = Недостаточно данных
title-slots_not_sorted = Время приёмов пищи не по порядку
title-bad_busyness = Занятость вне диапазона
title-invalid_meal = Неверный приём пищи
title-invalid_slot_state = Приём пищи не может сделать этот шаг
title-invalid_tuning = Значение Tuning вне диапазона
title-unknown_field = Неизвестное поле
title-empty_pool = не из чего выбирать: нет рецептов
title-duplicate_recipe = рецепт указан дважды
title-bad_horizon = число дней вне диапазона
title-empty_day = день без приёмов пищи
title-too_many_slots = слишком много приёмов пищи в день
title-bad_time = это не время суток
title-unknown_pin = закреплённого блюда нет среди рецептов
title-pin_out_of_range = закреплённому блюду нет места
title-duplicate_pin = два закреплённых блюда на одном месте
title-negative_carbs = на углеводы ничего не остаётся
title-fat_range_inverted = диапазон жиров перевёрнут
title-schedule_length = расписание не совпадает с числом дней
title-unknown_demographic = неизвестная группа
title-bad_option = параметр вне диапазона
title-batch_too_old = остатки хранятся слишком долго
title-target_muscles_required = Тренировке части тела нужны мышцы
title-invalid_intent = Неизвестное направление тренировки
title-invalid_goal = Неизвестная цель
title-invalid_training_age = Неизвестный опыт
title-invalid_session_minutes = Длительность вне диапазона
title-invalid_days_per_week = Дней в неделю вне диапазона
title-invalid_week_in_block = Неделя вне блока
title-future_history = Тренировка истории в будущем
title-no_safe_exercise = Не осталось безопасных и доступных упражнений
title-training_paused = Тренировки приостановлены
title-unknown_template = Неизвестный шаблон
title-unknown_item = В плане нет такого пункта
title-empty_report = Отчёт без подходов
title-nothing_to_roll_back = Откатывать нечего
title-plan_archived = План в архиве
title-version_taken = План одновременно изменён
title-stale_change = Значение с тех пор изменилось
title-stale_proposal = Предложения больше не подходят к плану
title-conflict_resolved = Конфликт уже решён
title-not_your_athlete = Это не ваш спортсмен
title-not_found = Не найдено
title-gate_open = Сначала нужно ответить на открытые предложения
title-no_plan = У тренировки нет плана
title-invalid_step = Недопустимый шаг веса
title-invalid_verified = Проверка заполнена неверно
title-invalid_answer = Ответ модели непонятен

## Мышцы

muscle-chest = грудь
muscle-lats = широчайшие
muscle-upper_back = верх спины
muscle-front_delts = передние дельты
muscle-side_delts = средние дельты
muscle-rear_delts = задние дельты
muscle-quads = квадрицепсы
muscle-hamstrings = задняя поверхность бедра
muscle-glutes = ягодицы
muscle-biceps = бицепс
muscle-triceps = трицепс
muscle-calves = икры
muscle-core = кор
muscle-lower_back = поясница
muscle-forearms = предплечья
muscle-adductors = приводящие
muscle-abductors = отводящие
muscle-abs = пресс

## Области тела

area-neck = шея
area-shoulder = плечо
area-elbow = локоть
area-wrist = запястье
area-upper_back = верх спины
area-low_back = поясница
area-chest = грудь
area-hip = тазобедренная область
area-knee = колено
area-ankle = голеностоп
area-foot = стопа
area-other = неназванная область

## Движения

pattern-horizontal_push = горизонтальный жим
pattern-vertical_push = вертикальный жим
pattern-horizontal_pull = горизонтальная тяга
pattern-vertical_pull = вертикальная тяга
pattern-squat = присед
pattern-hinge = наклон в тазобедренных
pattern-lunge = выпад
pattern-carry = переноска
pattern-horizontal_adduction = сведение рук
pattern-horizontal_abduction = разведение назад
pattern-shoulder_abduction = подъём рук в стороны
pattern-shoulder_flexion = подъём рук вперёд
pattern-shoulder_extension = тяга прямыми руками
pattern-scapular_elevation = шраги
pattern-elbow_flexion = сгибание рук
pattern-elbow_extension = разгибание рук
pattern-wrist_flexion = сгибание кистей
pattern-wrist_extension = разгибание кистей
pattern-knee_extension = разгибание ног
pattern-knee_flexion = сгибание ног
pattern-hip_extension = разгибание бедра
pattern-hip_abduction = отведение бедра
pattern-hip_adduction = приведение бедра
pattern-ankle_plantarflexion = подъём на носки
pattern-trunk_flexion = скручивание
pattern-trunk_extension = разгибание корпуса
pattern-rotation = поворот корпуса
pattern-anti_rotation = удержание от поворота
pattern-anti_extension = удержание от прогиба
pattern-locomotion = передвижение
pattern-mobility = подвижность

## Трети тренировки всего тела

category-push = жим
category-pull = тяга
category-lower = ноги

## Оборудование

equipment-barbell = штанга
equipment-ez_bar = EZ-гриф
equipment-trap_bar = трэп-гриф
equipment-plates = блины
equipment-dumbbell = гантели
equipment-kettlebell = гиря
equipment-weight_belt = пояс для отягощения
equipment-medicine_ball = медбол
equipment-rack = стойка
equipment-bench = скамья
equipment-incline_bench = регулируемая скамья
equipment-bench_low = низкая скамья
equipment-step = степ
equipment-box = тумба
equipment-dip_bars = брусья
equipment-pull_up_bar = турник
equipment-rings = кольца
equipment-mat = коврик
equipment-ab_wheel = ролик для пресса
equipment-landmine = лэндмайн
equipment-preacher_bench = скамья Скотта
equipment-back_extension_bench = скамья для гиперэкстензии
equipment-sliders = слайдеры
equipment-smith = машина Смита
equipment-cable = блок
equipment-cable_dual = двойной блок
equipment-lat_pulldown = верхний блок
equipment-seated_row = горизонтальный блок
equipment-chest_press_machine = тренажёр для жима от груди
equipment-shoulder_press_machine = тренажёр для жима вверх
equipment-pec_deck = бабочка
equipment-row_machine = тренажёр для тяги
equipment-lateral_raise_machine = тренажёр для средних дельт
equipment-leg_press = жим ногами
equipment-hack_squat_machine = гакк-машина
equipment-belt_squat = присед с поясом
equipment-leg_extension = разгибание ног
equipment-leg_curl = сгибание ног
equipment-calf_machine = тренажёр для икр
equipment-hip_machine = тренажёр для бёдер
equipment-assisted_pull_up = гравитрон
equipment-band = резиновая лента
equipment-sled = сани
equipment-treadmill = беговая дорожка
equipment-stationary_bike = велотренажёр
equipment-air_bike = аэробайк
equipment-elliptical = эллипс
equipment-rower = гребной тренажёр
equipment-stair_climber = степпер
equipment-jump_rope = скакалка

## Направления тренировки

intent-push = жимы
intent-pull = тяги
intent-legs = ноги
intent-upper = верх тела
intent-lower = низ тела
intent-full_body = всё тело
intent-body_part = часть тела

## Признаки усталости

sign-low_readiness = низкая готовность
sign-stalled_lifts = основные движения стоят на месте

## Что повышает риск недовыполнения

miss-days_since_last = перерыв в этом упражнении
miss-completion_1 = прошлый результат
miss-completion_2 = позапрошлый результат
miss-completion_3 = результат три раза назад
miss-completion_mean = последние десять результатов
miss-rpe_1 = прошлая нагрузка
miss-rpe_2 = позапрошлая нагрузка
miss-rpe_3 = нагрузка три раза назад
miss-rpe_trend = тренд нагрузки
miss-streak_success = успехи подряд
miss-skips = пропуски
miss-since_target_change = число тренировок с новой целью
miss-target_to_best = цель близка к личному максимуму
miss-volume_pct = облегчённый объём
miss-fatigue = усталость
miss-pain = боль
miss-readiness = готовность
miss-sleep_score = сон
miss-recent_volume = объём за последнюю неделю
miss-weekday = день недели
miss-slot_time = время дня
miss-position = место в тренировке
miss-type = вид упражнения
miss-base_rate = общая доля недовыполнений

## Отметки

flag-fatigue = усталость
flag-pain = боль
flag-technique = техника
flag-illness = болезнь
flag-suspension = приостановка

## Как снимается отметка (P-53)

cleared-clean_sessions = снято: на следующих тренировках не повторилось
cleared-easy_sessions = снято: две лёгкие тренировки подряд
cleared-quiet_days = снято: две недели без признаков

## Советы по восстановлению (P-49)

trigger-hard_sessions = на этой неделе раз за разом нагрузка 9 и выше
trigger-pain_marks = боль не раз за две недели
trigger-fatigue = несколько признаков усталости
trigger-high_rpe = нагрузка 9 две тренировки подряд
trigger-max_effort = нагрузка выше 9
trigger-lasting_pain = сильная или повторяющаяся боль
advice-sleep = Сон прежде всего: коротких или плохих ночей за неделю: { $nights }. Старайтесь спать не меньше 7 часов.
advice-sleep_general = Сон прежде всего: старайтесь спать не меньше 7 часов.
advice-nutrition = Ешьте достаточно: в последние дни энергии было { $energy } % от плана, белка — { $protein } %.
advice-nutrition_general = Ешьте достаточно, белок в каждый приём пищи: без еды тренировка не строит.
advice-rest_day = Возьмите день отдыха: тренировок за последние 4 дня: { $sessions }.
advice-deload = Пора сделать неделю полегче: недель без разгрузки: { $weeks }.
advice-see_professional = Пожалуйста, покажитесь специалисту: { $area }.

## Архив прогресса (P-24)

progress-archiving = Архивирую старые записи: аналитика может обновиться с задержкой.

## Предложения: чему научили прежние и почему правило молчит

effect-single_step = только один шаг: прошлое повышение оказалось слишком большим
effect-smaller_step = шаг меньше: два последних повышения оказались слишком большими
effect-larger_step = шаг больше: два последних повышения оказались слишком лёгкими
effect-more_samples = трижды вместо двух раз: два последних повышения оказались слишком большими
effect-larger_decrease = снижение больше: прошлого не хватило
guard-mode = не для упражнений с таким режимом
guard-not_done = на этой тренировке не выполнялось
guard-switched_off = предложения для этого упражнения выключены
guard-rep_mode = не для такого счёта повторов
guard-not_representative = тренировка была легче плана
guard-sessions = слишком мало тренировок по нынешнему плану
guard-drop_sets = дроп-сеты ничего не говорят о весе
guard-earlier_rule = уже сработало более раннее правило
guard-flag = пока отметка активна, ничего не усложняется
guard-no_load = нет веса, который можно менять
guard-no_sets = нет выполненного подхода, который можно учесть
guard-reps = повторы не дают повода
guard-load = веса не дают повода
guard-estimate = расчётный максимум меняется или неизвестен
guard-rest = отдых не даёт повода
guard-set_type = типы подходов как в плане
guard-no_policy = нет ни прежнего диапазона, ни обычных повторов
guard-as_planned = в плане уже так
number-ago = тренировок назад: { $value }
number-below = нужно ниже { $value }
number-estimate = оценка { $value }
number-flag = { $value }
number-heaviest = самый тяжёлый { $value }
number-have = есть { $value }
number-load = взято { $value }
number-mode = { $value }
number-need = нужно { $value }
number-reps = повторы: { $value }
number-rule = { $value }
number-target = по плану { $value }
mode-ladder = уровни
mode-range = диапазон
mode-load = вес
mode-fixed = без изменений
rep_mode-not_set = повторы не заданы
rep_mode-target = цель
rep_mode-range = диапазон
rep_mode-until_failure = до отказа
set_type-warmup = разминка
set_type-working = рабочий подход
set_type-drop = дроп-сет
set_type-super = суперсет
set_type-failure = подход до отказа

## Кто действует

actor-athlete = вы
actor-coach = ваш тренер
actor-system = программа
engine-level_progression = прогресс уровней
engine-prescription_rules = правила нагрузки
engine-selection = подбор упражнений
engine-session_planner = планировщик тренировки
engine-meal_planner = планировщик питания
engine-miss_model = прогноз недовыполнения
engine-llm = модель
engine-user = вы
engine-coach = ваш тренер
engine-system = программа

## Поля изменения

field-load = вес
field-level = уровень
field-variation = вариант
field-set_count = подходы
field-reps = повторы
field-seconds = секунды
field-meters = метры
field-per = стороны
field-ladder = навык
field-set_type = тип подхода
field-rep_mode = режим повторов
field-rep_low = меньше всего повторов
field-rep_high = больше всего повторов
field-rep_target = цель по повторам
field-rest_all = отдых
field-rest = отдых после подхода
field-difficulty = сложность
field-min_sets = минимум подходов
field-rest_mode = режим отдыха
field-effort_target = усилие
field-exercise = упражнение
field-slot_weekday = день недели
field-slot_date = дата
field-slot_time = время дня
field-order = порядок
field-role = роль
field-tier = ступень
field-superset = суперсет
field-progression_mode = вид прогресса
field-recipe = рецепт
field-servings = порции
field-meal_time = время еды
field-pinned = закреплено
field-weekly_sessions = тренировок в неделю
field-session_minutes = минут на тренировку
field-deload_week = эта неделя
change-new = { $field } { $value } (раньше не было)
change-gone = { $field } { $value } → нет
deload_week-0 = по плану
deload_week-1 = лёгкая неделя
field-session_volume = объём следующей тренировки

## Что версия сделала с пунктом плана (PV-9)

did-advance = следующий уровень
did-regress = шаг назад
did-restore = возврат к полной цели
did-advance_range = больше: выше диапазона
did-regress_range = меньше: ниже диапазона
did-load_up = больше вес
did-load_down = меньше вес
did-reps_up = больше повторов
did-reps_down = меньше повторов
did-set_added = добавлен подход
did-set_removed = убран подход
did-set_type = изменён тип подхода
did-rep_policy = задан диапазон повторов
did-rest_up = дольше отдых
did-rest_down = короче отдых
did-difficulty_up = немного сложнее
did-difficulty_down = немного легче
did-exercise_added = добавлено упражнение
did-exercise_removed = убрано упражнение
did-exercise_replaced = упражнение заменено
did-moved = перенесено
did-manual = изменено вручную
did-rollback = откат
did-undo = отменено
did-compromise = компромисс

## О чём говорят запросы к плану

thing-version = версия
thing-proposal = предложение
thing-conflict = конфликт
thing-override = правка
proposal-draft = черновик
proposal-pending = ожидает ответа
proposal-accepted = принято
proposal-rejected = отклонено
proposal-deferred = отложено
proposal-overridden = отменено вручную
proposal-superseded = заменено
proposal-expired = истекло

## Тренировка как страница: занятия, подбор, замены

fact = { $fact }
load-per_side = { $load } на руку
load-assistance = помощь { $load }
load-added = +{ $load }
load-bodyweight = свой вес
amount-seconds = { $count } с
amount-meters = { $count } м

session-title = { $intent }, { $date }: около { $minutes } из { $budget } мин, { $phase ->
    [deload] разгрузочная неделя
   *[other] неделя { $week } из { $length }
}
session-warmup = Сначала { $minutes } мин лёгкой общей разминки, затем:
session-column-exercise = УПРАЖНЕНИЕ
session-column-sets = ПОДХОДЫ
session-column-load = ВЕС
session-column-effort = RPE
session-column-rest = ОТДЫХ
session-each-side = на каждую сторону
session-plates = { $count ->
    [0] пустой гриф { $bar }
   *[other] гриф { $bar }, с каждой стороны { $plates }
}
session-ramp = разминка { $sets }
session-superset = Упражнения с одним номером делаются по очереди, по подходу.
session-effort = RPE 8 значит: остановиться за 2 повтора до отказа.
session-why = ПОЧЕМУ
session-not-taken = НЕ ВОШЛО
session-volume = ПОДХОДЫ ЗА НЕДЕЛЮ ВМЕСТЕ С СЕГОДНЯШНИМИ
session-warnings = ОБРАТИТЕ ВНИМАНИЕ

volume-column-muscle = МЫШЦА
volume-column-planned = ПЛАН
volume-column-target = ЦЕЛЬ
volume-below = не хватает { $delta }
volume-on = в цели
volume-over = лишних { $delta }
volume-deferred = ещё { $delta } на этой неделе
volume-helper = попутно
volume-too-much = больше, чем полезно

select-column-score = ОЦЕНКА
select-column-why = ПОЧЕМУ
select-runners-up = СЛЕДУЮЩИЕ ПО ОЦЕНКЕ
select-refused = ОТКЛОНЕНО
filter-count = { $filter }: { $count }
filter-already_selected = уже в тренировке
filter-not_resistance = не силовое упражнение
filter-equipment = нет оборудования
filter-avoided = вы просили избегать
filter-pain = нагрузит болезненную область
filter-difficulty = слишком сложно для вашего опыта
filter-low_sfr = мало пользы при такой усталости
filter-scope = не для цели этой тренировки
filter-not_main = не подходит как основное движение
filter-rep_range = повторы не подходят под цель
filter-pattern_limit = такого движения уже достаточно
filter-duplicate_isolation = то же самое делает другое упражнение
filter-volume_cap = выше недельного предела
filter-time_budget = не помещается во время

score-muscleDeficitScore = нехватка мышц
score-targetednessScore = самая нужная мышца
score-sfrScore = польза за усталость
score-lengthenedScore = растяжение
score-preferenceScore = любимое
score-movementDiversityScore = новое движение
score-continuityScore = преемственность
score-timeFitScore = по времени
score-recencyPenalty = было недавно
score-redundancyPenalty = повторение
score-fatigueCostPenalty = усталость
score-secondaryGoalScore = вторая цель
score-painCautionPenalty = больное место

this-week-title = { $deload ->
    [0] Неделя с { $date }, в блоке { $week }-я
   *[other] Неделя с { $date }, разгрузочная
}
this-week-due = { $count ->
    [0] Следующая тренировка: { $due }. Она последняя.
   *[other] Следующая тренировка: { $due }. Затем: { $rest }.
}
this-week-done = На этой неделе всё сделано.
this-week-volume = ПОДХОДЫ ЗА НЕДЕЛЮ
volume-column-done = СДЕЛАНО
volume-no-weeks = Ни одна неделя ещё не подсчитана.
volume-exercises = СРЕДНИЕ ЗА 28 ДНЕЙ
volume-column-week = НЕДЕЛЯ С
volume-column-exercise = УПРАЖНЕНИЕ
volume-column-times = РАЗ
volume-column-mean = ОБЪЁМ
volume-column-effort = RPE

substitute-title = Чем заменить: { $exercise }
substitute-none = Сейчас нечем заменить: { $exercise }
substitute-column-patterns = ТО ЖЕ ДВИЖЕНИЕ
substitute-column-muscles = ТЕ ЖЕ МЫШЦЫ
substitute-others = ТАКЖЕ ВОЗМОЖНЫ
substitute-refused = ПОХОЖИ, НО СЕЙЧАС НЕ ДЛЯ ВАС

week-title = Эта неделя: { $overall } из 100, { $label }.
week-excellent = отлично
week-good = хорошо
week-fair = неплохо
week-weak = слабо
week-poor = плохо
week-coverage = как часто работают мышцы
week-push-pull = жимы и тяги
week-splits = подходов на жимы { $push }, на тяги { $pull }
week-patterns = движения
week-patterns-all = есть все
week-patterns-missing = не хватает: { $patterns }
week-volume = объём по мышцам
week-suggestions = ЧТО ПОМОЖЕТ БОЛЬШЕ ВСЕГО
week-muscles = МЫШЦЫ
week-column-sessions = ТРЕНИРОВОК
week-column-wanted = НУЖНО
week-column-useful = ПОЛЕЗНО
week-sessions = ПО ЧЕМУ ОЦЕНЕНЫ ТРЕНИРОВКИ
week-from-template = ваш шаблон { $id }
week-from-session = ваша тренировка { $id }
week-unestimated = неизвестно: нет ни шаблона, ни прежней тренировки

simulate-title = { $schedule }, { $age }, { $minutes } мин
schedule-ppl1 = жимы, тяги и ноги раз в неделю
schedule-ul2 = верх и низ тела дважды в неделю
schedule-ppl2 = жимы, тяги и ноги дважды в неделю
schedule-fb3 = всё тело трижды в неделю
simulate-week = НЕДЕЛЯ { $number }: { $phase ->
    [deload] разгрузка
   *[other] { $week }-я в блоке
}, подходов: { $sets }
simulate-minutes = { $minutes } мин
simulate-muscles = ПОДХОДЫ ПО МЫШЦАМ И НЕДЕЛЯМ
simulate-figures = ПОКАЗАТЕЛИ
simulate-fewest = упражнений в самой короткой тренировке
simulate-removed = упражнений убрано недельными пределами
simulate-over-ceiling = мышц выше недельного предела
simulate-over-budget = тренировок длиннее, чем отведено
simulate-below-mev = мышц ниже полезного минимума в худшую неделю
simulate-mains-repeated = основных движений сохраняется от недели к неделе
simulate-variety = вспомогательных упражнений меняется за блок

verify-result = { $count ->
    [0] Тренировка соблюдает все правила.
    [one] Тренировка нарушает { $count } правило:
    [few] Тренировка нарушает { $count } правила:
   *[other] Тренировка нарушает { $count } правил:
}

calibrate-title = Калибровка
calibrate-result = Верно ранжированы { $scenarios } из { $of_scenarios } сценариев (VF-1), верно составлены { $golden } из { $of_golden } эталонных тренировок (VF-2).
calibrate-passes = верно
calibrate-fails = НЕВЕРНО
calibrate-ranked = { $exercise }: { $score }, ожидалось { $expected }
calibrate-golden = { $exercise }: подходов { $sets }, оценка { $score } (ожидалось { $expected })
calibrate-unexpected = другое
calibrate-seconds = { $seconds } с, ожидалось { $expected } с.
calibrate-runs = VF-3: восемь недель на модели
calibrate-sessions = Тренировки для просмотра: вторая неделя, средний опыт, гипертрофия, есть всё оборудование
calibrate-column-number = №
calibrate-column-schedule = неделя
calibrate-column-age = опыт
calibrate-column-exercises = упражнений
calibrate-column-below = < MEV
calibrate-column-mains = прежние
calibrate-column-sets = подходы по неделям
supersets-none = без суперсетов
supersets-when_time_limited = суперсеты, если мало времени
supersets-preferred = лучше с суперсетами

catalog-column-key = КЛЮЧ
catalog-column-name = НАЗВАНИЕ
catalog-column-muscle = МЫШЦА
catalog-column-tier = МЕСТО
catalog-column-exercises = ВСЕГО
catalog-column-patterns = ДВИЖЕНИЙ
catalog-column-push = ЖИМЫ
catalog-column-pull = ТЯГИ
catalog-column-legs = НОГИ
catalog-count = { $count ->
    [one] { $count } упражнение
    [few] { $count } упражнения
   *[other] { $count } упражнений
}
catalog-ladders = Лестниц: { $count }, в них навыков на время, выносливость или подвижность: { $skills }
catalog-findings = { $count ->
    [0] Ошибок нет.
    [one] { $count } ошибка.
    [few] { $count } ошибки.
   *[other] { $count } ошибок.
}
catalog-kind = вид
catalog-movement = движение
catalog-primary = работают
catalog-secondary = помогают
catalog-equipment = нужно
catalog-no-equipment = ничего
catalog-or = {" "}или{" "}
catalog-amount = повторы в подходе
catalog-difficulty = для кого
catalog-fatigue = усталость
catalog-joints = нагрузка на суставы
catalog-not-with = не при боли
catalog-easier = легче
catalog-harder = труднее
catalog-cues = ПОДСКАЗКИ
catalog-technique = ТЕХНИКА
catalog-column-kind = ВИД
catalog-column-recipes = РЕЦЕПТОВ
catalog-column-least = НУЖНО
catalog-column-minutes = МИН
catalog-column-kcal = ККАЛ
catalog-column-protein = БЕЛКИ
catalog-column-fat = ЖИРЫ
catalog-column-carbs = УГЛЕВ.
catalog-foods = { $count ->
    [one] { $count } продукт
    [few] { $count } продукта
   *[other] { $count } продуктов
}
catalog-recipes = { $count ->
    [one] { $count } рецепт
    [few] { $count } рецепта
   *[other] { $count } рецептов
}
catalog-any = все
catalog-within = не дольше { $minutes } минут
catalog-meals = когда
catalog-time = время
catalog-minutes = { $minutes ->
    [one] { $minutes } минута
    [few] { $minutes } минуты
   *[other] { $minutes } минут
}
catalog-servings = порций
catalog-servings-of = { $count } по { $mass }
catalog-tags = особенности
catalog-allergens = аллергены
catalog-no-allergens = нет
catalog-keeps = хранится
catalog-keeps-days = { $days ->
    [one] { $days } день
    [few] { $days } дня
   *[other] { $days } дней
}, { $minutes ->
    [0] едят холодным
    [one] разогреть за { $minutes } минуту
    [few] разогреть за { $minutes } минуты
   *[other] разогреть за { $minutes } минут
}
catalog-ingredients = ПРОДУКТЫ
catalog-to-taste = по вкусу
catalog-steps = ПРИГОТОВЛЕНИЕ
catalog-nutrition-serving = В ПОРЦИИ
catalog-nutrition-100g = В 100 Г
catalog-also = ещё называют
catalog-estimated = по оценке
catalog-source-sr28 = USDA SR28, NDB { $number }
catalog-source = источник

meal_type-breakfast = завтрак
meal_type-lunch = обед
meal_type-dinner = ужин
meal_type-snack = перекус
meal_type-pre_workout = перед тренировкой
meal_type-post_workout = после тренировки
tag-vegetarian = вегетарианское
tag-vegan = веганское
tag-pescatarian = без мяса
tag-gluten_free = без глютена
tag-dairy_free = без молочного
tag-freezable = можно заморозить
tag-no_cook = без варки и жарки
tag-one_pot = в одной посуде
allergen-peanut = арахис
allergen-tree_nut = орехи
allergen-milk = молоко
allergen-egg = яйца
allergen-gluten = глютен
allergen-wheat = пшеница
allergen-soy = соя
allergen-fish = рыба
allergen-crustacean = ракообразные
allergen-mollusc = моллюски
allergen-sesame = кунжут
allergen-mustard = горчица
allergen-celery = сельдерей
allergen-lupin = люпин
allergen-sulphite = сульфиты

nutrient-calories = калории
nutrient-protein_g = белок
nutrient-fat_g = жиры
nutrient-carbs_g = углеводы
nutrient-vitamin_a_ug = витамин A
nutrient-vitamin_c_mg = витамин C
nutrient-vitamin_d_iu = витамин D
nutrient-vitamin_e_mg = витамин E
nutrient-vitamin_k_ug = витамин K
nutrient-b1_thiamine_mg = витамин B1
nutrient-b2_riboflavin_mg = витамин B2
nutrient-b3_niacin_mg = витамин B3
nutrient-b5_pantothenic_acid_mg = витамин B5
nutrient-b6_pyridoxine_mg = витамин B6
nutrient-b12_cobalamin_ug = витамин B12
nutrient-folate_ug = фолаты
nutrient-calcium_mg = кальций
nutrient-copper_mg = медь
nutrient-iron_mg = железо
nutrient-magnesium_mg = магний
nutrient-manganese_mg = марганец
nutrient-phosphorus_mg = фосфор
nutrient-potassium_mg = калий
nutrient-selenium_ug = селен
nutrient-sodium_mg = натрий
nutrient-zinc_mg = цинк
nutrient-fiber_g = клетчатка
nutrient-omega_3_g = омега-3
nutrient-omega_6_g = омега-6
nutrient-retinol_ug = ретинол
nutrient-folic_acid_ug = фолиевая кислота
nutrient-saturated_fat_g = насыщенные жиры
nutrient-sugar_g = сахар
nutrient-cholesterol_mg = холестерин
unit-kcal = { $amount } ккал
unit-g = { $amount } г
unit-mg = { $amount } мг
unit-ug = { $amount } мкг
unit-iu = { $amount } МЕ
kind-resistance = силовое
kind-conditioning = кардио
kind-mobility = подвижность
kind-prehab = профилактика
tier-bodyweight = без оборудования
tier-dumbbells = гантели
tier-home = дом
tier-gym = зал
age-beginner = новичок
age-intermediate = средний опыт
age-advanced = опытный
stress-low = низкая
stress-medium = средняя
stress-high = высокая

## Прогресс на странице: что отчёт меняет в пункте плана

decision-advance = следующий уровень
decision-hold = повторить
decision-regress = шаг назад
decision-advance_range = больше: выше диапазона
decision-hold_range = повторить
decision-regress_range = меньше: ниже диапазона
decision-none = записано
progress-next = В следующий раз { $sets }.
progress-next-level = В следующий раз { $sets }, уровень { $level }.
progress-lighter = Следующая тренировка легче: { $percent } %.
progress-offer = Или { $what }: { $exercise }, { $sets }.
progress-none = За эти дни записей нет.
progress-earlier = { $count ->
        [one] Ещё { $count } более ранняя запись не показана; её покажет --last
        [few] Ещё { $count } более ранние записи не показаны; их покажет --last
       *[many] Ещё { $count } более ранних записей не показано; их покажет --last
    }
progress-column-target = ЗАДАНО
progress-column-effort = RPE
progress-column-decision = РЕШЕНИЕ
progress-level = уровень { $ordinal } из { $of }
progress-lately = Успехов подряд: { $streak }; пропусков из последних десяти: { $skips }; усилие { $trend }.
progress-record = { $date }: { $done } из { $asked }, { $decision }
rpe_trend-rising = растёт
rpe_trend-falling = снижается
rpe_trend-flat = прежнее
rpe_trend-unknown = пока неизвестно
proposals-fired = сработало
progress-repeated = Уже было в отчёте, нового нет
offer-next_level = попробовать следующий уровень
offer-easier_ladder = перейти к навыку попроще
offer-easier_variation = взять вариант полегче
offer-previous_level = вернуться на уровень
offer-harder_ladder = перейти к следующему навыку
offer-auxiliary = добавить упражнение для техники

## Предложения на странице: что предлагается и что из этого вышло

suggest-none = Менять нечего: план соответствует сделанному.
suggest-set = подход { $number }
suggest-deferred = Отложено
suggest-dropped = Не предлагается
suggest-superseded = { $count ->
        [one] { $count } прежнее предложение уступает.
        [few] { $count } прежних предложения уступают.
       *[other] { $count } прежних предложений уступают.
    }
outcome-pending = пока неизвестно
outcome-good = сработало
outcome-too_aggressive = слишком много
outcome-too_easy = слишком легко
outcome-insufficient = недостаточно
outcome-ignored = не выполнялось
outcome-user_modified = изменено вручную
outcome-sure = уверенность { $percent } %
outcome-waits = учтено тренировок: { $have } из { $needed }
bar-undecided = ответа ещё нет
bar-settled = итог уже подведён
bar-other_engine = оценивается в другом месте
bar-before_decision = тренировка началась до ответа
bar-unfinished = тренировка не закончена
bar-not_performed = упражнение не выполнялось
bar-not_representative = тренировка была легче плана
bar-not_in_plan = этого больше нет в плане
bar-set_not_completed = подход не выполнен
bar-no_later_set = после отдыха ничего не сделано
bar-no_interval = отдых неизвестен
bar-no_verdict = сказать ничего нельзя

## Планы на странице: версии, что не применено, что открыто

plan-version = { $number }  { $when }  { $source }, { $actor }, { $status }
plan-not_applied = Не применено
plan-refused = Отклонено
plan-open = Открытые вопросы
plan-conflicts = Конфликты
plan-overrides = Задано вручную и под защитой
version_source-initial = первая версия
version_source-auto = применено
version_source-accepted = принято
version_source-manual = правка
version_source-rollback = откат
version_source-undo = отмена
version_source-resolution = решение
version_source-import = импорт
version_status-draft = черновик
version_status-pending_confirmation = ждёт ответа
version_status-active = действует
version_status-superseded = заменена
version_status-rejected = отклонена
resolution-manual = ваше значение остаётся
resolution-auto = взято новое значение
resolution-compromise = посередине
resolution-later_wins = остаётся более поздняя правка
resolution-open = ждёт ответа

## Питание на странице: планы, цели и почему плана нет

meals-title = Питание на { $days ->
    [one] { $days } день
    [few] { $days } дня
   *[other] { $days } дней
}{ $from ->
    [none] {""}
   *[other] {" "}с { $from }
}
meals-date = { $weekday }, { $day } { $month }
meals-date-short = { $weekday } { $day }
meals-day = день { $day }
meals-days = все дни
meals-at = { $day }, { $time }
meals-column-meal = БЛЮДО
meals-column-minutes = МИН
meals-column-kcal = ККАЛ
meals-column-protein = БЕЛОК
meals-column-protein-g = БЕЛОК, Г
meals-column-fat-g = ЖИРЫ, Г
meals-column-carbs-g = УГЛЕВОДЫ, Г
meals-training = – тренировка до { $end } –
meals-pot = приготовлено: { $at }
meals-totals = ИТОГО ЗА ДЕНЬ / ЦЕЛЬ
meals-totals-note = ! – отклонение больше 10 % или жиры вне нормы.
meals-floors = ДОЛЯ ОТ ПОТРЕБНОСТИ { $days ->
    [one] ЗА ДЕНЬ
    [7] ЗА НЕДЕЛЮ
    [few] ЗА { $days } ДНЯ
   *[other] ЗА { $days } ДНЕЙ
}
meals-floors-note = ! – потребность не закрыта.
meals-floors-single = ! – потребность не закрыта; за один день закрывать всё не обязательно.
meals-found = { $attempts ->
    [0] Найдено: { $stage }.
    [one] Найдено: { $stage }, { $attempts } попытка.
    [few] Найдено: { $stage }, { $attempts } попытки.
   *[other] Найдено: { $stage }, { $attempts } попыток.
}
meals-checked = Подтверждено проверками: { $checks }.
meals-alternatives = ДРУГИЕ ПЛАНЫ
meals-alternative = План { $number }
stage-A = простой поиск
stage-B = исправление
stage-C = точный поиск
stage-C-lp = оценка границ
stage-C-restricted = точный поиск по лучшим рецептам
stage-C-full = точный поиск
stage-static = проверка до поиска
stage-polish = { $stage } и доводка

meals-why-rank = { $rank }-е из { $candidates }: лучшие ни к чему не привели
meals-why-score = оценка { $total }: { $parts }
meals-why-next = следующее: { $recipe }, { $total }
meals-why-fills = из недостающего даёт: { $fills }
meals-why-fill = { $nutrient } { $percent } %
meals-why-removed = не подошли: { $removed }
meals-why-repaired = исправляет: { $repaired }
meals-why-repair = { $constraint } ({ $before } → { $after })
meals-why-batch = порция из приготовленного впрок
part-N = калории и БЖУ
part-M = витамины и минералы
part-S = сытость
part-B = баланс
part-C = время
part-P = предпочтения

failure-FM-1 = Плана нет: для некоторых приёмов пищи слишком мало подходящих рецептов.
failure-FM-2 = Плана нет: из этих рецептов не собрать день в пределах целей и норм.
failure-FM-3 = Плана нет: его не допускают закреплённые блюда.
failure-FM-4 = Плана нет: отдельные дни возможны, но вместе они не дают всего нужного.
failure-FM-5 = План не найден в пределах бюджета. Возможно, он существует.
failure-unproved-FM-1 = План не найден: для некоторых приёмов пищи слишком мало подходящих рецептов.
failure-unproved-FM-2 = План не найден: какой-то день не укладывается в цели и нормы.
failure-unproved-FM-3 = План вокруг закреплённых блюд не найден.
failure-unproved-FM-4 = План не найден: вместе дни не дают всего нужного.
failure-unproved-FM-5 = План не найден в пределах бюджета. Возможно, он существует.
proof-proved = Это доказано: { $method }.
proof-searched = Это не доказано: исправление и точный поиск по лучшим рецептам ничего не нашли.
proof-unknown = Это не доказано.
method-static = видно ещё до поиска
method-exhaustive = перебраны все варианты
method-lp = это следует из границы для всех планов, проверенной в целых числах
method-milp = точный поиск закрыл все ветви
method-none = никаким методом
failure-cause = ЧТО МЕШАЕТ
failure-slot = { $at }: { $eligible ->
    [0] не подходит ни один рецепт
    [one] подходит только { $eligible } рецепт
    [few] подходят только { $eligible } рецепта
   *[other] подходят только { $eligible } рецептов
}
failure-slot-removed = { $slot }; отсеяли: { $removed }
failure-removed = { $rule } – { $count }
failure-high = { $name } { $value }, допустимо не больше { $bound } (лишние { $delta })
failure-low = { $name } { $value }, нужно не меньше { $bound } (не хватает { $delta })
failure-off = { $name } { $value } (отклонение { $delta })
meals-about = { $at }: { $what }
failure-left = { $at }: остаётся { $kcal } ккал, белка { $protein } г, жиров от { $fat_min } до { $fat_max } г, углеводов { $carbs } г; свободных приёмов пищи: { $slots }
failure-column-nutrient = ВЕЩЕСТВО
failure-column-required = НУЖНО
failure-column-achieved = БЛИЖАЙШИЙ ПЛАН
failure-column-possible = ВОЗМОЖНО
failure-structural = недостижимо само по себе
failure-marginal = достижимо, но не вместе с остальным
failure-spent = Попыток: { $attempts }, возвратов: { $backtracks }.
failure-lp-limit = Ни один план не закроет больше { $percent } % всех потребностей сразу.
failure-lp-open = Оценка границ не исключает, что план есть.
failure-conflict = ВМЕСТЕ ЭТО НЕВЫПОЛНИМО; БЕЗ ЛЮБОГО ИЗ УСЛОВИЙ ПЛАН ЕСТЬ
failure-relaxations = ЧТО ПОМОЖЕТ, НАЧИНАЯ С НАИМЕНЬШЕГО
failure-achievable = ЧТО ДОСТИЖИМО
failure-achievable-bound = Не больше { $percent } % всех потребностей сразу.
failure-achievable-found = Ближайший план закрывает { $percent } %.
failure-achievable-alone = { $nutrient } отдельно: не больше { $amount }.
failure-closest = БЛИЖАЙШИЙ ПЛАН
failure-misses = ЧТО В НЁМ НЕ ТАК
rule-HC-1 = исключённые продукты
rule-HC-2 = блюдо не чаще раза в день
rule-HC-3 = время готовки
rule-HC-4 = верхние пределы
rule-HC-5 = потолок калорий
rule-HC-6 = закреплённые блюда
rule-HC-8 = без повтора на следующий день
rule-MV-3 = цели дня
rule-MV-4 = потребности за все дни
rule-MO-2 = приготовленное впрок
rule-MO-4 = ваши собственные границы
rule-MO-5 = диета и метки
rule-MO-6 = разнообразие
rule-MO-7 = стоимость
rule-FC-1 = калории
rule-FC-2 = белки, жиры и углеводы
rule-FC-3 = верхние пределы
rule-FC-4 = потребности за все дни
rule-FC-5 = мало рецептов на день
rule-FC-6 = оценка границ
rule-tags = диета и метки
pin-hc1 = { $recipe }: содержит исключённое
pin-hc2 = { $recipe }: закреплено в этот день дважды
pin-hc3 = { $recipe }: готовится дольше, чем есть времени
pin-hc5 = { $recipe }: одно это блюдо выше потолка калорий
pin-hc8 = { $recipe }: закреплено и на следующий день
pin-tags = { $recipe }: не подходит под диету или метки
pin-joint_ceiling = закреплённые блюда вместе выше потолка калорий
pin-ul = закреплённые блюда вместе выше верхнего предела
pin-day_macros = закреплённые блюда не укладываются в цели дня
pin-budget = рядом с закреплёнными блюдами ничего не помещается
pin-batch = приготовленное впрок не сочетается с закреплёнными блюдами
conflict-between = { $name } { $low }–{ $high }
conflict-low = { $name } не меньше { $low }
conflict-high = { $name } не больше { $high }
change-fat_range = допустить жиров { $low }–{ $high } г
change-tolerance = допустить для калорий, белка и углеводов ± { $percent } % вместо 10 %
change-fraction = довольствоваться { $percent } % нормы: { $nutrient }
change-fraction-all = довольствоваться { $percent } % всех потребностей
change-cooking_time = не ограничивать готовку при занятости { $level }
change-repetition = разрешить одно блюдо два дня подряд
change-exclusion = разрешить «{ $term }»
change-pin = освободить: { $at }
change-ceiling = поднять потолок до { $kcal } ккал в день
change-and = { $one } и { $other }

meals-progress = Поиск: { $stage } { $percent } %{ $broken ->
    [none] {""}
   *[other] , нарушений у лучшего плана: { $broken }
} (Ctrl-C – стоп)
meals-timing = Чтение { $read } мс, решение { $solved } мс.
meals-left-out = НЕ ПЛАНИРУЕТСЯ
meals-left-out-allergen = не планируется: неизвестно, какие аллергены содержит «{ $ingredient }»

targets-title = В день: { $kcal } ккал, белка { $protein } г, жиров { $fat_min }–{ $fat_max } г, углеводов { $carbs } г
targets-ceiling = Не больше { $kcal } ккал в любой день.
targets-steps = КАК ЭТО ПОЛУЧЕНО
targets-days = ОСОБЫЕ ДНИ
targets-nutrients = ВИТАМИНЫ, МИНЕРАЛЫ И ПРОЧЕЕ НА КАЖДЫЙ ДЕНЬ
targets-floor = не меньше { $amount }
targets-ceiling-of = не больше { $amount }
targets-range = около { $amount }
targets-info = { $amount }, для сведения
targets-advisory = { $bound }, как совет
targets-fraction = { $bound }, достаточно { $percent } %

meals-verify = { $count ->
    [0] План соблюдает все правила, проверок: { $checks }.
    [one] План нарушает { $count } правило:
    [few] План нарушает { $count } правила:
   *[other] План нарушает { $count } правил:
}

sheet-title = Меню с { $from } по { $to }
sheet-date = { $date }
sheet-energy = { $kcal } ккал
sheet-day = { $kcal } ккал, белка { $protein } г
sheet-list = Список покупок

meals-shopping = СПИСОК ПОКУПОК
meals-shopping-title = Список покупок на { $days ->
    [one] { $days } день
    [few] { $days } дня
   *[other] { $days } дней
}
meals-shopping-empty = Покупать ничего не нужно.
meals-shopping-unknown = РЕЦЕПТЫ НЕ ИЗ КАТАЛОГА, ИХ ПРОДУКТОВ В СПИСКЕ НЕТ
meals-shopping-have = { $line } (уже в корзине)

weekday-1 = понедельник
weekday-2 = вторник
weekday-3 = среда
weekday-4 = четверг
weekday-5 = пятница
weekday-6 = суббота
weekday-7 = воскресенье
weekday_short-1 = пн
weekday_short-2 = вт
weekday_short-3 = ср
weekday_short-4 = чт
weekday_short-5 = пт
weekday_short-6 = сб
weekday_short-7 = вс
month-1 = января
month-2 = февраля
month-3 = марта
month-4 = апреля
month-5 = мая
month-6 = июня
month-7 = июля
month-8 = августа
month-9 = сентября
month-10 = октября
month-11 = ноября
month-12 = декабря

for_meal-breakfast = завтрака
for_meal-lunch = обеда
for_meal-dinner = ужина
for_meal-snack = перекуса
for_meal-pre_workout = еды перед тренировкой
for_meal-post_workout = еды после тренировки
for_meal-none = этого дня

nutrient-cost = стоимость

shop_section-produce = ОВОЩИ И ФРУКТЫ
shop_section-meat_fish = МЯСО И РЫБА
shop_section-dairy_eggs = МОЛОЧНОЕ И ЯЙЦА
shop_section-bakery = ХЛЕБ
shop_section-grains_pasta = КРУПЫ, МАКАРОНЫ, БОБОВЫЕ
shop_section-canned = КОНСЕРВЫ
shop_section-frozen = ЗАМОРОЖЕННОЕ
shop_section-spices_oils = СПЕЦИИ, МАСЛА, СОУСЫ
shop_section-nuts_dried = ОРЕХИ, СЕМЕЧКИ, СУХОФРУКТЫ
shop_section-drinks = НАПИТКИ
shop_section-other = ПРОЧЕЕ

## Командная строка: ошибки, подсказки, настройки

# Добавляется к сообщению, если факт `nearest` содержит имя, которое, вероятно, имелось в виду.
maybe = может быть, `{ $nearest }`
maybe-advice = может быть, { $nearest }
flow-fault-values = ожидается: { $expected }, найдено: { $found }

# GL-4: одно сообщение на код ошибки и заголовок, одинаковый для всех случаев; совет стоит
# вместо `maybe`, когда похожего имени нет.

problem-label = ошибка:

error-usage = { $reason ->
    [unknown_argument] неизвестный аргумент `{ $argument }`
    [unknown_command] неизвестная команда `{ $command }`
    [bad_value] `{ $value }` не подходит для `{ $argument }`; допустимо: { allowed }
    [missing_value] для `{ $argument }` нужно значение
    [missing_argument] не хватает `{ $argument }`
    [missing_command] не указана команда
    [repeated] `{ $argument }` указан больше одного раза
    [conflict] `{ $argument }` нельзя указать вместе с `{ $other }`
    [no_value] `{ $argument }` не принимает значения
    [not_text] введён не текст в UTF-8
   *[other] введённое не подходит к команде
}
title-usage = Командная строка не понята

error-unknown_document = нет документа `{ $name }`; { $count ->
    [0] в этой версии их пока нет
   *[other] есть { $known }
}
title-unknown_document = Неизвестный документ
error-unknown_entry = { $field }: в каталоге нет упражнения, рецепта или продукта `{ $found }`
advice-unknown_entry = упражнения покажет `regimen catalog list`, остальное `list recipes` и `list foods`
title-unknown_entry = Нет в каталоге

error-unknown_setting = неизвестная настройка `{ $key }` ({ $from ->
    [environment] переменная окружения
   *[other] { $from }
})
title-unknown_setting = Неизвестная настройка
advice-unknown_setting = все настройки покажет `regimen config template`

error-bad_setting = `{ $value }` не подходит для настройки `{ $key }` (источник: { $from }); допустимо: { allowed }
title-bad_setting = Недопустимое значение настройки

error-ambiguous_setting = { $first } и { $second } заданы одновременно; настройку `{ $key }` может задать только одна из них
title-ambiguous_setting = Настройка задана дважды

error-malformed_file = { $file }:{ $line }:{ $column }: это не TOML: { $message }
title-malformed_file = Файл настроек не является TOML

error-malformed_json = { $file }:{ $line }:{ $column }: это не JSON: { $flaw }
title-malformed_json = Документ не является JSON

error-malformed_yaml = { $file }:{ $line }:{ $column }: это не YAML: { $message }
title-malformed_yaml = Документ не является YAML

error-invalid_document = { $line ->
    [0] { $file }
   *[other] { $file }:{ $line }:{ $column }
}: { $reason ->
    [unknown_field] неизвестное поле `{ $field }`
    [missing_field] нет поля `{ $field }`
    [list] на месте объекта с именованными полями стоит список
    [repeated_field] поле `{ $field }` указано дважды
    [wrong_kind] { $found }, ожидается { $expected }
    [wrong_value] { $found } { $value }, ожидается { $expected }
    [unknown_word] `{ $found }`, ожидается одно из: { $allowed }
   *[other] { $message }
}
title-invalid_document = Документ не подходит
advice-invalid_document = { $document ->
    [list_of_items] в файле список упражнений: `regimen plan create --help` показывает такой
    [body] что принимает этот вызов, сказано в /api/docs
    [query] что принимает этот вызов, сказано в /api/docs
   *[other] верный пример покажет `regimen schema { $document } --example`
}
part-body = тело запроса
part-query = параметры запроса
json-flag = true или false
json-whole = целое число
json-number = число
json-text = текст
json-list = список
json-object = объект
json-nothing = null
json-date = дата вида 2026-03-01
json-id = идентификатор
json-flaw-end = он обрывается
json-flaw-rest = за его концом есть что-то ещё
json-flaw-comma = перед концом списка или объекта стоит запятая
json-flaw-separator = здесь нужна запятая или конец списка или объекта
json-flaw-colon = здесь нужно двоеточие
json-flaw-key = имя поля пишется в кавычках
json-flaw-number = число не читается
json-flaw-letter = текст в кавычках не читается
json-flaw-depth = слишком глубокая вложенность
json-flaw-value = здесь нужно значение

# Значения, которые отклоняет движок: первый текст для всех, у кого нет своего.
error-bad_value = { $field }: { $found }, допустимо: { $expected }
error-several = недопустимые значения ({ $count }):
error-not_found = { $what } { $id }{ $dated ->
    [yes] {" "}на { $date }
   *[no] {""}
}: не найдено
error-proposal_not_open = предложение { $id } уже { $state }, другой ответ невозможен
error-conflict_resolved = { $what } { $id }: уже решено, ответ не нужен
error-plan_archived = план «{ $title }» в архиве; сначала сделайте его активным
error-nothing_to_roll_back = { $slot }: { $why ->
        [no_item] в плане там ничего нет
        [first] с первой версии там ничего не менялось
        [never] эта версия ничего не изменила, отменять нечего
       *[same] план уже такой
    }
error-stale_change = { $field }: сейчас { $current }, а не { $old }
error-unknown_field = { $field }: неизвестное поле
advice-unknown_field = допустимо: { $expected }
error-unknown_muscle = { $field }: неизвестная мышца `{ $found }`
advice-unknown_muscle = известны { $allowed }
error-unknown_pain_area = { $field }: неизвестная область тела `{ $found }`
advice-unknown_pain_area = известны { $allowed }
error-unknown_equipment = { $field }: неизвестное оборудование `{ $found }`
advice-unknown_equipment = известны { $allowed }
error-unknown_exercise = { $field }: в каталоге нет упражнения `{ $found }`
advice-unknown_exercise = все упражнения покажет `regimen catalog list`
error-target_muscles_required = { $field }: для части тела нужна хотя бы одна мышца
error-future_history = { $field }: { $found }, это позже, чем `now`
error-training_paused = тренировок нет, пока активно: { $flag }; сначала восстановитесь
error-no_safe_exercise = не осталось безопасных и возможных упражнений; отклонены

error-unreadable_file = не удалось прочитать { $file }{ $from ->
    [default] {""}
   *[other] {" "}(на него указывает { $from })
}: { $why ->
    [missing] такого файла нет
    [denied] нет прав доступа
    [folder] это папка
    [not_text] это не текст в UTF-8
   *[other] { $os }
}
title-unreadable_file = Файл не читается

error-write_failed = не удалось записать { $file ->
    [stdout] вывод
   *[other] { $file }
}: { $why ->
    [denied] нет прав доступа
    [full] не осталось места
    [file] это файл, а не папка
    [in_file] часть пути — файл, а не папка
   *[other] { $os }
}
title-write_failed = Не удалось записать результат

error-internal = regimen { $version } остановился из-за дефекта в { $place }; пожалуйста, сообщите эту строку на { $report }
title-internal = Дефект программы

# Что принимает настройка или аргумент, по виду.
allowed = { $kind ->
    [choice] одно из { $allowed }
    [switch] true или false
    [path] путь
    [address] IP-адрес и порт, например 127.0.0.1:8080 или [::1]:8080
    [networks] IP-адреса и сети через запятую
    [url] URL, который начинается с одного из { $allowed }
    [number] целое число от { $low } до { $high }
    [number_from] целое число, { $low } или больше
    [decimal] число от { $low } до { $high }, не более двух знаков после запятой
    [key] текст не короче { $low } знаков
    [place] папка или адрес, который начинается с одного из { $allowed }
    [date] дата, например 2026-03-09
    [instant] момент времени, например 2026-03-09T18:00:00Z
    [id] идентификатор, например 0198c0de-0000-7000-8000-000000000001
    [entry_key] ключ из знаков a-z, 0-9 и _
   *[text] непустой текст
}

# Что говорят команды.
usage-hint =
    Вызов:   { $usage }
    Справка: { $help }
man-written = { $count ->
    [one] Записана { $count } страница
    [few] Записаны { $count } страницы
   *[many] Записано { $count } страниц
} в { $dir }
man-hint = Прочитать первую: man { $first }
schema-none = В этой версии документов пока нет.
config-file = Файл настроек: { $path }
config-no-file = Файл настроек: нет
config-looked = (искали { $path })
config-unset = не задано
config-default = по умолчанию
config-column-key = НАСТРОЙКА
config-column-value = ЗНАЧЕНИЕ
config-column-from = ИСТОЧНИК

# Хранилище.
error-stale_revision = запись уже изменили: здесь известна версия { $given }, действует { $current }
title-stale_revision = Уже изменено
error-future_instant = { $field }: { $found } больше чем на сутки впереди, сейчас { $now }
title-future_instant = В будущем
error-not_set_up = пока нет ни одной учётной записи со спортсменом
title-not_set_up = Не настроено
advice-not_set_up = создайте её: `regimen account create LOGIN`, или посмотрите пример: `regimen demo`
error-whose = здесь несколько учётных записей: { $logins }
title-whose = Чья?
advice-whose = укажите нужную: --as LOGIN
error-store_busy = базу данных кто-то занял и не отпускает
title-store_busy = База данных занята
advice-store_busy = попробуйте чуть позже
error-store_full = там, где база данных, кончилось место; ничего не изменено
title-store_full = Нет места
error-store_unreachable = база данных недоступна: { $why }
title-store_unreachable = Нет базы данных
error-store_refused = сервер базы данных отказал: { $why }
title-store_refused = База данных отказала
advice-store_refused = проверьте адрес базы данных (`database_url`, --database-url), роль и пароль
error-store_newer = базу записала более новая версия (схема { $found }); эта знает { $known }
title-store_newer = База новее
advice-store_newer = установите новую версию regimen
error-store_damaged = не читается строка таблицы { $table }: { $message }
title-store_damaged = База данных повреждена
advice-store_damaged = проверьте `regimen doctor` и восстановите резервную копию
error-store_torn = { $file ->
    [unknown] база данных повреждена: { $message }
   *[other] база данных { $file } повреждена: { $message }
}
title-store_torn = База данных повреждена
advice-store_torn = сохраните её копию и восстановите резервную копию: `regimen restore FILE --data NEW-FOLDER`
error-nothing_here = в { $place } ничего нет
title-nothing_here = Здесь ничего не хранится
advice-nothing_here = возможно, имелась в виду другая папка (--data) или база данных (--database-url); чтобы начать: `regimen serve`, `regimen account create LOGIN` или `regimen restore FILE`
error-gate_open = { $count ->
    [one] перед тренировкой ждёт ответа { $count } предложение
    [few] перед тренировкой ждут ответа { $count } предложения
   *[other] перед тренировкой ждут ответа { $count } предложений
}
advice-gate_open = ответьте на каждое или начните с --accept-suggestions либо --skip-suggestions
title-sets_logged = Подходы уже записаны
error-sets_logged = в этой тренировке уже записаны подходы, пропуск их скрыл бы; завершите её или исправьте
error-invalid_session_state = тренировка ({ $from }) не может стать: { $to }
error-version_taken = план в тот же миг изменил кто-то ещё; здесь ничего не изменено
advice-version_taken = повторите
error-no_plan = плана тренировок пока нет
advice-no_plan = создайте его: `regimen plan create`, или дайте составить тренировку: `regimen session plan`
error-not_your_athlete = для этого спортсмена вам это не разрешено; нужно право: { $scope }
thing-athlete = спортсмен
thing-account = учётная запись
thing-session = тренировка
thing-exercise = упражнение
thing-plan = план
thing-item = пункт
thing-flag = флаг
thing-modifier = облегчение
thing-trace = след
scope-read = смотреть
scope-log = записывать
scope-plan = менять план
scope-meals = менять питание
session_status-planned = запланирована
session_status-active = идёт
session_status-summary = закончена
session_status-done = выполнена
session_status-skipped = пропущена

# Сохранённое, в терминале.
error-ambiguous_exercise = «{ $found }» подходит к нескольким упражнениям: { $names }{ $more ->
    [0] {""}
   *[other] {" "}и ещё { $more }
}
title-ambiguous_exercise = Так называются несколько упражнений
advice-ambiguous_exercise = напишите название полнее или укажите ключ
error-unknown_suggestion = { $count ->
    [0] предложения «{ $found }» нет: ответа ничего не ждёт
    [one] предложения «{ $found }» нет: ждёт только { $marks }
   *[other] предложения «{ $found }» нет: ждут ответа { $marks }
}
title-unknown_suggestion = Нет такого предложения
advice-unknown_suggestion = список покажет `regimen proposals`; подойдёт и id или `all`
error-no_session = { $state ->
    [running] сейчас тренировка не идёт
    [summary] нет тренировки, чьи итоги ждут ответа
    [reported] не нашлось тренировки с отчётом
    [any] не нашлось тренировки
   *[planned] нет запланированной тренировки
}{ $date ->
    [none] {""}
   *[other] {" "}на { $date }
}
title-no_session = Нет тренировки
advice-no_session = { $step ->
    [look] в плане этот день есть: `regimen today --date { $day }` покажет его
    [list] `regimen session list` покажет тренировки последних недель
    [finish] одна ещё идёт: завершите её: `regimen session finish`
    [wait] итоги видны после `regimen session finish`, пока их не закроют
    [start] начните сегодняшнюю: `regimen session start`
    [start_on] начните ту, что на { $day }: `regimen session start --date { $day }`
    [name] ближайшая на { $day }: добавьте `--date { $day }`, если речь о ней
    [make_and_start] составьте её: `regimen session plan`, затем `regimen session start`
   *[make] составьте её: `regimen session plan`, или укажите --id
}
error-not_in_session = в тренировке нет { $found }; в ней: { $exercises }
title-not_in_session = Нет в тренировке
advice-not_in_session = { $state ->
    [active] добавьте: `regimen session add { $found }`
   *[other] добавить можно в тренировку, которая идёт: `regimen session add { $found }`
}
store-session = тренировка
store-session-title = { $about }, { $date } ({ $state })
store-column-day = ДЕНЬ
store-column-about = ЧТО
store-column-state = СОСТОЯНИЕ
store-column-exercises = УПРАЖНЕНИЯ
store-column-done = СДЕЛАНО
store-column-slot = ДЕНЬ
store-column-mode = РАСТЁТ
store-column-e1rm = РАСЧ. МАКС.
store-column-record = РЕКОРД
store-column-value = ЗНАЧЕНИЕ
store-column-title = ПЛАН
store-column-domain = О ЧЁМ
store-column-version = ВЕРСИЯ
store-column-flag = ФЛАГ
store-column-severity = СИЛА
store-column-since = С КАКИХ ПОР
store-column-readiness = ГОТОВ
store-column-sleep = СОН
store-column-pulse = ПУЛЬС
store-column-pain = БОЛЬ
store-no-sessions = За это время тренировок нет.
store-lighter = сегодня легче: { $percent } %
store-still-running = Тренировка { $date } ещё идёт: `regimen session show` покажет её, `regimen session finish` завершит.
store-next-start = Начать: regimen session start
store-next-start-on = Начать: regimen session start --date { $date }
store-next-log = Записать подходы: regimen session log 1 60x10, затем: regimen session finish
store-next-summary = Дальше: regimen session leave
store-decided = РЕШЕНО
store-applied = ПРИМЕНЕНО
store-records = НОВЫЕ РЕКОРДЫ
store-more-records = { $count ->
    [one] и ещё { $count }
    [few] и ещё { $count }
   *[other] и ещё { $count }
}
store-suggested = ПРЕДЛАГАЕТСЯ
store-answer = Ответить: regimen proposals accept all или по одному, по меткам слева.
store-advice = СОВЕТ
store-new-version = Это версия { $number } плана; отменить её: regimen plan undo { $number }
store-today = { $date }
store-slots = ЗАПЛАНИРОВАНО
store-put-there = так решили: { $actor }, { $date } (версия { $version })
store-nothing-today = Ничего не запланировано. Составить тренировку: regimen session plan
store-flags = УЧИТЫВАЕТСЯ
store-since = с { $date }
store-lighter-sessions = ПОКА ЛЕГЧЕ
store-alerts = ОБРАТИТЕ ВНИМАНИЕ
store-waiting = { $count ->
    [one] Ждёт ответа { $count } предложение
    [few] Ждут ответа { $count } предложения
   *[other] Ждут ответа { $count } предложений
}: regimen proposals
store-history = { $exercise }: { $sessions ->
    [one] { $sessions } тренировка
    [few] { $sessions } тренировки
   *[other] { $sessions } тренировок
}, за 30 дней { $recent }, { $trend }
store-no-records = Рекордов пока нет.
store-no-proposals = Ничто не ждёт ответа.
store-accepted = принято, версия { $number }
store-own-stays = ваше значение остаётся
store-plan = { $title }, версия { $number }
store-in-version = с версии { $number }
store-no-difference = Версии одинаковы.
store-noted = Записано.
store-no-overrides = Значений, заданных вами и охраняемых, нет.
store-no-conflicts = Разногласий нет.
plan-conflict-sets = { $count ->
    [one] подход { $numbers }
    [few] подходы { $numbers }
   *[other] подходы { $numbers }
}
plan-conflict-sides = Первое – ваше значение от { $date }, второе – то, чего хочет программа.
plan-conflict-answer = Ответить: regimen plan resolve { $id } { $ways }
store-no-flags = Флагов нет.
store-trace = Версии: { $versions }
trend-improving = растёт
trend-stable = держится
trend-declining = снижается
trend-insufficient = для тренда мало тренировок
record-max_reps = больше всего повторов
record-max_seconds = дольше всего
record-max_volume = больше всего за тренировку
record-max_load = самый большой вес
record-best_e1rm = расчётный максимум
record-highest_level = высший уровень
record-rep_max = наибольший вес на { $reps ->
    [one] { $reps } повторение
    [few] { $reps } повторения
   *[other] { $reps } повторений
}
record-least_assistance = наименьшая помощь
store-strength = { $exercise }: расчётный максимум, { $trend }.
store-strength-loose = больше чем по 12 повторениям, говорит мало
store-strength-deload = лёгкая неделя
store-strength-best = лучший
store-column-reps = ПОВТ.
web-progress-rep-max = Наибольший вес по числу повторений
web-progress-for-reps = { $reps ->
    [one] { $reps } повторение
    [few] { $reps } повторения
   *[other] { $reps } повторений
}
domain-training = тренировки
domain-nutrition = питание
audit-manual_edit = правка
audit-override = задано вручную
audit-override_withdrawn = отпущено
audit-decision = ответ
audit-confirmation = вопрос
audit-rollback = откат
audit-undo = отмена
audit-restore = восстановление
audit-import = создание
audit-flag_cleared = флаг снят
audit-settings_changed = настройки
audit-sharing_changed = общий доступ
audit-grant_changed = разрешение изменено
audit-coach_acted = сделано тренером
audit-none = Пока никто ничего не делал.
audit-gone = упражнение, которого больше нет
audit-version = версия { $number }
audit-sets = { $count ->
    [one] подход { $sets }
   *[other] подходы { $sets }
}
audit-words = «{ $words }»
audit-why-session_report = после отчёта о тренировке
audit-why-report_correction = после исправленного отчёта
audit-why-decision_batch = ответы на предложения
audit-why-manual_edit = правка вручную
audit-why-confirmation = ответ на вопрос
audit-why-session_saved = упражнения сохранённой тренировки, которых в плане не было
audit-why-schedule = подошёл срок
audit-why-import = из файла
audit-why-initial = первый план
audit-why-another_plan_is_active = вступил в силу другой план
audit-why-contradiction = это противоречит заданному вручную и потому ждёт ответа
audit-why-manual_within_24h = заданному вручную меньше 24 часов, поэтому оно остаётся
audit-why-expired = ответа вовремя не было
audit-why-orphan = упражнения или подхода больше нет в плане
audit-why-rollback = то, что менялось бы, возвращено назад
audit-why-undo = отменено
audit-why-stale = план с тех пор изменился
audit-why-same_day_merge = объединено с другим изменением того же дня
audit-why-not_owner = это решает другой движок
audit-why-flag_veto = это запрещает флаг
audit-why-cooldown = на похожее недавно был ответ
audit-why-keep = пока остаётся как есть
audit-why-too_aggressive = слишком много
audit-why-too_conservative = слишком мало
audit-why-wrong_direction = не в ту сторону
audit-why-already_planned = уже запланировано
audit-why-already_selected = другое упражнение уже есть в плане
audit-why-not_now = не сейчас
audit-why-other = другая причина
audit-why-skipped_gate = тренировка начата без ответа
health-well = { $at } отвечает.
health-ill = { $at } не отвечает как следует: { $answer }
act-weight = вес тела записан
act-message = сообщение написано
act-measurement = замер записан
act-check_in = самочувствие записано
act-flags = отметки изменены
act-session_planned = тренировка запланирована
act-session_adapted = тренировка подстроена
act-session_started = тренировка начата
act-session_changed = упражнения тренировки изменены
act-sets_logged = подходы записаны
act-session_reported = отчёт о тренировке отправлен
act-session_skipped = тренировка пропущена
act-draft_made = набросок тренировки составлен
act-draft_answered = на набросок тренировки дан ответ
act-readings = заметки разобраны
act-plan_made = план составлен
act-plan_changed = план изменён
act-proposals_answered = на предложения дан ответ
act-review_answered = упражнения проверены
act-templates = шаблоны изменены
act-block = тренировочный блок изменён
act-own_exercises = свои упражнения изменены
act-settings = настройки изменены
act-activities = занятия загружены
act-connections = подключения изменены
act-report_made = отчёт составлен заново
act-meals_planned = питание запланировано
act-meals_answered = на план питания дан ответ
act-meals_changed = приёмы пищи изменены
act-meals_logged = приёмы пищи записаны
act-diary = дневник питания изменён
act-leftovers = остатки записаны
act-shopping = список покупок отмечен
act-pantry = запасы изменены
act-foods = свои продукты изменены
act-recipes = свои рецепты изменены
act-ingredients = названия ингредиентов уточнены
act-offers = предложения для всех изменены
act-nutrition = настройки питания изменены
act-grant = разрешения изменены
act-reading = отчёт просмотрен
audit-auto_applied = применено
audit-conflict_resolved = разногласие решено

# Пример.
error-demo_there = здесь уже есть база данных: { $file }
title-demo_there = Не пусто
advice-demo_there = укажите другую папку: --dir
demo-week = Неделя { $week } из { $of }
demo-done = У Робина Демо позади двенадцать недель тренировок: логин { $login }, пароль { $password }.
    Посмотреть:
    {"  "}regimen --data { $folder } today
    {"  "}regimen --data { $folder } proposals
    {"  "}regimen --data { $folder } plan versions
# Резервные копии и проверки.
error-backup_broken = { $file }, строка { $line }: { $flaw }{ $detail }
title-backup_broken = Резервная копия повреждена
advice-backup_broken = ничего не изменено; возьмите другую копию файла или более раннюю резервную копию
flaw-not_a_dump = это не резервная копия regimen
flaw-other_format = это резервная копия другого формата
flaw-one_athlete = это выгрузка одного спортсмена, а не резервная копия
flaw-cut_off = файл здесь обрывается, остального нет
flaw-changed = записано было другое: не сходится контрольная сумма
flaw-malformed = эта строка не имеет смысла
flaw-surplus = после конца что-то есть
error-place_not_empty = здесь уже что-то есть, таблиц: { $count } (с числом строк): { $content }{ $more ->
    [0] {""}
   *[other] { " " }и ещё { $more }
}
title-place_not_empty = Место занято
advice-place_not_empty = ничего не изменено; укажите пустое место: { $option ->
    [to] --to
   *[other] --data или --database-url
}
error-file_exists = { $file } уже есть, а перезаписывать ничего нельзя
title-file_exists = Файл уже есть
error-restore_differs = из таблицы { $table } прочиталось не то, что было записано; ничего не сохранено
title-restore_differs = Восстановлено не то
scope-export = выгрузить данные
rows-progress = { $done } из { $total } строк
backup-done = { $rows ->
    [one] { $rows } строка схемы { $schema } записана
    [few] { $rows } строки схемы { $schema } записаны
   *[other] { $rows } строк схемы { $schema } записано
} в { $file }.
restore-done = { $rows ->
    [one] { $rows } строка схемы { $schema } восстановлена
    [few] { $rows } строки схемы { $schema } восстановлены
   *[other] { $rows } строк схемы { $schema } восстановлено
} из { $file }; прочитанное совпало с записанным.
copy-done = { $rows ->
    [one] { $rows } строка схемы { $schema } скопирована
    [few] { $rows } строки схемы { $schema } скопированы
   *[other] { $rows } строк схемы { $schema } скопировано
}; прочитанное совпало с записанным.
copy-column-table = ТАБЛИЦА
copy-column-rows = СТРОК
copy-column-sum = SHA-256
doctor-looked = Схема { $schema }, { $athletes ->
    [one] { $athletes } спортсмен
    [few] { $athletes } спортсмена
   *[other] { $athletes } спортсменов
}.
doctor-found = { $count ->
    [0] Всё в порядке.
    [one] { $count } замечание.
    [few] { $count } замечания.
   *[other] { $count } замечаний.
}
doctor-column-rule = ПРАВИЛО
doctor-column-table = ТАБЛИЦА
doctor-column-finding = ЗАМЕЧАНИЕ
# Задания, показатели, события и проверки

title-unknown_chart = Неизвестный график
error-unknown_chart = нет графика `{ $found }`, есть { $allowed }
title-unknown_job = Неизвестное задание
error-unknown_job = нет задания `{ $found }`
advice-unknown_job = список покажет `regimen jobs`
title-bad_range = Такие дни не запросить
error-bad_range = дни с { $from } по { $to } запросить нельзя
advice-bad_range = первый день раньше последнего, и не больше пяти лет
title-unknown_metric = Неизвестный показатель
error-unknown_metric = нет показателя `{ $found }`; есть { $names }
title-unknown_export = Неизвестная таблица
error-unknown_export = нет таблицы `{ $found }`; есть { $names }
export-column-file = ФАЙЛ
export-column-rows = СТРОК
error-invalid_verified = строка { $line }: в verified стоит `{ $found }`, нужно true, false или ничего; ничего не изменено
thing-job = отложенное задание
jobs-column-name = ЗАДАНИЕ
jobs-column-next = СЛЕДУЮЩИЙ РАЗ
jobs-column-last = ПОСЛЕДНИЙ РАЗ
jobs-column-waiting = ЖДУТ
jobs-column-running = ИДУТ
jobs-column-dead = СБОИ
jobs-when-needed = при надобности
jobs-dead = Слишком много неудач
jobs-nothing = Сейчас делать нечего.
jobs-retried = Задание снова ждёт своей очереди.
jobs-ran = { $name }: { $count ->
    [one] { $count } запуск
    [few] { $count } запуска
   *[other] { $count } запусков
}
jobs-failed = не вышло, повтор позже: { $error }
job_count-archived = записей в архив
job_count-rolling = упражнений со скользящими суммами
job_count-muscle_weeks = подсчитано мышц по неделям
job_count-events_removed = удалено старых событий
job_count-proposals = истекло предложений
job_count-overrides = закончилось ручных правок
job_count-conflicts = улажено конфликтов
job_count-messages = забыто сообщений разговора
job_count-turns = забыто реплик разговора
job_count-flags = снято флагов
job_count-summaries = закрыто итогов
job_count-skipped = пропущено тренировок
job_count-days = посчитано дней
job_count-figures = показателей
job_count-suppressed = показателей без значений (ради приватности)
job_count-alerts = предупреждений
job_count-exercises = упражнений на проверку
job_count-reports = отчёты
job_count-session_events = удалено старых событий тренировок
job_count-jobs = удалено старых заданий
job_count-answers = удалено старых ответов
job_count-activities_new = новых активностей
job_count-activities_changed = изменено активностей
job_count-suggested = предложений модели
job_count-silent = упражнений без предложений
job_count-counted = вторых мнений учтено
job_count-missing = вторых мнений не получено
job_count-models = обучено моделей
job_count-rows = строк для обучения
job_count-models_short = не обучено из-за нехватки данных
store-model-asked = Модель будет спрошена, пока работает сервер, или командой regimen jobs run --due; её предложения ждут в regimen proposals.
archive-queued = Архивирую старые записи: аналитика может обновиться с задержкой.
kpi-preStartEditRate = Изменённые до начала тренировки
kpi-preStartTargetEditRate = Тренировки с другими целями до начала
kpi-midWorkoutSubstitutionRate = Упражнения, заменённые по ходу
kpi-completionRate = Выполненные тренировки
kpi-setCompletionRate = Выполненные рабочие подходы
kpi-painIncidence = Тренировки с болью
kpi-conflictIncidence = Тренировки, после которых возник спор
kpi-painExclusionsPerSession = Упражнения, исключённые из-за боли, на тренировку
kpi-volumeAdherenceAccuracy = Достигнутый недельный объём
kpi-volumePlanAccuracy = Точность плана недельного объёма
kpi-anchorProgressionTrend = Рост в опорных упражнениях, за неделю
substitution_reason-equipment_busy = оборудование занято
substitution_reason-pain = боль
substitution_reason-dislike = не нравится
substitution_reason-other = другая причина
kpi-none = За эти дни нечего считать.
kpi-column-name = ПОКАЗАТЕЛЬ
kpi-substituted = Заменено по ходу, { $reason }: { $count }
title-operator_only = Только для операторов
error-operator_only = это видят только те, кто ведёт установку
kpi-retention4w = Тренируются на четвёртой неделе
gate-ready = Режим по цели можно сделать основным для новых атлетов.
gate-not_ready = Режим по цели ещё не готов стать основным.
gate-insufficient_data = Слишком мало тренировок или атлетов, чтобы судить.
gate-column-intent = ПО ЦЕЛИ
gate-column-template = ШАБЛОН
gate-sessions = Тренировки
gate-athletes = Атлеты
gate-fails = не проходит
gate-default = { $on ->
    [0] Новые спортсмены начинают с шаблонов (intent_default_for_new_users = { $setting }).
   *[other] Новые спортсмены начинают с тренировок по цели (intent_default_for_new_users = { $setting }).
}
gate-pain = В тренировках по цели болит чаще, чем по шаблону.
miss_model-none = Модели ещё нет; `regimen miss-model train` обучит её, когда данных хватит.
miss_model-active = Модель работает: предлагает облегчить тренировку, если недовыполнение вероятно.
miss_model-failed = Модель не работает: она не прошла проверку.
miss_model-outdated = Модель не работает: она обучена по другим правилам; обучите её заново.
miss_model-not-passed = Не пройдено: { $list }
miss_model-trained = Обучена { $at }, строк: { $rows }, версия правила { $version }, признаки { $hash }.
miss_model-column-part = ЧАСТЬ
miss_model-column-rows = СТРОК
miss_model-column-misses = НЕДОВЫПОЛНЕНИЙ
miss_part-all = все
miss_part-train = обучение
miss_part-calibrate = калибровка
miss_part-test = проверка
acceptance-brier_skill = выигрыш по Брайеру не меньше 0,05
acceptance-log_loss = логистическая потеря ниже, чем у базовой доли
acceptance-mean_gap = средняя вероятность в пределах 0,05 от доли недовыполнений
acceptance-calibration_error = ошибка калибровки не больше 0,08
miss_figure-base_rate = Доля недовыполнений в обучении
miss_figure-miss_rate = Доля недовыполнений в проверке
miss_figure-mean_p = Средняя вероятность
miss_figure-mean_gap = Расстояние между ними
miss_figure-brier = Оценка Брайера
miss_figure-base_brier = Оценка Брайера базовой доли
miss_figure-brier_skill = Выигрыш по Брайеру
miss_figure-log_loss = Логистическая потеря
miss_figure-base_log_loss = Логистическая потеря базовой доли
miss_figure-calibration_error = Ожидаемая ошибка калибровки
title-too_few_rows = Для модели мало данных
error-too_few_rows = { $what ->
        [rows] выполненных упражнений в отчётах: { $found }, а модели нужно { $needed }
        [misses] недовыполнений: { $found } из { $rows } упражнений в отчётах, а модели нужно { $needed }
        [test_misses] недовыполнений в части для проверки: { $found }, а нужно { $needed }; всего недовыполнений { $misses } из { $rows } упражнений в отчётах
        [training_part] недовыполнений в части для обучения: { $found }, а нужны и недовыполнения, и успехи; всего недовыполнений { $misses } из { $rows } упражнений в отчётах
       *[calibration_part] недовыполнений в части для калибровки: { $found }, а нужны и недовыполнения, и успехи; всего недовыполнений { $misses } из { $rows } упражнений в отчётах
    }
advice-too_few_rows = учитываются только атлеты с `fleet_analytics`; попробуйте позже, когда отчётов станет больше
metrics-none = Показателей пока нет.
metrics-column-date = ДАТА
metrics-column-type = ВИД
metrics-column-days = ДНЕЙ
metrics-column-count = СЧЁТ
metrics-column-value = ЗНАЧЕНИЕ
events-none = Таких событий нет.
progression_event-decision_made = решение
progression_event-decision_overridden = отменено вручную
progression_event-alert_triggered = предупреждение
progression_event-red_flag = красный флаг
progression_event-record_lost = рекорд снят
review-restarted = Продолжаем, отсчёт заново: { $exercises }
review-suspended = Приостановлено: { $exercises }
review-unlisted = Уже не в списке: { $exercises }
review-nothing = Ничего не заполнено, ничего не изменено.
# Отчёты за неделю (A-17)

title-no_report = Такого отчёта нет
error-no_report = за { $found } отчёта нет; отчёты начинаются с { $first }, последний за { $newest }
report-title = Неделя { $period }: { $from } – { $to }
report-title-month = Месяц { $period }: { $from } – { $to }
report-finding = Главное
report-change = Предложение
report-summary = Что сделано
report-muscles = Подходы: сделано и цель
report-muscles-says = Эффективные подходы на каждую мышцу; ромб отмечает цель.
report-block = Блок и дни недели
report-anchors = Расчётные максимумы
report-map = Карта уровней
report-levels = Уровни и веса
report-records = Рекорды
report-flags = Боль, отметки и советы
report-coaches = Что сделал тренер
report-coach = { $coach }: { $acts }
report-open = Ждёт вашего ответа
report-charts = Графики
report-next = Следующая неделя
report-plan = План
report-proposal = { $exercise }: { $reason } ({ $days ->
        [0] новое
       *[other] ждёт { $days } дн.
    })
report-change-swap = { $to } вместо { $exercise }
report-change-lighter_week = Все тренировки следующей недели на { $amount } %
report-change-deload_week = Лёгкая неделя сейчас
report-change-easier_variation = { $to } вместо { $exercise }, пока снова не пойдёт
report-change-previous_level = { $exercise }: назад на уровень { $amount }
report-change-fewer_sessions = Тренировок в неделю: { $amount }, на одну меньше
report-change-shorter_sessions = Тренировки короче на { $amount } %
report-change-resolve_conflict = Ответить на вопрос, который ждёт дольше всех
report-change-lighter_session = { $exercise }: в следующий раз на { $amount } %
report-change-lighter_next = Следующая тренировка на { $amount } %
report-change-more_sets = { $exercise }: не меньше { $amount } подх.
report-change-keep = Оставить план как есть
report-sessions = Тренировки: { $done } из { $planned }; подходов { $sets }, минут { $minutes }
report-effort = Среднее усилие: RPE { $rpe }
report-effort-change = Среднее усилие: RPE { $rpe }, { $change } { $against }
report-weight = Средний вес тела: { $weight }
report-weight-change = Средний вес тела: { $weight }, { $change } { $against }
report-against-weeks = к четырём неделям до этого
report-against-week = к прошлой неделе
report-against-month = к прошлому месяцу
report-block-week = { $deload ->
        [0] { $week }, неделя { $place } блока: подходов { $done } из { $planned }
       *[other] { $week }, лёгкая неделя: подходов { $done } из { $planned }
    }
report-best-week = Лучшая неделя: { $week }
report-of = { $done } из { $planned }
report-weekdays = Выполнено тренировок: { $days }
report-anchor = { $exercise }: { $e1rm }, { $trend }, { $change } % за 6 тренировок
report-stands = { $moved ->
        [0] { $ladder }: уровень { $new }
       *[other] { $ladder }: уровень { $old } → { $new }
    }{ $of ->
        [0] {""}
       *[other] {" "}из { $of }
    }
report-meals = Еда: съедено { $eaten } из { $planned }
report-way-gained = рост
report-way-lost = снижение
report-way-held = без изменений
report-level = уровень { $old } → { $new }
report-load = { $old } → { $new }
report-amount = всего { $old } → { $new }
report-record = { $exercise }: { $kind } { $value }, прежде { $former }
report-flag = { $flag }: { $days } дн., { $active ->
        [0] прошло
       *[other] ещё есть
    }
report-conflict = { $exercises }: ваше значение и значение программы расходятся, { $days ->
        [0] с последнего дня
       *[other] { $days } дн.
    }
report-conflict-ways = { $exercises }: ваше значение и значение программы расходятся, { $days ->
        [0] с последнего дня
       *[other] { $days } дн.
    }. Выбор: { $ways }
report-next-week = { $deload ->
        [0] С { $date }: неделя { $week }, нагрузка растёт недель: { $length }
       *[other] С { $date }: лёгкая неделя
    }
report-next-schedule = Тренировки: { $sessions }
report-next-targets = Цель по подходам: { $muscles }
report-next-risk = { $exercise }: вероятность недобора { $pct } % (было { $misses } из { $done })
# Люди и то, что они задали.
error-account_disabled = учётная запись { $login } отключена
title-account_disabled = Учётная запись отключена
advice-account_disabled = администратор может снова открыть её командой `regimen account enable`
error-role_needed = для этого нужна роль «{ $role }»
title-role_needed = Нужна другая роль
error-weak_password = { $why ->
    [short] в пароле { $length } знаков, нужно не меньше 8
    [long] в пароле { $length } знаков, хранится не больше 128
    [login] в пароле есть логин
    [product] в пароле есть название этой программы
    [common] такой пароль пробуют первым
   *[plain] паролю короче 12 знаков нужны три вида из четырёх: строчные, заглавные, цифры, прочие
}
title-weak_password = Пароль легко угадать
advice-weak_password = несколько слов подряд — это надёжно и легко запомнить
error-no_password = { $why ->
    [differ] пароли не совпали
   *[terminal] нет терминала, чтобы спросить пароль
}
title-no_password = Нет пароля
advice-no_password = передайте его через --password-file ФАЙЛ
error-wrong_password = логин и пароль не подходят друг к другу
title-wrong_password = Неверный пароль
error-sign_in_anew = у этой учётной записи нет пароля, а последний вход был больше { $minutes } минут назад
title-sign_in_anew = Войдите заново
advice-sign_in_anew = войдите заново и повторите
error-last_administrator = не осталось бы ни одного администратора
title-last_administrator = Последний администратор
advice-last_administrator = сначала дайте эту роль кому-нибудь ещё: `regimen account roles ЛОГИН administrator`
error-not_confirmed = ничего не удалено: для подтверждения введите { $login }{ $why ->
    [nothing] {""}
   *[other] , а не { $typed }
}
title-not_confirmed = Не подтверждено
advice-not_confirmed = если спросить некого, укажите --confirm ЛОГИН
error-in_use = { $id } удалить нельзя: на это ссылается { $by }
title-in_use = Ещё используется
error-unknown_template = шаблона { $found } нет
advice-unknown_template = все шаблоны показывает `regimen templates`
ask-password = Пароль:
ask-password-again = Ещё раз:
ask-password-old = Старый пароль:
ask-delete = Всё, что есть у { $login }, будет удалено через семь дней. Для подтверждения введите логин:
account-none = Учётных записей пока нет; создайте первую: `regimen account create ЛОГИН`.
account-next = Дальше: `regimen equipment set` — что есть под рукой, `regimen profile` — что задано.
account-next-coach = Дальше: `regimen grants ask` — попросить спортсмена о доступе.
account-password-changed = Пароль изменён.
account-deleted = { $login }: всё удалено. В прежних резервных копиях данные останутся до истечения их срока.
account-leaves = Всё, что есть у { $login }, будет удалено { $date }. Войдите раньше, и всё останется. В прежних резервных копиях данные останутся до истечения их срока.
account-column-login = ЛОГИН
account-column-name = ИМЯ
account-column-roles = РОЛИ
account-column-state = СОСТОЯНИЕ
account-column-seen = БЫЛ(А)
athlete-since = ЗДЕСЬ С
athlete-sessions = ТРЕНИРОВОК
athlete-id = ID
role-athlete = спортсмен
role-coach = тренер
role-administrator = администратор
account_state-active = активна
account_state-disabled = отключена
scope-own = решать за себя
thing-grant = доступ
thing-place = место
thing-template = шаблон
thing-ladder = лестница
consent-column-key = КЛЮЧ
consent-column-what = ЧТО
consent-column-harder = ТЯЖЕЛЕЕ
consent-column-easier = ЛЕГЧЕ
consent-auto = сразу
consent-ask = спросить
consent-off = нет
consent_subject-level_change = другой уровень
consent_subject-session_modifier = облегчённая тренировка
consent_subject-difficulty_change = другая сложность
consent_subject-first_load = первый вес в упражнении
consent_subject-offer = попробовать следующий или прежний уровень
consent_subject-range_change = другой диапазон повторений
consent_subject-prescription_change = другие веса, повторения, отдых
consent_subject-structure_change = больше или меньше подходов и упражнений
consent_subject-selection_change = другое упражнение
consent_subject-meal_plan = план питания
consent_subject-meal_change = другое блюдо
consent_subject-miss_prediction = полегче, если вероятен срыв
consent_subject-session_draft = черновик тренировки
consent_subject-nutrition_target = другая цель по энергии
consent_subject-llm = то, что предлагает языковая модель
consent_subject-conflict = то, что спорит с вашей правкой
settings-exercises = УПРАЖНЕНИЯ
settings-suggestions = предложения: { $state }
switch-on = да
switch-off = нет
equipment-none = Ни одно место не описано, поэтому считается, что есть всё. Скажите, что есть: `regimen equipment set`.
equipment-default = { $place } (обычное место)
equipment-everything = всё
iron-bar = { $bar } { $mass }
iron-plates = диски { $list }
iron-dumbbells = гантели { $list }
iron-kettlebells = гири { $list }
mass_unit-kg = кг
mass_unit-lb = фунты
body-none = Вес ещё не записан; запишите: `regimen body ВЕС`.
body-week = За 7 дней в среднем { $mean }: { $way ->
    [less] на { $change } меньше, чем неделей раньше
    [more] на { $change } больше, чем неделей раньше
   *[same] столько же, сколько неделей раньше
}.
body-first-week = За 7 дней в среднем { $mean }.
measure-none = Замеров ещё нет; запишите, например: `regimen measure waist 82`.
measurement-waist = талия
measurement-chest = грудь
measurement-hip = бёдра
measurement-thigh = бедро
measurement-arm = рука
measurement-neck = шея
measurement-body_fat_pct = доля жира
amount-percent = { $count } %
amount-centimeters = { $count } см
template-column-id = ID
template-column-name = НАЗВАНИЕ
template-column-intent = О ЧЁМ
template-column-exercises = УПРАЖНЕНИЙ
template-pinned = остаётся
own-shipped = из поставки
own-mine = своя
own-revision = правка { $revision }
own-removed = { $id }: удалено.
own-kept = Сохранено: { $keys }
exercises-none = Своих упражнений пока нет; остальные — в `regimen catalog`.
ladder-column-type = ВИД
ladder-column-levels = УРОВНЕЙ
progression-strength = сила
progression-endurance = выносливость
progression-mobility = подвижность
grants-none = Никому ничего не разрешено, и никто не просил.
grants-given = ВАШИ ТРЕНЕРЫ
grants-taken = ВАШИ СПОРТСМЕНЫ
grants-until = по { $date }
grants-asked = { $coach } просит доступ у { $athlete }
grants-active = { $athlete } даёт доступ { $coach }
grants-ended = доступ { $coach } к { $athlete } истёк
grants-revoked = доступ { $coach } к { $athlete } закрыт
grant_state-asked = ждёт ответа
grant_state-active = действует
grant_state-ended = истёк
grant_state-revoked = закрыт
block-none = Блок не начат; он начнётся сам с первой тренировкой или командой `regimen block start`.
block-since = С { $date }: { $weeks ->
    [one] { $weeks } неделя роста
    [few] { $weeks } недели роста
   *[many] { $weeks } недель роста
}, потом разгрузочная.
block-deload = Эта неделя — разгрузочная; со следующей начнётся новый блок.
# Питание в хранилище
field-expenditure = расход энергии
title-nutrition_not_set_up = Неизвестно, кто ест
error-nutrition_not_set_up = о том, кто ест, ничего не известно
advice-nutrition_not_set_up = ответьте на пять вопросов: `regimen nutrition setup`
title-no_meal_plan = Плана питания нет
error-no_meal_plan = на эти дни плана питания нет
advice-no_meal_plan = составьте его: `regimen meals plan`
title-unsafe_recipe = Этот рецепт есть нельзя
error-unsafe_recipe = в { $recipe } есть { $ingredient }, а это исключено: { $allergen }
error-invalid_slot_state = приём пищи { $date }: { $from }, стать «{ $to }» не может; ожидается { $expected }
thing-slot = приём пищи
thing-recipe = рецепт
thing-food = продукт
thing-offer = предложение
thing-leftover = остаток
thing-diary_entry = запись в дневнике
thing-pantry = продукт в запасах
thing-shopping_line = строка списка покупок
slot_state-planned = запланировано
slot_state-eaten = съедено
slot_state-skipped = пропущено
slot_state-replaced = заменено
slot_state-missed = без отметки
replan_cause-asked = по просьбе
replan_cause-skipped = приём пищи пропущен
replan_cause-replaced = приём пищи заменён
meal_type-week = неделя
meals-none = На эти дни ничего не запланировано; составьте план: `regimen meals plan`.
meals-totals-eaten = ИТОГИ ДНЯ: ПЛАН / СЪЕДЕНО / ЦЕЛЬ
meals-adherence = Съедено по плану { $eaten } из { $past } прошедших: { $percent } %.
meals-waiting = { $count ->
    [one] Ответа ждёт { $count } предложение
    [few] Ответа ждут { $count } предложения
   *[other] Ответа ждут { $count } предложений
}: `regimen meals proposals`.
meals-pinned = выбрано
meals-column-portion = ПОРЦИЯ
meals-swap-misses = тогда план не выдерживает: { $names }
meals-swap-title = { $day }, вместо «{ $meal }»:
meals-swap-note = МИН: на сколько минут дольше или быстрее. ККАЛ: весь день с этим блюдом. Выбирайте по ключу под блюдом; если план чего-то не выдержит, нужен --confirm.
meals-swap-anyway = С любым из них план не выдерживает: { $names }. Нужен --confirm.
meals-leftover-of = { $meal } (остаток, { $minutes } мин)
meals-swapped = Выбрано: { $meal } (версия { $version }); при пересчёте останется, пока не отпустите.
meals-swap-breaks = { $meal }: что-то нарушится; с --confirm блюдо встанет всё равно:
meals-swap-slot = время готовки, метки или повторы этого приёма пищи
meals-swap-disliked = вы не хотите: { $ingredient }
meals-released = Приём пищи снова можно планировать (версия { $version }).
meals-reverted = Готово: действует версия { $version }.
meals-offer-none = План может остаться как есть.
meals-offer-breaks = { $count ->
    [one] { $count } цель всё же не достигается
    [few] { $count } цели всё же не достигаются
   *[other] { $count } целей всё же не достигаются
}: ближе ничего нет.
meals-answer = Согласиться: `regimen meals accept { $id }`.
meals-accepted = Принято и действует.
meals-rejected = Отклонено.
meals-logged = { $day }, { $meal }: { $state }.
meals-slot = приём пищи { $number }
meals-worth-replan = Остальное можно спланировать заново: `regimen meals replan`.
meals-kept = Сохранено.
meals-voided = УБРАНО ИЗ ПЛАНА: ЕСТЬ НЕЛЬЗЯ
meals-proposals-none = Ответа ничего не ждёт.
meals-changed = { $count ->
    [one] { $count } блюдо
    [few] { $count } блюда
   *[other] { $count } блюд
}
meals-good-until = годно до { $day }
meals-leftovers-none = Остатков нет.
meals-adapt-short = { $of }: { $have } из { $need }
meals-adapt-later = недавно считали, снова с { $day }
meals-adapt-near = почти то же: { $kcal } ккал
shortage-days = дней между первыми и последними данными
shortage-weigh_ins = дней со взвешиванием
shortage-intakes = дней, где отмечено всё
pantry-empty = Запасов нет.
diary-empty = Ничего не записано.
diary-struck = Вычеркнуто.
larder-stored = { $count ->
    [0] Ничего не изменилось.
    [one] Сохранена { $count } запись.
    [few] Сохранены { $count } записи.
   *[other] Сохранено { $count } записей.
}
larder-alias = Теперь { $name } — это { $food }. { $count ->
    [0] Ни один рецепт этого не ждал.
    [one] { $count } рецепт ждал этого и дополнен.
    [few] { $count } рецепта ждали этого и дополнены.
   *[other] { $count } рецептов ждали этого и дополнены.
 }
larder-alias-none = Пока не сказано, что значит какое-либо имя.
larder-own = своё, ревизия { $revision }
larder-mark-shared = общее, от других
larder-offered = { $key }: предложено всем. Решает тот, кто управляет этой установкой.
larder-withdrawn = { $key }: больше не предлагается.
larder-shared = { $key }: теперь общее для всех.
larder-declined = { $key }: остаётся у того, кто предложил.
larder-unshared = { $key }: больше не общее; в планах, где оно есть, остаётся.
larder-no-offers = Ничего не предложено.
larder-no-shared = Общего ничего нет.
larder-per-100g = В 100 Г
larder-imported = Прочитано { $read }, годных { $good }, новых или изменённых { $changed }, ошибок { $bad }.
larder-dry-run = Прочитано { $read }, годных { $good }, ошибок { $bad }; ничего не сохранено.
recipe-minutes = { $minutes } мин
recipe-for = { $servings ->
    [one] { $servings } порция
    [few] { $servings } порции
   *[other] { $servings } порций
}, { $minutes } мин
recipe-ingredients = ПРОДУКТЫ
recipe-steps = ПРИГОТОВЛЕНИЕ
recipe-serving = ОДНА ПОРЦИЯ
athlete-exported = Всё записано в { $file }

error-sign_in_needed = сначала войдите
title-sign_in_needed = Вход не выполнен
advice-sign_in_needed = программа передаёт токен в Authorization: Bearer
error-token_invalid = токен неизвестен, введён с ошибкой, истёк или отозван
title-token_invalid = Недействительный токен
advice-token_invalid = создайте другой
error-scope_needed = токен этого не разрешает: у него нет права { $scope }
title-scope_needed = Токен этого не разрешает
error-session_needed = это может сделать только тот, кто вошёл с паролем, а не токен
title-session_needed = Для этого нужно войти
error-which_athlete = у этой учётной записи нет своего атлета, и никто не назван
title-which_athlete = Атлет не назван
advice-which_athlete = назовите его в заголовке Regimen-Athlete
error-cross_site = запрос пришёл с другого сайта
title-cross_site = Запрос с другого сайта
error-https_needed = по обычному http можно войти только на самой этой машине: иначе пароль передавался бы открыто
title-https_needed = Нужно защищённое соединение
advice-https_needed = поставьте перед сервером прокси с https, см. docs/operate.md
error-too_many_attempts = слишком много неудачных попыток; следующая через { $retry_after_s } с
title-too_many_attempts = Слишком много попыток
error-already_set_up = эта установка уже настроена
title-already_set_up = Уже настроено
error-link_invalid = ссылка неизвестна, уже использована или истекла
title-link_invalid = Ссылка не действует
advice-link_invalid = попросите новую
error-sign_up_closed = учётные записи здесь создаёт администратор
title-sign_up_closed = Регистрация закрыта
error-too_many_tokens = у учётной записи не больше { $most } токенов
title-too_many_tokens = Слишком много токенов
advice-too_many_tokens = отзовите ненужный
error-idempotency_mismatch = ключ { $key } уже использован для другого запроса
title-idempotency_mismatch = Ключ использован для другого запроса
error-no_revision = у того, что меняет этот запрос, нет версии, и If-Match он не принимает
title-no_revision = Версии нет
advice-no_revision = уберите If-Match
error-still_at_work = первый запрос с ключом { $key } ещё выполняется
title-still_at_work = Первый запрос ещё выполняется
error-shown_once = в ответ на запрос с ключом { $key } был выдан секрет, а его показывают один раз
title-shown_once = Секрет уже был показан
advice-shown_once = отзовите то, что было создано, и создайте новое с другим ключом
error-too_many_streams = учётная запись уже слушает изменения по { $most } каналам
title-too_many_streams = Слишком много открытых каналов
advice-too_many_streams = закройте один из них
error-malformed_query = { $field }: `{ $found }`, ожидается { $expected }
title-malformed_query = Неверные параметры запроса
error-broken_body = тело запроса обрывается или передано не по правилам HTTP
title-broken_body = Тело запроса повреждено
error-too_large = { $what ->
    [recipes] в задаче не больше { $most } рецептов
   *[bytes] тело запроса больше { $most } байт
}
title-too_large = Слишком большой запрос
error-solve_running = питание уже планируется; дождитесь конца или прервите
title-solve_running = Питание уже планируется
error-fetch_refused = адрес { $address } не запрашивается: { $why }
title-fetch_refused = Адрес не запрашивается
error-fetch_failed = не удалось прочитать { $address }: { $why }
title-fetch_failed = Страницу не удалось прочитать
error-media_type = тело запроса имеет тип { $found }, ожидается { $expected }
title-media_type = Неподдерживаемый тип данных
error-no_such_call = по адресу { $path } ничего нет
title-no_such_call = Нет такого адреса
advice-no_such_call = список вызовов: /api/openapi.json
error-method_not_allowed = { $path } не принимает { $method }
title-method_not_allowed = Метод не поддерживается
error-overloaded = сервер перегружен; попробуйте снова через { $retry_after_s } с
title-overloaded = Сервер перегружен
error-too_slow = запрос выполнялся дольше { $seconds } с и был прерван
title-too_slow = Запрос выполнялся слишком долго
error-address_taken = не удаётся слушать { $address }: { $os }
title-address_taken = Адрес недоступен
advice-address_taken = возможно, он занят другой программой; задайте другой через --listen
serve-at = Сервер работает: { $url }
serve-capture = Запросы к модели и её ответы пишутся в { $file } на сутки (flow.debug_capture).
serve-set-up = Настройте его в течение часа по ссылке: { $link }
thing-token = токен
thing-path = объект
token-once = Он показан только один раз. Программа передаёт его в Authorization: Bearer.
token-revoked = Токен больше не действует.
token-none = Токенов нет.
token-column-id = ID
token-column-name = ДЛЯ ЧЕГО
token-column-scopes = ПРАВА
token-column-ends = ДО
account-invited = По этой ссылке можно один раз зарегистрироваться, до { $ends }:
account-reset-link = По этой ссылке можно один раз задать новый пароль, до { $ends }:
## Резервная копия перед сменой схемы (GL-8)

title-no_backup = Не удалось сделать резервную копию
error-no_backup = база данных от более старой версии, а её резервную копию { $file } сделать не удалось: { $why }
advice-no_backup = ничего не изменено; освободите там место или разрешите запись и повторите

page-runs = Сервер работает.
page-docs = Вызовы его API
page-not-set-up = Учётных записей ещё нет. Откройте ссылку, которую сервер напечатал при запуске.
page-setup = Настроить
page-join = Зарегистрироваться
page-reset = Задать новый пароль
page-sign-in = Войти
page-login = Логин
page-password = Пароль

## Вход через поставщика удостоверений (AC-10)

title-strava_off = Strava здесь не настроена
error-strava_off = Strava здесь нельзя использовать без настроек: { $missing }
advice-strava_off = это может задать тот, кто держит сервер; активности можно загрузить и из файла
title-strava_not_connected = Strava не подключена
error-strava_not_connected = вы не подключили Strava
advice-strava_not_connected = подключите её в браузере: Ещё, Strava
title-reconnect_required = Strava нужно подключить заново
error-reconnect_required = Strava больше не признаёт это подключение, поэтому ничего нового не приходит
advice-reconnect_required = подключите её заново в браузере: Ещё, Strava
title-strava_paused = Strava просит подождать
error-strava_paused = запросов к Strava было слишком много; следующий будет после { $until }
title-strava_busy = Подключение сейчас обновляется
error-strava_busy = это подключение как раз обновляется; попробуйте через { $retry_after_s } с
title-strava_unavailable = Strava не отвечает
error-strava_unavailable = Strava не отвечает как надо: { $why }
advice-strava_unavailable = попробуйте позже
title-oauth_state = Это подключение больше не действует
error-oauth_state = это подключение начато в другом браузере, уже использовано или заняло слишком много времени
advice-oauth_state = начните заново
title-oauth_scope = Читать активности не разрешено
error-oauth_scope = Strava остаётся выключенной: чтение активностей не разрешено ({ $needed })
advice-oauth_scope = подключите ещё раз и не снимайте отметку с активностей
title-oidc_off = Вход через другой сервис не настроен
error-oidc_off = на этом сервере не настроен вход через поставщика удостоверений
title-not_built_in = Этого нет в этой сборке
error-not_built_in = для настройки `{ $key }` нужна программа, собранная с возможностью `{ $feature }`
advice-not_built_in = соберите её с --features { $feature }
title-setting_needed = Нужна ещё одна настройка
error-setting_needed = вместе с настройкой `{ $key }` нужна `{ $needed }`
title-oidc_unavailable = Поставщик удостоверений не отвечает
error-oidc_unavailable = поставщик удостоверений не отвечает
advice-oidc_unavailable = попробуйте позже или войдите с паролем
title-oidc_state_invalid = Этот вход больше не действует
error-oidc_state_invalid = этот вход начат в другом браузере, уже использован или занял слишком много времени
advice-oidc_state_invalid = начните заново
title-oidc_refused = Поставщик удостоверений отказал
error-oidc_refused = поставщик удостоверений не подтвердил вход
title-oidc_token_invalid = Личность не подтверждена
error-oidc_token_invalid = ответ поставщика удостоверений не подтверждает, кто вы
advice-oidc_token_invalid = попробуйте ещё раз; причина записана в журнале сервера
title-oidc_group_needed = Нужна другая группа
error-oidc_group_needed = вы не входите ни в одну из групп, которым разрешён вход
title-no_account = Учётной записи нет
error-no_account = к вашей записи у поставщика удостоверений здесь не привязана ни одна учётная запись
advice-no_account = войдите с паролем и привяжите её или попросите администратора создать учётную запись
title-identity_taken = Привязано к другой учётной записи
error-identity_taken = ваша запись у поставщика удостоверений уже привязана здесь к другой учётной записи
title-last_sign_in = Это единственный способ входа
error-last_sign_in = без пароля это единственный способ входа; сначала задайте пароль

## Веб-приложение

page-error = Код этой ошибки: { $code }, правило { $spec }. Что именно не так в вашем случае и что подошло бы, сказано в поле «detail» ответа.
page-offline = Нет сети
page-offline-text = Эта страница ещё не открывалась на этом устройстве, поэтому без сети её не показать. Всё записанное сохранено и отправится позже.
page-provider = Войти через организацию
web-skip = К содержанию
web-nav = Разделы
web-nav-today = Сегодня
web-nav-plan = План
web-nav-progress = Прогресс
web-nav-meals = Питание
web-nav-more = Ещё
web-sync-ok = Сохранено
web-sync-waiting = К отправке: {"{n}"}
web-sync-offline = Нет сети, сохранено: {"{n}"}
web-sync-failed = Отклонено: {"{n}"}
web-acting = Вы смотрите на другого спортсмена; ваши изменения записываются от вашего имени.
web-acting-end = Вернуться к себе
web-unit-s = с
web-unit-m = м
web-long-date = { $weekday }, { $day } { $month }
web-look = Посмотреть
web-deload = лёгкая неделя
web-minutes = { $count } мин
web-why = Почему
web-swap = Другое упражнение
web-swap-what = Другое упражнение вместо «{ $name }»
web-superset = Суперсет.
web-superset-text = По подходу поочерёдно, затем один отдых.
web-superset-of = суперсет { $place }
web-swap-common = общего: движений { $patterns }, основных мышц { $muscles }{ $saved ->
    [0] {""}
   *[other] ; нагрузка на организм меньше на { $saved }
}
web-swap-refused = Похожи, но сейчас не для вас
web-take = Взять
web-never-again = Навсегда
web-never-again-help = Нежелательное никогда не выбирается; любимое выбирается там, где это уместно.
web-avoid = Никогда не выбирать
web-favorite = Мне нравится
web-start = Начать
web-adapt = Другая длительность или цель
web-adapt-do = Составить заново
web-intent = О чём тренировка
web-intent-due = что по плану
web-minutes-wanted = Минуты
web-skip-session = Пропустить тренировку
web-skip-why = Почему, если хотите
web-cancel = Отмена
web-go-on = Продолжить
web-summary = Итоги
web-slots = В плане на сегодня
web-slots-open = Подготовить
web-nothing-today = На сегодня ничего не запланировано. Отдохните или всё равно потренируйтесь.
web-no-plan = Плана ещё нет. Он начнётся с первой тренировки.
web-make-session = Составить тренировку
web-meals-today = Еда сегодня
web-meals-later = Остаток недели
web-check-in = Как вы?
web-checked-in = Сегодня вы уже отметились. Отметьтесь снова, если что-то изменилось.
web-readiness = Готовность к тренировке
web-readiness-help = 1 — без сил, 5 — в лучшей форме
web-slept = Часы сна
web-worn-out = Я без сил
web-save = Сохранить
web-pain = Что-нибудь болит?
web-pain-map = Где болит
web-front = спереди
web-back = сзади
web-pain-where = Где
web-pain-how = Насколько
web-severity-1 = слегка
web-severity-2 = заметно
web-severity-3 = сильно
web-pain-say = Болит здесь
web-no-pain = ничего не болит
web-flag-over = Прошло
web-load = Вес
web-load-unit-kg = кг
web-load-unit-lb = фунт.
web-count-reps = повт.
web-count-seconds = секунды
web-count-meters = метры
web-less = Меньше
web-more = Больше
web-to-failure = до отказа
web-per-side = {" "}на сторону
web-last = было { $done }
web-bar-alone = Только гриф
web-each-side = На каждую сторону: { $plates }
web-set = Подход
web-set-done = Подход { $number } сделан
web-set-kind = Вид подхода
web-leave-out = Убрать
web-cues = Подсказки
web-marks-what = Заметки и боль: { $name }
web-mark-technique = Страдала техника
web-note = Заметка
web-session = Тренировка
web-sets-done = Подходы
web-time = Время
web-volume = Поднято
web-finish = Закончить
web-finish-kept = Закончено и сохранено здесь. Отправится, как только появится сеть.
web-undone = Часть подходов не сделана. Они считаются пропущенными.
web-session-rpe = Насколько тяжело было в целом?
web-add-exercise = Добавить упражнение
web-exercise = Упражнение
web-add = Добавить
web-rest = Отдых
web-rest-skip = Дальше
web-rest-over = Отдых окончен
web-gate = Перед началом
web-gate-none = Ничто не ждёт вашего ответа.
web-gate-help = Ждут вашего ответа. Принятое действует уже в этой тренировке.
web-gate-accept = Принять всё и начать
web-gate-skip = Начать без них
web-accept = Принять
web-reject = Отклонить
web-later = Позже
web-suggested = Предложения
web-decided = Решения
web-undo = Отменить
web-advice = Советы
web-leave = Готово
web-leave-help = Неотвеченное подождёт до следующей тренировки.
web-reached = Результат
web-records = Рекорды
web-done = Что сделано
web-meant = задано
web-waiting = { $count ->
    [one] Ждёт ответа { $count } предложение
    [few] Ждут ответа { $count } предложения
   *[other] Ждут ответа { $count } предложений
}

## Web app: onboarding, settings, people

web-more-back = Назад
web-more-save = Сохранить
web-more-saved = Сохранено
web-more-why = Почему
web-more-cancel = Отмена
web-more-copy = Скопировать
web-more-add = Добавить
web-more-less = Меньше
web-more-plus = Больше
web-more-part-training = Тренировки
web-more-part-people = Люди
web-more-part-here = Приложение
web-more-profile = Профиль
web-more-profile-note = Цель, неделя, тело, единицы
web-more-equipment = Оборудование
web-more-equipment-note = Места, грифы, блины, гантели
web-more-consent = Что меняется само
web-more-consent-note = Делать, спрашивать или не предлагать
web-more-wellbeing = Самочувствие
web-more-wellbeing-note = Отметки, боль и то, что учитывается
web-more-exercises = Упражнения
web-more-exercises-note = Найти, полюбить, исключить, добавить своё
web-more-templates = Шаблоны
web-more-templates-note = Готовые наборы упражнений
web-more-grants = Тренеры
web-more-grants-note = Кто видит ваши данные и планирует за вас
web-more-athletes = Подопечные
web-more-athletes-note = Те, кто доверил вам тренировки
web-more-account = Учётная запись
web-more-account-note = Язык, пароль, браузеры, токены
web-more-strava = Strava
web-more-strava-note = Пробежки и заезды, которые учитываются в тренировках
web-more-data = Ваши данные
web-more-data-note = Забрать, загрузить, удалить
web-more-admin = Управление
web-more-admin-note = Учётные записи, приглашения, задачи
web-more-about = О программе
web-more-version = regimen { $version }, свободная программа, которая работает на вашем компьютере.
web-more-welcome = Первые вопросы заново
web-more-sign-out = Выйти
web-more-as = Вы вошли как { $login }
web-more-unsent = Не отправлено записей: {"{n}"}. Выйти и потерять их?
web-profile-training = Тренировки
web-profile-goal = Ради чего вы тренируетесь?
web-profile-secondary = Кроме того
web-profile-secondary-note = Своими словами, например осанка
web-profile-age = Опыт
web-profile-days = Дней в неделю
web-profile-minutes = Минут на тренировку
web-profile-minutes-note = От 10 до 180
web-profile-start = Обычное начало
web-profile-schedule = О чём каждая тренировка
web-profile-schedule-note = Доверьте это тренеру или задайте порядок недели сами.
web-profile-session = Тренировка { $number }
web-profile-auto = подберёт тренер
web-profile-supersets = Суперсеты
web-profile-suggestions = Как предлагаются изменения
web-profile-cold-start = Осторожные первые тренировки
web-profile-cold-start-note = Простые упражнения, пока вас не узнали лучше
web-profile-equal-sets = Одинаковым подходам одно изменение
web-profile-equal-sets-note = Изменение одного подхода касается и таких же
web-profile-style = Сравнивать подобное
web-profile-style-note = Тренировки в другом стиле не учитываются
web-profile-kinds = Судить упражнение по его виду
web-profile-kinds-note = Базовые и изолирующие растут каждое в своём темпе
web-profile-fleet = Учитывать в сводке этой установки
web-profile-fleet-note = Суммы по многим людям, не ваши числа
web-profile-you = Вы
web-profile-units = Единицы
web-profile-sex = Пол
web-profile-birth = Дата рождения
web-profile-height = Рост, см
web-profile-height-lb = Рост, футы и дюймы
web-height-lb = { $feet } ft { $inches } in
web-profile-zone = Часовой пояс
web-profile-weekday = Первый день недели
web-profile-quiet = Тихие часы
web-profile-quiet-from = С
web-profile-quiet-to = До
web-profile-quiet-note = В это время вам ничего не приходит.
web-profile-screen = Экран
web-profile-theme = Оформление
web-profile-theme-note = Хранится на этом устройстве.
web-profile-language = Имя и язык
web-profile-exercises = Любимые и исключённые упражнения
web-profile-exercises-none = Пока нет. Найдите упражнение и скажите, что о нём думаете.
web-goal-hypertrophy = Набрать мышцы
web-goal-hypertrophy-note = Больше объёма, 6–15 повторений
web-goal-strength = Стать сильнее
web-goal-strength-note = Тяжёлые подходы, долгий отдых
web-goal-fat_loss = Сбросить жир
web-goal-fat_loss-note = Сохранить мышцы при дефиците
web-goal-athleticism = Стать спортивнее
web-goal-athleticism-note = Мощность, скорость, контроль
web-goal-general_health = Быть здоровым
web-goal-general_health-note = Всего понемногу, надолго
web-age-beginner = Новичок
web-age-beginner-note = Меньше полугода
web-age-intermediate = Средний
web-age-intermediate-note = Регулярно от полугода до трёх лет
web-age-advanced = Опытный
web-age-advanced-note = Годы постоянных тренировок
web-units-kg = кг
web-units-lb = фунты
web-sex-female = Женский
web-sex-male = Мужской
web-sex-unknown = Не скажу
web-supersets-none = Никогда
web-supersets-when_time_limited = Если мало времени
web-supersets-preferred = Охотно
web-theme-system = Как в системе
web-theme-light = Светлое
web-theme-dark = Тёмное
web-language-en = English
web-language-ru = Русский
web-language-auto = Как на устройстве
web-scope-read = смотреть
web-scope-log = записывать
web-scope-plan = планировать тренировки
web-scope-meals = планировать питание
web-scope-admin = управлять
web-role-athlete = Тренируется
web-role-coach = Тренирует других
web-role-administrator = Управляет
web-tier-bodyweight = Свой вес
web-tier-bodyweight-note = Коврик и немного места
web-tier-dumbbells = Гантели
web-tier-dumbbells-note = Пара или набор
web-tier-home = Домашний зал
web-tier-home-note = Стойка, штанга, блины, скамья
web-tier-gym = Тренажёрный зал
web-tier-gym-note = Всё это, блоки и тренажёры
web-place-tier = Что там есть?
web-place-fine = Что именно
web-place-weights = Свободные веса
web-place-frames = Скамьи, перекладины, пол
web-place-machines = Тренажёры и блоки
web-place-other = Резинки и кардио
web-place-special = Указано ключом
web-place-iron = Грифы, блины, гантели
web-place-iron-note = Вес округляется до того, что можно собрать на деле. Что оставите пустым, считается как в обычном зале.
web-place-iron-listed = Использовать мой список
web-place-unit-kg = кг
web-place-unit-lb = lb
web-place-bars = Вес грифов
web-place-plates = Пары блинов
web-place-pairs = пар
web-place-dumbbells = Гантели, каждая
web-place-masses-note = Например 5; 7,5; 10
web-place-kettlebells = Гири
web-place-stack-cable = Стек блока
web-place-stack-machine = Стеки тренажёров
web-place-from = От
web-place-step = Шаг
web-place-to = До
web-place-new = Новое место
web-place-name = Название
web-place-home = Дом
web-place-usual = Обычно я тренируюсь здесь
web-place-usual-badge = обычное
web-place-remove = Забыть место
web-place-remove-sure = Забыть место «{ $place }»?
web-place-all = Места
web-place-none = Ни одно место не описано, поэтому считается, что доступно всё.
web-place-add = Другое место
web-place-why = Выбираются только упражнения, для которых всё есть, а веса такие, какие можно собрать.
web-consent-intro = Усложнение и облегчение настраиваются отдельно. О том, что сделано само, вы всегда узнаете и сможете отменить одним нажатием.
web-consent-increase = Усложнить
web-consent-decrease = Облегчить
web-consent-auto = Делать
web-consent-ask = Спросить
web-consent-off = Не предлагать
web-consent-usual = Как обычно
web-consent-fixed = Об этом спрашивают всегда: решаете только вы.
web-consent-not-yours = Менять это может только сам спортсмен.
web-exercises-search = Найти
web-exercises-name = Название
web-exercises-muscle = Мышца
web-exercises-any = Любая
web-exercises-here = Только то, для чего всё есть
web-exercises-own = Только мои
web-exercises-none = Ничего похожего нет.
web-exercises-all = Показать все
web-exercises-more = Показать ещё
web-exercises-add = Своё упражнение
web-exercises-add-note = Откройте самое похожее упражнение и выберите «Сделать похожее»: мышцы, оборудование и веса перейдут к нему.
web-exercises-one-how = Как делать
web-exercises-one-facts = О нём
web-exercises-one-opinion = Что вы о нём думаете?
web-exercises-one-opinion-why = Любимое выбирается охотнее, когда это разумно; исключённое не выбирается никогда.
web-exercises-one-like = Нравится
web-exercises-one-neutral = Всё равно
web-exercises-one-avoid = Не выбирать
web-exercises-one-liked = Любимые
web-exercises-one-avoided = Исключённые
web-exercises-one-liked-badge = любимое
web-exercises-one-avoided-badge = исключено
web-exercises-one-progress = Как оно растёт
web-exercises-one-suggestions = Предлагать его изменения
web-exercises-one-step = Наименьший шаг
web-exercises-one-step-note = Пусто: как обычно. 0 убирает ваш шаг.
web-exercises-one-own = Своё
web-exercises-one-remove = Удалить
web-exercises-one-remove-sure = Удалить «{ $name }»?
web-exercises-one-like-this = Сделать похожее
web-exercises-one-like-this-note = Есть своё, которое так же нагружает те же мышцы?
web-exercises-one-own-name = Название
web-exercises-one-own-cue = На что обратить внимание
web-exercises-one-own-cue-note = Показывается во время подхода. Пусто: как у этого.
web-exercises-one-keep = Сохранить
web-templates-own = Свои
web-templates-none = Пока нет. Скопируйте один из шаблонов ниже и измените его.
web-templates-train = Тренироваться
web-templates-copy = Скопировать и изменить
web-template-exercises = Упражнения
web-template-add = Добавить упражнение
web-template-about = Название и вид
web-template-name = Название
web-template-intent = О чём он
web-template-pin = { $name }: всегда оставлять
web-template-up = { $name }: выше
web-template-remove-one = { $name }: убрать
web-template-remove = Удалить шаблон
web-wellbeing-flags = Что учитывается
web-wellbeing-no-flags = Ничего: вы тренируетесь без ограничений.
web-wellbeing-does = Что это меняет
web-wellbeing-over = Прошло
web-wellbeing-past = Последние четыре недели
web-wellbeing-no-check-ins = Вы ещё не отмечали самочувствие.
web-wellbeing-day = День
web-wellbeing-ready = Готовность
web-wellbeing-sleep-short = Сон
web-wellbeing-pulse-short = Пульс
web-wellbeing-rest = Ещё
web-wellbeing-now = Как вы сейчас?
web-wellbeing-readiness = Готовы тренироваться?
web-wellbeing-readiness-1 = Нет
web-wellbeing-readiness-2 = Едва
web-wellbeing-readiness-3 = Так себе
web-wellbeing-readiness-4 = Да
web-wellbeing-readiness-5 = Очень
web-wellbeing-sleep = Сон, часов
web-wellbeing-pulse = Утренний пульс
web-wellbeing-illness = Вы больны?
web-wellbeing-illness-0 = Нет
web-wellbeing-illness-1 = Немного
web-wellbeing-illness-2 = Да
web-wellbeing-illness-3 = Сильно
web-wellbeing-fatigue = Я вымотан(а)
web-wellbeing-pain = Что-нибудь болит?
web-wellbeing-note = Что-то ещё
web-wellbeing-send = Сохранить
web-wellbeing-source-report = отмечено на тренировке
web-wellbeing-source-check_in = отмечено в самочувствии
web-wellbeing-source-dialog = отмечено вручную
web-wellbeing-source-engine = замечено по тренировкам
web-wellbeing-source-reviewer = замечено при проверке
web-wellbeing-does-fatigue = Тренировки легче, и ничего не растёт, пока не пройдёт.
web-wellbeing-does-pain = Упражнения, которые нагружают это место, заменяются или облегчаются.
web-wellbeing-does-technique = Вес не растёт, пока техника снова не станет чистой.
web-wellbeing-does-illness = Тренировки отменяются или остаются лёгкими, пока вы не поправитесь.
web-wellbeing-does-suspension = Оно пропускается, пока вы его не вернёте.
web-hurt-map = Где болит?
web-hurt-front = Спереди
web-hurt-back = Сзади
web-hurt-left = { $area } слева
web-hurt-right = { $area } справа
web-hurt-severity-1 = Слегка
web-hurt-severity-2 = Заметно
web-hurt-severity-3 = Сильно
web-account-you = Вы
web-account-name = Как вас называть
web-account-language = Язык
web-account-old = Прежний пароль
web-account-new = Новый пароль
web-account-new-note = Не меньше 8 символов. На других браузерах придётся войти заново.
web-account-change = Сменить пароль
web-account-provider = Вход через организацию
web-account-provider-note = Свяжите один раз и входите без этого пароля.
web-account-link = Связать
web-account-linked = Связано с { $date }
web-account-unlink = Отвязать
web-account-unlink-sure = Отвязать? После этого понадобится пароль.
web-account-sessions = Браузеры
web-account-sessions-why = Браузер остаётся в системе 30 дней после последнего использования, но не дольше 180.
web-account-used = использован { $when }
web-account-this = этот
web-account-end = Завершить
web-account-tokens = Токены программ
web-account-tokens-note = Часы, скрипт или таблица предъявляют токен вместо вашего пароля.
web-account-token-new = Новый токен
web-account-token-for = Для чего он?
web-account-scopes = Что ему можно
web-account-token-days = Действует дней
web-account-token-make = Создать
web-account-revoke = Отозвать
web-account-revoke-sure = Отозвать «{ $name }»? То, что им пользуется, перестанет работать.
web-data-export = Забрать
web-data-export-text = Один файл со всем: профиль, планы, тренировки, питание, самочувствие и принятые решения.
web-data-export-do = Скачать всё
web-data-inside = Что внутри
web-data-inside-text = Текстовый файл, по одному документу JSON на строку; его можно прочесть и без этой программы.
web-report = Отчёт за неделю
web-report-answer = Ответить в плане
web-report-month = Отчёт за месяц
web-report-before = Раньше
web-report-after = Позже
web-review = Упражнения на проверку
web-review-says = Здесь три отката подряд. Решите, продолжать ли каждое.
web-review-go-on = Продолжать
web-review-stop = Приостановить
web-review-none = Трёх откатов подряд нет ни в одном упражнении.
web-review-file = То же таблицей
web-data-tables = Таблицы
web-data-tables-text = Каждая отдельным файлом CSV, веса в килограммах, фунтах и граммах.
export_file-sessions = Тренировки
export_file-sets = Подходы
export_file-progress = Прогресс
export_file-decisions = Ответы на предложения
export_file-plan_versions = Версии планов
export_file-events = События прогрессии
export_file-metrics = Показатели по дням
export_file-records = Рекорды
export_file-flags = Флаги
export_file-checkins = Самочувствие
export_file-body = Вес и замеры
export_file-conflicts = Конфликты
export_file-meals = Питание
export_file-review = Упражнения на проверку
web-data-import = Загрузить
web-data-import-text = Файлы загружаются через API или на компьютере, где работает программа:
web-data-import-exercises = Свои упражнения и лестницы
web-data-import-recipes = Рецепты
web-data-import-all = Вся установка из резервной копии
web-data-delete = Удалить всё
web-data-delete-text = Аккаунт исчезнет со всем вашим через семь дней. Войдите раньше, и всё останется. В прежних резервных копиях данные останутся до истечения их срока.
web-data-delete-login = Введите { $login }, чтобы это было наверняка
web-data-delete-fresh = Пароля у вас здесь нет. Что это вы, подтверждает вход за последние десять минут.
web-data-delete-sure = Точно удалить всё?
web-grants-none = Никто, кроме вас, этого не видит, и никто не просил.
web-grants-how = Тренер запрашивает доступ по вашему логину { $login }, а вы подтверждаете здесь.
web-grants-asked = Просит доступ
web-grants-active = Может действовать за вас
web-grants-past = Завершено
web-grants-acts = Что сделали тренеры
web-grants-acts-why = Что это за список?
web-grants-acts-text = Всё, что тренер изменил за вас, сначала новое. Недельный отчёт подводит итог.
web-grants-yes = Разрешить
web-grants-no = Нет
web-grants-revoke = Отозвать
web-grants-revoke-sure = Отозвать доступ { $coach }? Это подействует сразу.
web-grants-scopes = Что это значит
web-grants-scopes-text = «Смотреть» значит видеть тренировки, планы, питание и самочувствие. Кто записывает или планирует за вас, назван в каждой записи. Что меняется само, решаете только вы.
web-athletes-none = Пока никто не доверил вам тренировки. Запросите доступ по логину.
web-athletes-week = За 7 дней
web-athletes-last = Последняя
web-athletes-never = нет
web-athletes-today-none = свободно
web-athletes-today-planned = намечена
web-athletes-today-running = идёт
web-athletes-today-done = сделана
web-athletes-today-skipped = пропущена
web-athletes-look = Открыть
web-athletes-ask = Запросить доступ
web-athletes-login = Логин спортсмена
web-athletes-scopes = Что вы хотите делать
web-athletes-until = Последний день
web-athletes-until-note = Пусто: пока не отзовут
web-athletes-ask-do = Запросить
web-athletes-asked = Ждут ответа
web-athletes-take-back = Отозвать
web-athletes-how = Как это устроено
web-athletes-how-text = Спортсмен подтверждает доступ на своей странице и может отозвать его в любое время. Ваши изменения отмечены вашим именем, и он их видит.
web-admin-accounts = Учётные записи
web-admin-you = вы
web-admin-seen = был(а) { $when }
web-admin-reset = Ссылка на новый пароль
web-admin-disable = Закрыть доступ
web-admin-enable = Открыть доступ
web-admin-delete = Удалить
web-admin-make-coach = Сделать тренером
web-admin-no-coach = Больше не тренер
web-admin-make-admin = Сделать администратором
web-admin-no-admin = Больше не администратор
web-admin-invite = Пригласить
web-admin-invite-text = Ссылка, которая работает один раз в течение семи дней.
web-admin-invite-do = Создать ссылку
web-admin-closed = Регистрация закрыта; её открывает настройка accounts.sign_up.
web-admin-roles = Роли
web-admin-link-once = Передайте её: она показана один раз.
web-admin-offers = Предложено всем
web-admin-offers-text = Продукты и рецепты, которые люди предлагают, без их имён. Из того, чем вы поделитесь, может составляться меню каждого.
web-admin-no-offers = Ничего не предложено.
web-admin-replaces = заменит общий
web-admin-share = Поделиться
web-admin-decline = Отклонить
web-admin-share-one = Поделиться: { $name }
web-admin-decline-one = Отклонить: { $name }
web-admin-shared = Общее для всех
web-admin-unshare = Убрать из общего
web-admin-unshare-one = Убрать из общего: { $name }
web-admin-backups = Резервные копии
web-admin-no-backups = Пока не отмечено ни одной. Её делает команда «regimen backup FILE», сервер при этом работает.
web-admin-backup-rows = строк: { $rows }
web-admin-figures = Как идут тренировки
web-admin-figures-text = По всем спортсменам вместе, как это получает Prometheus; о группах меньше пяти человек ничего.
web-admin-jobs = Что программа делает сама
web-admin-next = Следующий раз
web-admin-last = Прошлый раз
web-admin-waiting = Ждут
web-admin-running = Идут
web-admin-dead = Сбои
web-admin-run = Запустить
web-admin-run-one = Запустить { $name } сейчас
web-welcome-title = Добро пожаловать
web-welcome-count = {"{n}"} из {"{all}"}
web-welcome-1 = Чего вы хотите?
web-welcome-2 = Когда вы тренируетесь?
web-welcome-3 = С чем вы тренируетесь?
web-welcome-4 = Что-нибудь болит?
web-welcome-5 = Ваше тело
web-welcome-6 = Что вы едите?
web-welcome-start-note = От него зависит время еды.
web-welcome-pain-note = Отметьте, где болит: упражнения обойдут это место. Если нигде, идите дальше.
web-welcome-body-note = Для первых весов и расчёта энергии. Данные остаются на этом сервере.
web-welcome-weight = Вес
web-welcome-food-note = Чтобы составить подходящую неделю питания. Можно сделать позже.
web-welcome-needs-body = Для питания нужны пол, дата рождения, рост и вес.
web-welcome-next = Дальше
web-welcome-end = Составить план
web-welcome-skip = Пропустить
web-welcome-work = Составляем ваш план
web-welcome-work-profile = Цель и неделя
web-welcome-work-place = Оборудование
web-welcome-work-pain = Что беречь
web-welcome-work-weight = Вес тела
web-welcome-work-food = Питание
web-welcome-work-session = Первая тренировка
web-welcome-work-meals = Неделя питания
web-welcome-work-running = в работе
web-welcome-work-done = готово
web-welcome-work-skipped = не нужно
web-welcome-work-failed = не вышло
web-welcome-work-no-week = не нашлась, см. «Питание»
web-welcome-work-again = Попробовать снова
web-welcome-work-skip = Дальше без этого
web-eat-goal = Вес должен
web-eat-weight-lose = снизиться
web-eat-weight-maintain = остаться
web-eat-weight-gain = вырасти
web-eat-activity = Ваш день помимо тренировок
web-eat-activity-desk = В основном сидя
web-eat-activity-mixed = То сидя, то на ногах
web-eat-activity-on_feet = На ногах
web-eat-activity-physical = Физическая работа
web-eat-diet = Как вы питаетесь
web-eat-allergies = Аллергии и непереносимость
web-eat-other-allergies = Другое
web-eat-commas = Через запятую
web-eat-dislikes = Что вы не любите
web-athletes-open = { $count ->
    [one] { $count } предложение ждёт
    [few] { $count } предложения ждут
   *[many] { $count } предложений ждут
}

## Web app: meals

failure-deficient = { $nutrient }: нужно { $required }, в ближайшем плане { $achieved }; { $class }
web-meals-week = Неделя
web-meals-shopping = Список покупок
web-meals-recipes = Рецепты
web-meals-targets = Нормы
web-meals-pantry = Запасы
web-meals-diary = Дневник
web-meals-profile = О вас
web-meals-why = Почему
web-meals-why-this = Почему это блюдо
web-meals-save = Сохранить
web-meals-add = Добавить
web-meals-back = Назад
web-meals-close = Закрыть
web-meals-undo = Отменить

web-meals-start = Сначала пять ответов
web-meals-start-text = По ним видно, сколько вам нужно в день. Остальное уже настроено разумно, и это можно изменить позже.
web-meals-profile-text = Сказанное здесь действует со следующего плана. Новая аллергия сразу убирает из плана опасные блюда.
web-meals-sex = Пол, для формул
web-meals-sex-male = мужской
web-meals-sex-female = женский
web-meals-born = Дата рождения
web-meals-weight = Вес тела
web-meals-goal = Вес должен
web-meals-goal-lose = снижаться
web-meals-goal-maintain = держаться
web-meals-goal-gain = расти
web-meals-activity = Ваш день, не считая тренировок
web-meals-activity-desk = в основном сижу
web-meals-activity-mixed = сижу и хожу
web-meals-activity-on_feet = весь день на ногах
web-meals-activity-physical = физический труд
web-meals-diet = Как вы питаетесь
web-meals-diet-vegetarian = вегетарианское
web-meals-diet-vegan = веганское
web-meals-diet-pescatarian = пескетарианское
web-meals-diet-gluten_free = без глютена
web-meals-diet-dairy_free = без молочного
web-meals-allergies = Аллергии и непереносимость
web-meals-allergies-text = Ничего из этих групп никогда не планируется и не предлагается.
web-meals-allergies-more = Ещё один непереносимый продукт
web-meals-dislikes = Не хочу
web-meals-dislikes-more = Например: печень, грибы
web-meals-likes = Люблю
web-meals-likes-more = Например: лосось, гречка

web-meals-empty = Пока ничего не запланировано
web-meals-empty-text = Программа подберёт блюда на семь дней: по вашим нормам, вкусам и времени на готовку.
web-meals-plan-week = Составить план на неделю
web-meals-open = { $days ->
    [one] { $days } день пока без блюд.
    [few] { $days } дня пока без блюд.
   *[other] { $days } дней пока без блюд.
}
web-meals-plan-open = Спланировать
web-meals-searching = Поиск: {"{stage}"}, {"{percent}"} %
web-meals-searching-start = Поиск …
web-meals-progress = Ход поиска
web-meals-cancel = Прервать
web-meals-help = Что поможет, начиная с самого малого
web-meals-help-text = Нажмите: изменение будет сделано, и поиск начнётся снова.
web-meals-help-rule = это правило любого плана, а не настройка
web-meals-help-none = Малого изменения не хватит. Проверьте числа, которых вы хотите, и то, чего вы не едите.
web-meals-in-the-way = Что мешает
web-meals-conflict = Вместе это невыполнимо; без любого из этих условий план есть
web-meals-reachable = Что достижимо

web-meals-offer-plan = План для вас
web-meals-offer-change = Некоторые блюда можно заменить
web-meals-offer-target = Другой расход энергии
web-meals-waits = ждёт ответа
web-meals-accept = Принять
web-meals-reject = Нет, спасибо
web-meals-protein = { $amount } г белка

web-meals-nothing = Ничего нет
web-meals-before = Неделя раньше
web-meals-after = Неделя позже
web-meals-day-before = Предыдущий день
web-meals-day-after = Следующий день
web-meals-replan = Пересчитать остаток
web-meals-calendar = В мой календарь
web-meals-needs = По сравнению с нормой
web-meals-derived = Откуда это
web-meals-verdict-low = мало
web-meals-verdict-ok = в норме
web-meals-verdict-high = много
web-meals-eaten-so = съедено: { $amount }
web-meals-eaten-of = Съедено: { $meal }
web-meals-at-least = Это нижняя оценка дня; не сосчитано: { $list }

web-meals-ate = Съедено
web-meals-skipped = Пропущено
web-meals-instead = Съедено другое
web-meals-other = Другое
web-meals-swap = Заменить
web-meals-keep = Оставить
web-meals-release = Снова планировать
web-meals-cooks = здесь готовится сразу { $servings ->
    [one] { $servings } порция
    [few] { $servings } порции
   *[other] { $servings } порций
}
web-meals-brings = Даёт { $energy } % минимальной энергии и { $protein } % минимального белка на день
web-meals-fills = Из нормы дня больше всего даёт: { $fills }
web-meals-day-empty = На этот день ничего не запланировано.
web-meals-besides = Сверх плана
web-meals-besides-none = Ничего не записано.
web-meals-micros = Витамины, минералы и другое
web-meals-micros-text = Сколько каждого вещества в этом дне по сравнению с нормой и безопасным пределом
web-meals-micros-none = Здесь появятся витамины и минералы, когда вы ответите на вопросы о себе.
web-meals-numbers = Числа
web-meals-nutrient = Вещество
web-meals-eaten = Съедено
web-meals-planned = В плане
web-meals-needed = Норма
web-meals-limit = Верхний предел

web-meals-swap-text = Сначала лучшее; в каждой строке видно, каким станет день. Выбранное остаётся, пока вы его не отпустите.
web-meals-swap-none = Больше сюда ничего не подходит: мало времени на готовку или всё занято в соседние дни.
web-meals-rival = Следующее по оценке – { $name }: здесь { $other } балла против { $own } у запланированного.
web-meals-rival-behind = Оно уступает: { $list }.
web-meals-rival-ahead = Оно лучше: { $list }.
web-meals-rival-fits = Само по себе оно подошло бы не хуже: блюда выбраны вместе, или это выбрали вы.
web-meals-rival-breaks = С ним план чего-то не достигнет:
web-meals-rival-part = Часть оценки
web-meals-rival-own = В плане
web-meals-rival-other = Следующее
web-meals-rival-gap = Разница
web-meals-rival-link = Сравнить со следующим по оценке
web-meals-swap-confirm = С этим блюдом план чего-то не достигает. Всё равно взять?
web-meals-take = Взять
web-meals-leftover = уже готово, { $minutes } мин
web-meals-leftovers = Осталось от приготовленного
web-meals-leftovers-text = Это предлагается первым при замене блюда и при новом плане остатка.
web-meals-left-servings = { $count ->
    [1] 1 порция
   *[other] порций: { $count }
}
web-meals-leftover-gone = Больше нет
web-meals-leave = Кое-что осталось
web-meals-diary-remove = Убрать запись: { $entry }
web-meals-times = Время еды
web-meals-times-text = Когда вы едите, что это за приём пищи и сколько можно готовить.
web-meals-times-days = В эти дни
web-meals-every-day = Каждый день
web-meals-time = Время приёма пищи
web-meals-time-meal = Какой приём пищи
web-meals-time-cook = Время готовки
web-meals-cook-most = до { $minutes } мин
web-meals-cook-any = готовить сколько угодно
web-meals-shift-kcal = день { $before } → { $after } ккал
web-meals-shift-protein = белок { $before } → { $after } г
web-meals-shift-minutes = { $minutes } мин готовки
web-meals-gains = теперь хватает: { $list }
web-meals-loses = больше не хватает: { $list }
web-meals-instead-of = Вместо: { $meal }
web-meals-foods = Отдельные продукты
web-meals-food = Продукт
web-meals-food-text = Название или штрихкод
web-meals-grams = Граммы
web-meals-recipe = Другой рецепт
web-meals-share = Процент порции
web-meals-share-text = 100 — одна порция

web-meals-search = Название или продукт
web-meals-find = Найти
web-meals-kind = Приём пищи
web-meals-found = { $count ->
    [one] { $count } рецепт
    [few] { $count } рецепта
   *[other] { $count } рецептов
}
web-meals-found-none = Ничего не нашлось. Попробуйте меньше слов.
web-meals-all = Показать все
web-meals-more = Ещё
web-meals-own-recipe = свой
web-meals-shared-recipe = общий
web-meals-offer = Предложить всем
web-meals-offer-withdraw = Забрать предложение
web-meals-offer-says = Этот рецепт видите только вы. Если предложить его, тот, кто управляет этой установкой, может поделиться копией со всеми, без вашего имени.
web-meals-offered-says = Вы предлагаете этот рецепт всем. Решает тот, кто управляет этой установкой.
web-meals-keeps = { $days ->
    [one] хранится { $days } день
    [few] хранится { $days } дня
   *[other] хранится { $days } дней
}
web-meals-ingredients = Продукты
web-meals-servings = Порции
web-meals-fewer = Меньше порций
web-meals-more-of = Больше порций
web-meals-steps = Как готовить
web-meals-cook = Готовить
web-meals-serving = В одной порции
web-meals-incomplete = Не все продукты известны, поэтому это нижняя оценка.
web-meals-which = Какой продукт здесь «{ $name }»?
web-meals-which-this = Этот
web-meals-step-of = {"{n}"} из {"{count}"}
web-meals-step-before = Назад
web-meals-step-next = Дальше

web-meals-left = осталось: {"{n}"}
web-meals-print = Печать
web-meals-to-pantry = Отмеченное добавлять в запасы
web-meals-stocked = в запасах
web-meals-shopping-unknown = В списке нет продуктов для: { $list }
web-meals-pantry-text = То, что есть дома, не покупается снова, а скоропортящееся идёт в дело первым.
web-meals-at-home = Дома есть
web-meals-pantry-add = Добавить в запасы
web-meals-pantry-remove = Убрать из запасов: { $food }
web-meals-expires = Годен до
web-meals-over = срок вышел
web-meals-diary-text = Съеденное сверх плана учитывается в этом дне.
web-meals-diary-food = Продукт
web-meals-diary-numbers = Только числа
web-meals-diary-numbers-text = Для кафе или этикетки: достаточно калорий.
web-meals-diary-lately = Последние две недели
web-meals-date = День
web-meals-kcal = Энергия, ккал
web-meals-protein-g = Белки, г
web-meals-fat-g = Жиры, г
web-meals-carbs-g = Углеводы, г

web-meals-each-day = Каждый день
web-meals-own = с вашими числами
web-meals-days-differ = Особые дни
web-meals-day = День
web-meals-how = Откуда эти числа
web-meals-own-title = Свои числа
web-meals-own-text = Они важнее рассчитанных; пустые поля рассчитываются.
web-meals-own-none = Рассчитать всё
web-meals-fat-least = Жиры от, г
web-meals-fat-most = Жиры до, г
web-meals-kcal-most = Не больше в день, ккал

## Веб-приложение: план и прогресс

web-plan-versions = Версии
web-plan-version = Версия { $number }
web-plan-now = Неделя { $week } из { $of } с ростом нагрузки
web-plan-now-deload = Эта неделя разгрузочная
web-plan-now-mark = сейчас
web-plan-weeks = Недели блока
web-plan-week = Неделя { $week }
web-plan-week-deload = Разгрузка
web-plan-week-before = Неделя до
web-plan-deload = разгрузка
web-plan-deload-on = Сделать неделю лёгкой
web-plan-deload-off = Вернуть обычную неделю
web-plan-deload-ask = Тренировки, составленные на этой неделе, станут легче, а со следующей начнётся новый блок. Сделать неделю лёгкой?
web-plan-free = Без тренировки
web-plan-not-done = не сделана
web-plan-exercises = { $count ->
    [one] { $count } упражнение
    [few] { $count } упражнения
   *[many] { $count } упражнений
}
web-plan-block-start = Начать новый блок
web-plan-block-weeks = Недели с ростом нагрузки
web-plan-weeks-unit = нед.
web-plan-block-says = За ними следует разгрузочная неделя. Блок начинается с этой недели.
web-plan-block-why = От недели к неделе объём растёт: от наименьшего полезного до того, после которого прибавка почти ничего не даёт. Затем лёгкая неделя для восстановления, и начинается новый блок. Неделя без тренировок не считается. Будущие недели показаны так, как если бы вы тренировались в каждой.
web-plan-why = Почему
web-plan-less = Меньше
web-plan-more = Больше
web-plan-cancel = Отмена
web-plan-save = Сохранить
web-plan-open = Это ждёт вашего ответа.
web-plan-conflict = расхождение
web-plan-conflict-says = { $date } программа хотела не того, что вы.
web-plan-conflict-why = То, что вы задали сами, не меняется без вашего ведома. Ваше значение остаётся, пока вы не решите иначе.
web-plan-yours = Ваше
web-plan-programs = Программы
web-plan-keep-mine = Оставить моё
web-plan-take-new = Взять новое
web-plan-halfway = Посередине
web-plan-confirm = Подтвердить
web-plan-reject = Отклонить
web-plan-look = Посмотреть
web-plan-push = Жимы
web-plan-pull = Тяги
web-plan-legs = Ноги и корпус
web-plan-own = Другое
web-plan-morning = утро
web-plan-evening = вечер
web-plan-level = уровень { $level }
web-plan-modes = Что значат метки
web-plan-modes-says = Что растёт, когда всё получается. Без метки: вес. Диапазон: повторения, затем сам диапазон. Уровень: ступень навыка. Без изменений: само ничего не меняется.
web-plan-guards = Задано вручную
web-plan-guards-says = Эти значения программа не трогает.
web-plan-set = подход { $set }
web-plan-release = Отпустить
web-plan-edit-item = Изменить: { $exercise }
web-plan-sets = подходы
web-plan-amount = на подход
web-plan-reps = повторения в подходе
web-plan-seconds = секунды в подходе
web-plan-meters = метры в подходе
web-plan-rest = отдых, секунды
web-plan-as-is = как есть
web-plan-reason = Почему (по желанию)
web-plan-same = Пока ничего не изменено.
web-plan-remove = Убрать
web-plan-remove-ask = Убрать упражнение из плана? Это можно отменить в разделе «Версии».
web-plan-edit-says = Новая версия действует сразу; ваши значения защищены от программы.
web-plan-none = Плана пока нет
web-plan-none-says = План вырастает из тренировок: составьте первую, и то, что вы поднимаете, станет планом.
web-plan-none-go = Составить тренировку
web-plan-volume = Объём по мышцам
web-plan-volume-title = Подходы: { $from } – { $to }
web-plan-volume-says = Эффективные подходы каждой мышцы и её ориентиры.
web-plan-volume-none = На этой неделе ничего не запланировано и не сделано.
web-plan-volume-how = Как это считается
web-plan-volume-why = Подход целиком засчитывается мышцам, которые он тренирует, и частично тем, что помогают. MEV: наименьший объём, от которого есть рост; MAV: дальше прибавка почти ничего не даёт; MRV: наибольший, после которого вы восстанавливаетесь. Цель недели лежит между первыми двумя и растёт вместе с блоком.
web-plan-muscle = Мышца
web-plan-done-sets = Сделано подходов
web-plan-mev = MEV
web-plan-mav = MAV
web-plan-mrv = MRV
web-plan-target = Цель
web-plan-above-mrv = выше MRV
web-plan-below-mev = ниже MEV
web-plan-to-come = ещё { $sets }
web-plan-history = Как складывался план
web-plan-changed = Что изменилось
web-plan-and-more = { $names } и ещё { $count }
web-plan-undo = Отменить
web-plan-undo-ask = { $version }: отменить? Более поздние изменения других значений останутся.
web-plan-restore = Вернуть
web-plan-restore-ask = { $version }: сделать план таким, каким он был тогда?
web-plan-older = Раньше
web-plan-rollback = Откат
web-plan-rollback-says = Возвращает день или упражнение к тому, что было до последнего изменения.
web-plan-rollback-day = День
web-plan-rollback-exercise = Упражнение
web-plan-rollback-do = Откатить
web-plan-ways = Пути назад
web-plan-ways-says = Ничего не теряется: отмена, возврат и откат создают новую версию, и её тоже можно отменить.
web-progress-kg = кг
web-progress-lb = фунт.
web-progress-numbers = Числа
web-progress-day = { $day } { $month }
web-progress-day-head = День
web-progress-state-head = Состояние
web-progress-week-head = Неделя
web-progress-level-head = Уровень
web-progress-sets-head = Подходы
web-progress-effort-head = RPE
web-progress-e1rm-head = Расч. макс.
web-progress-decisions = Решения
web-progress-decisions-says = Что решено о каждом упражнении после ваших тренировок и почему. Как это изменило план, видно в разделе
web-progress-decisions-none = Решений пока нет
web-progress-decisions-none-says = Они появятся после первой завершённой тренировки.
web-progress-all-exercises = Все упражнения
web-progress-empty = Пока нечего показать
web-progress-empty-says = Завершите тренировку, и страница начнёт заполняться.
web-progress-training = Тренировки
web-progress-sessions = За 4 недели
web-progress-kept = Выполнено
web-progress-new-records = Новых рекордов
web-progress-days = Дни тренировок
web-progress-days-says = Какие дни выполнены, пропущены и запланированы.
web-progress-days-none = Тренировок пока нет.
web-progress-done = сделано
web-progress-part = частично
web-progress-skipped = пропущено
web-progress-planned = план
web-progress-week = { $from } – { $to }
web-progress-sets = Рабочие подходы по неделям
web-progress-sets-says = Сделанные рабочие подходы против запланированных, неделя за неделей.
web-progress-sets-none = Для этой картинки нужны две недели тренировок.
web-progress-sets-done = Сделано
web-progress-sets-planned = План
web-progress-strength = Сила
web-progress-strength-says = Расчётный максимум: { $exercise }; звезда отмечает новый лучший результат.
web-progress-strength-none = Для линии нужны две тренировки с весом.
web-progress-e1rm = Расчётный максимум
web-progress-e1rm-how = Как это рассчитано
web-progress-e1rm-why = По весу и повторениям лучшего подхода: вес × (30 + повторения) / 30. Звезда отмечает новый лучший результат, кольцо — оценку по более чем 12 повторениям, она мало о чём говорит.
web-progress-weight = Вес тела
web-progress-weight-title = Последние 12 недель
web-progress-weight-says = Ваш вес и его среднее за семь дней.
web-progress-weight-none = Для линии нужны два взвешивания.
web-progress-mean = Среднее за 7 дней
web-progress-weighed = Взвешивания
web-progress-weigh = Вес, { $unit }
web-progress-weigh-do = Записать
web-progress-ladders = Уровни
web-progress-ladder-says = Вы на уровне { $level } из { $of }.
web-progress-ladder-none = Уровней нет.
web-progress-ladder-all = Все уровни
web-progress-ladder-why = Уровень пройден, когда его цель выполнена с запасом сил; если до цели далеко, следует шаг назад.
web-progress-rung-now = сейчас
web-progress-rung-next = дальше
web-progress-records = Рекорды
web-progress-records-why = Значение выше всех прежних. Первые значения и разгрузочные недели не считаются.
web-progress-former = было: { $value }
web-progress-exercises = Упражнения
web-progress-trained = { $count ->
    [one] { $count } раз
    [few] { $count } раза
   *[many] { $count } раз
}, последний раз { $date }
web-progress-others = Ещё { $count }
report_change-safety = Ответьте на предложение, которое делает тренировки безопаснее.
report_change-swap = Замените { $exercise } на { $to }.
report_change-lighter_week = Облегчите все тренировки следующей недели: { $amount } % объёма.
report_change-deload_week = Сделайте лёгкую неделю сейчас.
report_change-easier_variation = Возьмите вариант { $exercise } полегче: { $to }.
report_change-previous_level = Вернитесь на уровень { $amount }: { $exercise }.
report_change-fewer_sessions = Планируйте { $amount ->
    [one] { $amount } тренировку
    [few] { $amount } тренировки
   *[other] { $amount } тренировок
} в неделю.
report_change-shorter_sessions = Сделайте тренировки короче на { $amount } %.
report_change-resolve_conflict = Решите то, что ждёт вас дольше всего.
report_change-lighter_session = { $whole ->
    [0] Облегчите следующую тренировку, { $exercise }: { $amount } % объёма.
   *[1] Облегчите следующую тренировку: { $amount } % объёма.
}
report_change-more_sets = Делайте не меньше { $amount ->
    [one] { $amount } подхода
   *[other] { $amount } подходов
}: { $exercise }.
report_change-pending = Ответьте на предложение, которое ждёт.
report_change-keep = Оставьте план как есть.
chart-adherence = Выполненные тренировки
chart-adherence-says = Сколько тренировок из намеченных выполнено, в процентах.
chart-strength-says = Расчётные максимумы основных упражнений; звезда отмечает новый рекорд, кольцо – оценку больше чем по 12 повторениям.
chart-month-head = Месяц
chart-volume = Объём
chart-volume-of = Объём: { $exercise }
chart-volume-says = Сделанное и намеченное.
chart-volume-none = Для этого графика нужны записи за два периода.
chart-target = Цель
chart-unit-reps = повт.
chart-levels-says = Уровень каждой лестницы после каждой тренировки.
chart-levels-none = Для линии нужны две тренировки на лестнице.
chart-mark-up = следующий уровень
chart-mark-down = шаг назад
chart-mark-hand = изменено вручную
chart-mark-back = возвращено назад
chart-effort = Усилие
chart-effort-says = Усилие каждого упражнения на каждой тренировке, среднее последних трёх и область, где остаётся запас.
chart-effort-none = Для линии нужны две оценки усилия.
chart-effort-mean = Среднее трёх
chart-effort-one = Одно упражнение
chart-effort-easy = До 7
chart-decisions-says = Сколько решений каждого вида принято.
chart-next = Показать: regimen chart ИМЯ
chart-about-volume = сделанное и цель
chart-about-levels = уровень каждой лестницы после каждой тренировки
chart-about-effort = усилие в каждом упражнении каждой тренировки
chart-about-decisions = сколько решений каждого вида принято
chart-about-strength = расчётные максимумы основных упражнений
chart-about-adherence = сделанные тренировки из назначенных
chart-about-muscle_volume = подходы на каждую мышцу по неделям
chart-about-body_weight = вес тела по времени
chart-about-calendar = дни с тренировками
chart-written = Записано в { $file }.
web-progress-spark = Расчётный максимум за последние разы: { $exercise }
web-progress-sessions-all = Тренировок
web-progress-so-far = До сих пор
web-progress-history = Тренировки
web-progress-earlier = Раньше: { $count }
web-progress-never = Ещё не выполнялось
web-progress-never-says = Когда вы его сделаете, здесь будут история и рекорды.
web-progress-how = Как выполнять
web-progress-muscles = Тренирует
web-progress-helpers = Помогают
## Ход сессии (L)

reason-controls_removed = из { $field } удалено невидимых символов: { $count }
reason-unparsed_line = строка { $line } сохранена, но не понята: { $text }
reason-history_line = строка { $line } истории не использована ({ $why }): { $text }
reason-rest_rows_skipped = пропущено строк таймера отдыха: { $count }
reason-activity_skipped = активность { $index } пропущена: нет начала или длительности
reason-activities_stale = из Strava ничего нового не пришло ({ $why }); учтены сохранённые активности
reason-field_normalized = полей в ответе модели, которые задал сервер: { $count }
reason-note_dropped = заметка модели отброшена из-за «{ $why }»
reason-model_fallback = модель не справилась ({ $why }); тренировка составлена по правилам
reason-target_edited = изменено заданий до начала: { $count } ({ $sets })

line-bad_date = нет даты
line-future_date = дата в будущем
line-unknown_exercise = неизвестное упражнение
line-bad_number = неверное число
line-no_reps = нет ни повторов, ни секунд
line-unparsed_line = не понято

flow-cause-sleep_score = мало сна
flow-cause-body_battery = низкий запас сил
flow-cause-effort_7d = тяжёлая неделя
flow-cause-hard_cardio = впереди тяжёлое кардио
flow-cause-activity_effort = тяжёлая нагрузка накануне
flow-cause-fatigue_flag = усталость
flow-cause-policy = усталость
flow-note-fatigue = { $causes }: сегодня на { $shift ->
        [one] { $shift } повтор
        [few] { $shift } повтора
       *[many] { $shift } повторов
    } больше в запасе и не выше { $cap } % недавних лучших весов.
flow-note-cut-time = Не вошло по времени: { $names }.
flow-note-cut-fatigue = Убрано ради восстановления: { $names }.
flow-note-cut-readiness = Убрано из-за усталости: { $names }.
flow-note-cut-cap = Убрано, на этой неделе такого объёма достаточно: { $names }.
flow-note-estimated = Вес оценён примерно: подберите его так, чтобы в запасе { $reserve ->
        [one] оставался { $reserve } повтор
        [few] оставалось { $reserve } повтора
       *[many] оставалось { $reserve } повторов
    }.

fault-bad_json = это не JSON
fault-bad_yaml = это не простой YAML
fault-alias_conflict = два имени одного поля противоречат друг другу
fault-schema = значение не той формы, которую требует схема
fault-meta_mismatch = это не то, о чём просили
fault-type_not_allowed = тренировка не может быть такого типа
fault-muscles_missing = целевые мышцы указывают для тренировки части тела, и только для неё
fault-tiers_bad = уровни стоят не по порядку
fault-cut_order_bad = сокращаемого уровня нет в порядке сокращения
fault-exercise_unknown = такого упражнения нет в каталоге
fault-exercise_duplicate = упражнение встречается дважды
fault-exercise_banned = упражнение запрещено, болезненно, слишком сложно или приостановлено
fault-equipment_unavailable = такого оборудования нет
fault-rep_range_bad = невозможный диапазон повторов
fault-rir_out_of_band = запас повторов вне границ
fault-load_above_best = вес больше того, что уже показано
fault-load_without_history = вес больше оценки, а истории нет
fault-load_cap_bad = предел веса не тот, что следует из усталости
fault-load_off_grid = такой вес не собрать
fault-load_not_applicable = веса здесь быть не может
fault-fatigue_too_loose = поправка на усталость мягче, чем по правилам
fault-tier_dropped = упражнение стоит в убранном уровне
fault-warmup_bad = разминка не та, которой требуют веса
fault-superset_bad = эти упражнения нельзя объединить в суперсет
fault-sets_over_age_cap = подходов больше, чем позволяет тренировочный стаж
fault-volume_over_ceiling = объём больше, чем позволяет неделя или тренировка
fault-set_count_over = подходов больше, чем умещается
fault-time_over = тренировка слишком долгая, или её время указано неверно
fault-text_unsafe = такой текст показывать нельзя
fault-plan_mismatch = это расходится с планом
fault-set_count_mismatch = число подходов не то, что в плане
fault-set_order_bad = подходы стоят не по порядку
fault-must_bad = обязательны только уровни W и A
fault-rir_not_applied = запас повторов не тот, что следует из усталости
fault-load_not_final = вес не окончательный
fault-id_bad = идентификатор не от этого подхода
fault-id_duplicate = идентификатор встречается дважды
fault-actual_not_null = в новой тренировке уже есть результат

flow-failure-bad_encoding = { $field } не в UTF-8 (байт { $offset })
flow-failure-input_too_large = { $field }: размер { $size }, принимается не больше { $limit }
flow-failure-input_invalid = в запросе есть неверные значения
flow-failure-history_unparsed = не поняты строки истории, { $rejected } из { $lines }: { $list }
flow-failure-fetch_refused = адрес { $address } не запрашивается: { $why }
flow-failure-fetch_failed = не удалось прочитать { $address }: { $why }
flow-failure-history_malformed = историю не прочитать, строка { $line }: { $message }
flow-failure-training_paused = пока вы болеете, тренировки приостановлены
flow-failure-no_safe_exercise = не осталось ни одного упражнения: { $refused }
flow-failure-id_exhausted = все сто номеров тренировок этого дня и места заняты
flow-failure-model_not_configured = модель не настроена
flow-failure-model_busy = модель перегружена
flow-failure-prompt_too_large = запрос слишком велик для модели: символов { $size }, можно не больше { $limit }
flow-failure-breaker_open = модель слишком часто ошибалась, перерыв ещё { $seconds } с
flow-failure-provider_unreachable = сервер модели недоступен
flow-failure-provider_auth = сервер модели не принимает ключ
flow-failure-provider_model_unknown = сервер не знает такой модели
flow-failure-provider_rejected = сервер модели отклонил запрос
flow-failure-provider_timeout = модель не ответила вовремя
flow-failure-output_truncated = ответ модели оборван
flow-failure-empty_output = модель ничего не ответила
flow-failure-output_invalid = ответ модели не прошёл проверку, попыток: { $attempts }
flow-failure-planner_invariant = планировщик нарушил собственные правила; это ошибка программы

model-model_not_configured = модель не настроена
model-model_busy = она перегружена
model-prompt_too_large = запрос для неё слишком велик
model-breaker_open = она слишком часто ошибалась
model-provider_unreachable = её сервер недоступен
model-provider_auth = её сервер не принимает ключ
model-provider_model_unknown = сервер её не знает
model-provider_rejected = её сервер отклонил запрос
model-provider_timeout = она не ответила вовремя
model-output_truncated = её ответ оборван
model-empty_output = она ничего не ответила
model-output_invalid = её ответы не прошли проверку

title-bad_encoding = Текст не в UTF-8
title-input_too_large = Слишком длинный текст
title-input_invalid = Документ неверен
title-history_unparsed = История не понята
title-history_malformed = История не читается
title-id_exhausted = Свободных номеров тренировки нет
title-model_not_configured = Модели нет
title-model_busy = Модель занята
title-prompt_too_large = Слишком длинно для модели
title-breaker_open = Модель пока не трогают
title-provider_unreachable = Модель недоступна
title-provider_auth = Сервер модели не принимает ключ
title-provider_model_unknown = Неизвестная модель
title-provider_rejected = Сервер модели отклонил запрос
title-provider_timeout = Модель не ответила вовремя
title-output_truncated = Ответ модели оборван
title-empty_output = Модель ничего не ответила
title-output_invalid = Ответ модели неверен
title-planner_invariant = Ошибка планировщика
title-stale_draft = План изменился
error-stale_draft = план изменился с тех пор, как составлена { $id }: была версия { $version }, теперь { $active }
advice-stale_draft = составьте тренировку заново
title-set_unknown = Неизвестный подход
error-set_unknown = в { $workout } нет подхода { $set }
thing-workout = тренировка
thing-reading = прочтение строки

flow-date = Дата
flow-place = Место
flow-minutes = Минут
flow-goal = Цель
flow-units = Вес в
flow-intent = Тип
flow-bans = Нельзя
flow-favorites = Любимые
flow-injuries = Болит
flow-minimum-sets = Не меньше
flow-sleep = Оценка сна
flow-battery = Запас сил
flow-cardio = Впереди кардио
flow-activities = Активностей
flow-equipment = Оборудование
flow-history = ИСТОРИЯ
flow-warnings = ЗАМЕТЬТЕ
flow-no-drafts = Нет запланированных тренировок, ждущих ответа.
flow-done = Сделано
flow-no-readings = Нет строк, ждущих подтверждения.
flow-nothing-read = В этих строках ничего не прочитано.
flow-read-head = Модель прочитала эти строки так; ничего из этого не используется, пока вы не подтвердите:
flow-read-help = Подтвердить: regimen session confirm ПРОЧТЕНИЕ; отклонить: regimen session dismiss ПРОЧТЕНИЕ
reading_state-pending = ждёт
reading_state-accepted = подтверждено
reading_state-rejected = отклонено
flow-checked = { $count ->
        [0] Документ верен.
        [one] Найдена { $count } ошибка:
        [few] Найдено { $count } ошибки:
       *[many] Найдено { $count } ошибок:
    }
thing-document = документ

probe-pass = да
probe-fail = НЕТ
probe-millis = { $count } мс
probe-models = список моделей
probe-answer = простой ответ
probe-json_object = режим JSON
probe-json_schema = режим схемы
probe-plan = план тренировки
probe-calls = { $calls ->
        [one] верен с первой попытки
       *[other] верен, вызовов: { $calls }
    }
probe-advice-models = Проверьте адрес (он кончается на /v1), ключ и имя модели; некоторые серверы не дают списка, и это не важно, если остальное удалось.
probe-advice-answer = Ответа нет: проверьте, что сервер запущен, модель загружена, а ключ верен.
probe-advice-json_object = Не обязательно: форму тогда просят словами.
probe-advice-json_schema = Не обязательно: вместо неё годится режим JSON или просто слова.
probe-advice-plan = Попробуйте модель побольше, более длинный контекст или больше времени (model.analyzer.timeout_s). Пока выбирайте планировщик rules или hybrid.
probe-fit = Эта модель умеет составлять тренировки: задайте model.base_url и model.analyzer.model.
probe-unfit = В таком виде эта модель не умеет составлять тренировки.

## Активности и Strava (L-6, L-37)

activity-none = В эти дни активностей нет.
activity-imported = Новых: { $new }, изменено: { $changed }, уже известно: { $same }.
activity-would = Проба: новых { $new }, изменится { $changed }, уже известно { $same }; ничего не сохранено.
activity-skipped = { $count ->
        [one] Пропущена { $count } активность
        [few] Пропущено { $count } активности
       *[other] Пропущено { $count } активностей
    } без начала или длительности: { $places } (счёт с 0).
activity-column-start = НАЧАЛО
activity-column-sport = СПОРТ
activity-column-minutes = МИН
activity-column-km = КМ
activity-column-effort = УСИЛИЕ
activity-column-name = НАЗВАНИЕ
connection_state-connected = подключена
connection_state-reconnect_required = нужно подключить заново
leftover-keep = Оставить активности
leftover-delete = Удалить активности
strava-none = не подключена; подключить: { $address }
strava-off = на этом сервере не настроена
strava-ended = { $count ->
        [0] Strava отключена.
        [one] Strava отключена, удалена { $count } активность.
        [few] Strava отключена, удалено { $count } активности.
       *[other] Strava отключена, удалено { $count } активностей.
    }
strava-not-revoked = Сообщить Strava не удалось; отключите и там: Settings, My Apps.
web-strava-connection = Подключение
web-strava-state = Состояние
web-strava-synced = Последний запрос
web-strava-count = Активностей из Strava
web-strava-never = ещё не было
web-strava-text = Подключите Strava, и пробежки, заезды и плавание будут учитываться при составлении тренировки: после тяжёлого дня или недели она станет легче.
web-strava-off = На этом сервере Strava не настроена.
web-strava-connect = Подключить Strava
web-strava-again = Подключить заново
web-strava-sync = Загрузить новое
web-strava-what = Что читается и хранится
web-strava-what-text = От каждой активности: начало, вид спорта, название, время, расстояние и относительное усилие. В Strava ничего не пишется. Ключи к ней хранятся зашифрованными и не попадают ни в какой экспорт. Новые активности приходят раз в день и когда их просит тренировка.
web-strava-reconnect = Strava больше не признаёт это подключение, поэтому ничего нового не приходит. Подключите её заново.
web-strava-paused = Strava просит не обращаться к ней до { $until }.
web-strava-end = Отключить
web-strava-end-text = Strava об этом узнает, а ключи к ней здесь будут удалены.
web-strava-end-sure = Отключить Strava?
web-strava-leftover = Что уже загружено
web-strava-latest = Последние активности
web-strava-none = За последние пять недель их нет. Список из файла загружает regimen activity import.
web-strava-effort = усилие { $effort }
web-strava-estimated = усилие около { $effort }
web-strava-use = На что они влияют
web-strava-use-text = Неделя намного тяжелее четырёх предыдущих или усилие 100 вчера или сегодня убирают из тренировки вес и подходы, и тренировка говорит об этом.

# Тренировка из слов и данных, на странице.
web-flow-link = План по моим заметкам
web-flow = План по моим заметкам
web-flow-help = Напишите, как вы себя чувствуете и чего хотите; тренировка составляется из ваших слов, вашей истории и вашего инвентаря. Ничего не принимается, пока вы не согласитесь.
web-flow-words = Своими словами
web-flow-words-example = избегать: становая тяга
web-flow-how = Как это читается?
web-flow-how-text = Строки вида «избегать: становая тяга», «люблю: планка», «травма: колено 2», «подходы: планка 3», «суперсет: нет», «отказ: нет», «заметка: …» понимаются наверняка. Любая другая строка сохраняется, и вам об этом скажут.
web-flow-cardio = Кардио впереди
web-flow-cardio-example = интервалы в среду
web-flow-history = Прежние тренировки из других мест
web-flow-history-help = Записанное здесь учитывается и так. Вставьте заметки или возьмите файл, выгруженный другим приложением.
web-flow-history-form = Вид
web-flow-format-stored = только то, что хранится здесь
web-flow-format-markdown = заметки, над каждой тренировкой дата
web-flow-history-text = Прежние тренировки
web-flow-history-file = Из файла
web-flow-lenient = Продолжать, даже если многие строки не поняты
web-flow-planner = Кто планирует
web-flow-planner-rules = правила
web-flow-planner-hybrid = правила + модель
web-flow-planner-model = модель
web-flow-planner-help = Модель получает упражнения, числа и эти слова, но не имя. Всё, что она скажет, проходит те же правила.
web-flow-plan = Составить
web-flow-drafts = Ждёт вашего ответа
web-flow-log = Вернуть файл
web-flow-log-help = Тренировка, которую вы взяли с собой и заполнили: повторы и веса, как вы их сделали.
web-flow-log-file = Файл
web-flow-log-text = Или его текст
web-flow-log-do = Записать
web-flow-readings = Вы имели в виду это?
web-flow-readings-help = Так модель прочитала ваши строки. Ничего из этого не используется, пока вы не подтвердите; следующий план это учтёт.
web-flow-confirm = Да
web-flow-confirm-what = Да: { $what }
web-flow-refuse = Нет
web-flow-refuse-what = Нет: { $what }
web-flow-session = Тренировка
web-flow-warmup = Общая разминка
web-flow-reserve = { $count } в запасе
web-flow-rest = отдых { $seconds } с
web-flow-ramps = { $count ->
        [one] { $count } разминочный подход
        [few] { $count } разминочных подхода
       *[many] { $count } разминочных подходов
    }
web-flow-cuts = Не вошло
web-flow-cut = { $name }, { $count ->
        [one] { $count } подход
        [few] { $count } подхода
       *[many] { $count } подходов
    }: { $why }
web-flow-cut-time = на это нет времени
web-flow-cut-cap = на этой неделе этого достаточно
web-flow-cut-fatigue = сегодня день усталости
web-flow-quoted = «{ $text }»
web-flow-accept = Беру
web-flow-open = Открыть тренировку
web-flow-download = Взять файлом
web-flow-again = Изменить и составить снова
web-flow-decline = Нет, спасибо
web-flow-file-how = Зачем этот файл?
web-flow-file-how-text = В нём каждый подход. Заполните actual_reps и actual_weight где угодно, без сети, и верните файл на предыдущей странице.
web-flow-warnings = Полезно знать
web-flow-read = Попросить модель прочитать эти строки
web-flow-understood = Что понято
web-flow-fallback = Модель не использована ({ $why }); план составили правила.
web-flow-by-rules = составлено правилами
web-flow-by-hybrid = составлено правилами, с заметками модели
web-flow-by-model = составлено моделью
web-model = Языковая модель
web-model-none = Модель не настроена (model.base_url); она ни для чего не обязательна.
web-model-planner = Тренировки из слов составляет: { $planner }.
web-model-suggests = Её спрашивают после тренировок.
web-model-silent = После тренировок её не спрашивают (model.suggestions).
web-model-waits = Модель смотрит на эту тренировку; её предложения появятся здесь.
web-model-step-analyzer = План тренировки
web-model-step-generator = Тренировка по подходам
web-model-step-notes = Заметки
web-model-step-read = Чтение строк
web-model-step-suggest = Предложения
web-breaker-closed = работает
web-breaker-half_open = на пробе
web-breaker-open = оставлена в покое

# Страница чата (D-1)
web-chat = Чат
web-chat-link = Рассказать или спросить своими словами
web-chat-said = Что было сказано
web-chat-words = Ваше сообщение
web-chat-placeholder = жим лёжа 3x8 80 кг, легко
web-chat-send = Отправить
web-chat-help = Напишите, что сделано, как самочувствие или что изменить. Понятое показывается, о непонятом будет вопрос.
web-chat-example-report = жим лёжа 3x8 80кг, в запасе 2
web-chat-example-today = что сегодня?
web-chat-example-pain = немного болит локоть
web-chat-example-change = убери последний подход в жиме лёжа
web-chat-waiting = Сохранено здесь, уйдёт при появлении сети
web-chat-coach = Ваш тренер
web-chat-suspended = Тренировки приостановлены, пока вы не подтвердите, что специалист их разрешил (/resume).
## The conversation (D-22): what is said, asked and offered
dialog-saved = Записано за { $date }: { $items }.
dialog-effort_from_word = «{ $word }» — записываю как RPE { $rpe }.
dialog-unparsed = Не удалось понять: «{ $text }».
dialog-flag_set = Отмечено: { $flag }. { $effect }
dialog-undo_done = Отменено: { $what }.
dialog-no_question = Открытого вопроса нет.
dialog-question_expired = Вопрос устарел.
dialog-already_answered = Уже отвечено: { $state }.
dialog-question-confirm_exercise = Это { $name }?
dialog-question-which_exercise = Какое упражнение: «{ $raw }»?
dialog-question-unknown_exercise = Какое упражнение: «{ $raw }»?
dialog-question-new_exercise = На что похоже «{ $raw }»? Назовите упражнение, которое тренирует то же.
dialog-question-three_factor = В каком порядке здесь подходы, повторы и вес?
dialog-question-set_count_mismatch = Число подходов и список повторов не сходятся. Что верно?
dialog-question-rep_range_given = Сколько повторов в каждом подходе?
dialog-question-list_outlier = Одно число далеко от остальных. Что оно значит?
dialog-question-stray_number = Что такое { $number }: вес, повторы или другое?
dialog-question-at_number = { $number } — это усилие или вес?
dialog-question-load_without_reps = { $load }: на сколько повторов?
dialog-question-effort_conflict = Названы два усилия. Какое учитывать?
dialog-question-effort_out_of_range = Усилие { $rpe } вне границ от 1 до 10. Какое оно?
dialog-question-outlier = { $value } — верно?
dialog-question-date_far = Это давно: { $date }. День верный?
dialog-question-duplicate_report = То же самое записано { $minutes } мин назад. Записать ещё раз?
dialog-question-replace_or_add = { $exercise } за этот день уже есть: { $sets }. Заменить или добавить?
dialog-question-pain_area = Где болит?
dialog-question-pain_now = Болит сейчас?
dialog-question-clear_flag = Прошло: { $flag }?
dialog-question-log_or_plan = Изменить план или записанное?
dialog-question-confirm_edit = Изменится: { $changes }. Выполнить?
dialog-question-rollback = Изменится: { $changes }. Выполнить?
dialog-question-proposal = { $change }. Выполнить?
dialog-question-conflict = { $items }: анализ предлагает { $changes }, вопреки вашей правке. Что оставить?
dialog-question-missing_items = Не упомянуто: { $items }. Пропущено?
dialog-question-resume = Подтверждаете, что специалист разрешил тренировки или что это было недоразумение?
dialog-question-forget = Забыть сказанное здесь? Отчёты и планы останутся.
dialog-question-illness = Что делать с сегодняшней тренировкой?
dialog-option-exercise = { $exercise }
dialog-option-exercise-other = другое упражнение: назовите его
dialog-option-new_exercise = новое упражнение
dialog-option-sets = { $sets } x { $reps }
dialog-option-load = вес { $load }
dialog-option-reps = повторы: { $reps }
dialog-option-effort = RPE { $rpe }
dialog-option-each_set = назову повторы по подходам
dialog-option-ignore = не учитывать
dialog-option-right = да, верно
dialog-option-wrong = нет, не учитывать
dialog-option-yes = да
dialog-option-no = нет
dialog-option-date = { $date }
dialog-option-today = сегодня, { $date }
dialog-option-area = { $areas }
dialog-option-area-other = в другом месте: скажите где
dialog-option-replace = заменить
dialog-option-add = добавить
dialog-option-log = записанное
dialog-option-plan = план
dialog-option-later = позже
dialog-option-cancel = отмена
dialog-option-confirm_edit-yes = выполнить
dialog-option-rollback-yes = выполнить
dialog-option-missing_items-yes = пропущено
dialog-option-missing_items-later = отчёт будет позже
dialog-option-illness-yes = пропустить
dialog-option-illness-plan = сделать легче
dialog-option-illness-no = оставить как есть
dialog-option-conflict-no = оставить моё
dialog-option-conflict-yes = взять новое
dialog-option-conflict-add = посередине
dialog-option-resume-yes = да, разрешено
dialog-option-resume-no = нет
dialog-one_exercise_per_message = Отправляйте по одному упражнению в сообщении.
dialog-canceled = Ничего не изменено.
dialog-question_waits = Вопрос остаётся открытым.
dialog-refused = { $message }
    ({ $code })
dialog-unknown = Здесь нечего выполнить: «{ $text }».
dialog-unknown_button = Эта кнопка неизвестна; возможно, она из старой версии.
dialog-unknown_command = Команды /{ $name } нет; все команды покажет /help.
dialog-unknown_command-nearest = Команды /{ $name } нет; может быть, /{ $nearest }?
dialog-wants = Вот так: { $usage }
dialog-usage-lang = /lang en, /lang ru или /lang auto
dialog-usage-units = /units kg или /units lb
dialog-usage-quiet = /quiet 22-08
dialog-usage-weight = /weight 82,4
dialog-usage-rollback = /rollback понедельник или /rollback подтягивания
dialog-usage-checkin = /checkin 4 80 60: готовность от 1 до 5, сон и заряд от 0 до 100
dialog-set = { $setting }: { $value }.
dialog-setting-lang = Язык
dialog-setting-units = Единица веса
dialog-setting-quiet = Тихие часы
dialog-language-en = английский
dialog-language-ru = русский
dialog-language-auto = как в сообщениях
dialog-forgotten = Забыто. Отчёты и планы на месте.
dialog-telegram_only = Учётная запись связывается с мессенджером в настройках приложения.
dialog-in_the_app = Здесь: { $what }.
dialog-export = Все данные можно забрать с собой; файлы в настройках приложения.
dialog-link-export = Выгрузка
dialog-link-meals = Питание
dialog-help = Скажите, что сделано, как самочувствие или что изменить. Примеры:
    • жим лёжа 3x8 80кг рпе 8
    • подтягивания 7,7,6,5 rpe 8.5, болит локоть
    • вчера присед 5x5 100кг
    • убери последние подходы
    • откати понедельник
    • почему подтягивания 5x6?
    Команды: /today /plan /session /report /done /skip /pain /tired /checkin /weight
    /meals /why /proposals /undo /rollback /keep /review /month /records
    /resume /lang /units /quiet /export /forget /cancel
dialog-learned = Теперь «{ $name }» — это { $exercise }.
dialog-added_exercise = «{ $exercise }» теперь среди своих упражнений, похоже на «{ $like }»; подробности в приложении.
dialog-new_exercise = Упражнения «{ $name }» пока нет, поэтому оно не записано. Добавьте его в свои упражнения в приложении и отправьте ещё раз.
dialog-item-skipped = пропущено
dialog-item-rpe = RPE { $rpe }
dialog-each =  на сторону
dialog-warmup = разминка { $sets }
dialog-unit-s = с
dialog-unit-m = м
dialog-version = Теперь действует версия плана { $number }.
dialog-offer = { $change }? { $why }
dialog-more_offers = Ждёт ещё { $count ->
        [one] { $count } предложение
        [few] { $count } предложения
       *[many] { $count } предложений
    }: /proposals
dialog-next = В следующий раз: { $items }.
dialog-record = Рекорд: { $exercise }, { $kind } { $value }
dialog-skipped_items = Отмечено как пропуск: { $items }.
dialog-report_later = Хорошо, пока для них ничего не записано.
dialog-session_over = Эта тренировка уже закончена; ничего не изменено.
dialog-session_skipped = Тренировка за { $date } пропущена.
dialog-session_done = Тренировка за { $date } закрыта.
dialog-session_planned = Запланировано:
dialog-nothing_to_skip = На { $date } нет тренировки, которую можно пропустить.
dialog-nothing_running = Сейчас тренировка не идёт. Скажите, что сделано, или /today.
dialog-nothing_logged = В этой тренировке ещё ничего не записано. Скажите, что сделано, или /skip.
dialog-guide = Назовите каждое упражнение с подходами, например «жим лёжа 3x8 80кг рпе 8». Сегодня открыто:
dialog-checked_in = Отмечено, спасибо.
dialog-weight_saved = Вес тела записан: { $weight }.
dialog-weight_mean = Среднее за семь дней: { $weight }.
dialog-weight_change = Изменение за 28 дней: { $weight }.
dialog-kept = { $exercise }: без изменений на { $count ->
        [one] { $count } день
        [few] { $count } дня
       *[many] { $count } дней
    }.
dialog-keep_what = Какое упражнение оставить как есть? Например, /keep жим лёжа 7
dialog-effect-pain = То, что нагружает это место, пока не станет тяжелее.
dialog-effect-pain-items = То, что нагружает это место, пока не станет тяжелее: { $items }.
dialog-effect-fatigue = До восстановления ничего не станет тяжелее.
dialog-effect-illness = До выздоровления ничего не станет тяжелее.
dialog-effect-paused = Тренировки на паузе до выздоровления.
dialog-effect-technique = Пока техника не выправится, тяжелее не станет.
dialog-effect-suspension = Тренировки приостановлены.
dialog-flag_cleared = Больше не отмечено: { $flag }.
dialog-flag_stays = Отметка остаётся.
dialog-flag_gone = отметки уже нет
dialog-flag_active = Отмечено: { $flag }
dialog-no_flag = Такой отметки нет: { $flag }.
dialog-cleared_later = Отметка остаётся; скажите, когда пройдёт.
dialog-note-soreness = мышечная боль после нагрузки
dialog-soreness = Мышечная боль после нагрузки отмечена; это не травма.
dialog-see_professional = Пожалуйста, обратитесь с этим к специалисту.
dialog-red_flag = Остановите тренировку. То, что вы описываете, может быть серьёзно. Обратитесь за медицинской помощью; в экстренном случае звоните в экстренные службы (112). Я ничего не планирую, пока вы не подтвердите, что специалист разрешил тренировки (/resume).
dialog-self_harm = Спасибо, что написали. Не оставайтесь с этим наедине: позвоните сейчас в экстренные службы (112) или на линию психологической помощи, скажите близкому человеку.
dialog-resumed = Хорошо. Тренировки продолжаются; начните легко.
dialog-not_suspended = Тренировки не приостановлены.
dialog-which_exercise = Какое упражнение: «{ $raw }»?
dialog-which_exercise-near = Какое упражнение: «{ $raw }»? Может быть, { $near }.
dialog-nothing_to_edit = В плане нечего менять.
dialog-nothing_to_move = В плане нет тренировки, которую можно перенести.
dialog-not_in_plan = Этого упражнения нет в плане: { $exercise }.
dialog-one_set_stays = { $exercise }: один подход, он остаётся.
dialog-no_difference = В плане уже так.
dialog-edited = Изменено в плане: { $changes }.
dialog-edited-session = Изменено для этой тренировки: { $changes }.
dialog-swapped = В этой тренировке { $to } вместо { $from }.
dialog-easier = В следующей тренировке { $percent } % объёма.
dialog-easier-one = { $exercise }: в следующей тренировке { $percent } % объёма.
dialog-say_the_report_again = Отправьте отчёт об этом упражнении ещё раз и выберите замену.
dialog-rolled_back = Возвращено: { $changes }.
dialog-nothing_to_undo = Отменять нечего.
dialog-report_of = отчёт за { $date } ({ $items })
dialog-accepted = Готово; теперь действует версия плана { $number }.
dialog-accepted_plain = Готово.
dialog-rejected = Хорошо, всё остаётся как есть.
dialog-deferred = Хорошо, позже.
dialog-not_landed = Выполнить не удалось: { $why }.
dialog-settled = Решено: { $how }.
dialog-no_proposals = Ничто не ждёт ответа.
dialog-no_such_proposal = В последнем списке нет предложения { $number }; список: /proposals.
dialog-day = { $date }
dialog-free_day = Ничего не запланировано.
dialog-lighter = В следующий раз легче, { $percent } %: { $why }
dialog-no_plan = Плана пока нет. /session составит тренировку.
dialog-rolling_plan = Дни не закреплены. Что есть в плане:
dialog-no_meals = На { $date } питание не запланировано.
dialog-no_records = Рекордов пока нет.
dialog-why-nothing = За последние недели ничего не решалось.
dialog-why-no_rule = ни одно правило не сработало
dialog-button-more = ещё
dialog-button-undo = отменить
dialog-button-accept = да
dialog-button-reject = нет
dialog-button-later = позже
dialog-button-accept_number = принять { $number }
dialog-button-fine = всё в порядке ({ $flag })
dialog-button-clear_later = сниму позже
dialog-button-resume = тренировки разрешены
dialog-button-session = составить тренировку
dialog-action-report = отчёт
dialog-action-today = сегодня
dialog-action-plan = план
dialog-action-review = итоги
dialog-action-meals = питание
dialog-action-records = рекорды
dialog-action-why = почему
dialog-action-undo = отмена
dialog-action-body_weight = вес тела
dialog-action-help = помощь
error-rate_limited = Слишком много сообщений, подождите { $retry_after_s } с.
title-rate_limited = Слишком много сообщений
error-message_too_long = Слишком длинно: не больше { $limit }.
title-message_too_long = Слишком длинное сообщение
error-not_saved = Не сохранено, отправьте ещё раз.
title-not_saved = Не сохранено
error-future_date = отчёт бывает за сегодня ({ $today }) или раньше
title-future_date = День ещё не наступил
dialog-state-draft = готовится
dialog-state-pending = ждёт ответа
dialog-state-accepted = принято
dialog-state-rejected = отклонено
dialog-state-deferred = отложено
dialog-state-overridden = отменено
dialog-state-superseded = заменено
dialog-state-expired = устарело
dialog-meal_logged = { $slot }: { $state }.
