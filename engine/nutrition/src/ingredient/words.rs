//! The words of units in English and Russian, in all forms that recipes use (data) (ND-6).

use domain::food::Unit;

use crate::text::singular;

/// The unit at the start of a text and what follows it.
///
/// A unit is one to three words, dots between them do not count: `tbsp`, `fl. oz`, `ст.л.`.
pub(crate) fn unit(text: &str) -> Option<(Unit, &str)> {
    let mut phrase = String::new();
    let mut longest = None;
    let mut rest = text;
    for _ in 0..3 {
        let end = rest.find(|sign: char| !sign.is_alphabetic() && sign != '_').unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if word.is_empty() || after.starts_with(|sign: char| !sign.is_whitespace() && sign != '.') {
            break;
        }
        if !phrase.is_empty() {
            phrase.push(' ');
        }
        phrase.push_str(&word.to_lowercase().replace('ё', "е").replace('_', " "));
        rest = after.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '.');
        if let Some(unit) = lookup(&phrase) {
            longest = Some((unit, rest));
        }
    }
    longest
}

/// Whether a unit says only how big a piece is.
pub(super) fn is_size(unit: &Unit) -> bool {
    SIZES.contains(&unit.to_string().as_str())
}

const SIZES: [&str; 4] = ["small", "medium", "large", "extra_large"];

fn lookup(phrase: &str) -> Option<Unit> {
    let one = singular(phrase);
    let row = UNITS.iter().find(|(_, forms)| forms.contains(&phrase) || forms.contains(&one.as_str()));
    row.and_then(|(unit, _)| unit.parse().ok())
}

/// Each unit with its forms; English plurals are understood without being listed.
#[rustfmt::skip]
pub(super) const UNITS: &[(&str, &[&str])] = &[
    ("g", &["g", "gr", "gm", "gram", "gramme", "г", "гр", "грамм", "грамма", "граммов", "граммы"]),
    ("kg", &["kg", "kilo", "kilogram", "кг", "килограмм", "килограмма", "килограммов", "кило"]),
    ("mg", &["mg", "milligram", "мг", "миллиграмм", "миллиграмма", "миллиграммов"]),
    ("oz", &["oz", "ounce", "унция", "унции", "унций"]),
    ("lb", &["lb", "pound", "фунт", "фунта", "фунтов"]),
    ("ml", &["ml", "milliliter", "millilitre", "мл", "миллилитр", "миллилитра", "миллилитров"]),
    ("l", &["l", "liter", "litre", "л", "литр", "литра", "литров"]),
    ("tsp", &[
        "tsp", "teaspoon", "ч л", "чл", "ч ложка", "ч ложки", "ч ложку", "ч ложек", "чайная ложка",
        "чайную ложку", "чайной ложки", "чайные ложки", "чайных ложки", "чайных ложек",
    ]),
    ("tbsp", &[
        "tbsp", "tbs", "tablespoon", "ст л", "стл", "ст ложка", "ст ложки", "ст ложку", "ст ложек",
        "столовая ложка", "столовую ложку", "столовой ложки", "столовые ложки", "столовых ложки",
        "столовых ложек",
    ]),
    ("fl_oz", &["fl oz", "fluid ounce"]),
    ("cup", &["cup", "стакан", "стакана", "стаканов", "стаканы", "чашка", "чашки", "чашку", "чашек"]),
    ("pint", &["pint", "pt"]),
    ("quart", &["quart", "qt"]),
    ("piece", &[
        "piece", "pc", "pcs", "шт", "штука", "штуки", "штук", "штуку", "кусок", "куска", "кусков", "кусочек",
        "кусочка", "кусочков",
    ]),
    ("small", &["small", "маленький", "маленькая", "маленькое", "маленькие", "маленьких", "мелкий", "мелких"]),
    ("medium", &["medium", "средний", "средняя", "среднее", "средние", "средних"]),
    ("large", &[
        "large", "big", "большой", "большая", "большое", "большие", "больших", "крупный", "крупная", "крупное",
        "крупные", "крупных",
    ]),
    ("extra_large", &["extra large"]),
    ("slice", &["slice", "ломтик", "ломтика", "ломтиков", "ломтики", "ломоть", "ломтя"]),
    ("clove", &["clove", "зубчик", "зубчика", "зубчиков", "зубчики", "зубок", "зубка", "зубков"]),
    ("head", &["head", "головка", "головки", "головок", "головку", "кочан", "кочана"]),
    ("bunch", &["bunch", "пучок", "пучка", "пучков"]),
    ("bundle", &["bundle"]),
    ("sprig", &["sprig", "веточка", "веточки", "веточек", "веточку", "ветка", "ветки"]),
    ("stalk", &["stalk", "rib", "стебель", "стебля", "стеблей"]),
    ("leaf", &["leaf", "leave", "лист", "листа", "листьев", "листья", "листик", "листика", "листиков"]),
    ("floret", &["floret", "соцветие", "соцветия", "соцветий"]),
    ("spear", &["spear"]),
    ("ear", &["ear", "початок", "початка", "початков"]),
    ("wedge", &["wedge", "долька", "дольки", "долек", "дольку"]),
    ("half", &["half", "halve", "половинка", "половинки", "половинок"]),
    ("handful", &["handful", "горсть", "горсти", "горстей"]),
    ("pinch", &["pinch", "щепотка", "щепотки", "щепоток", "щепотку"]),
    ("dash", &["dash"]),
    ("dollop", &["dollop"]),
    ("drop", &["drop", "капля", "капли", "капель"]),
    ("scoop", &["scoop", "мерная ложка", "мерные ложки", "мерных ложки", "мерных ложек", "мерную ложку"]),
    ("pat", &["pat"]),
    ("stick", &["stick", "палочка", "палочки", "палочек"]),
    ("cube", &["cube", "кубик", "кубика", "кубиков"]),
    ("square", &["square"]),
    ("block", &["block", "брикет", "брикета", "брикетов"]),
    ("bar", &["bar", "батончик", "батончика", "батончиков", "плитка", "плитки"]),
    ("ball", &["ball", "шарик", "шарика", "шариков"]),
    ("sheet", &["sheet"]),
    ("patty", &["patty", "котлета", "котлеты", "котлет"]),
    ("fillet", &["fillet", "filet"]),
    ("steak", &["steak"]),
    ("chop", &["chop"]),
    ("can", &["can", "tin", "банка", "банки", "банок", "банку"]),
    ("jar", &["jar", "баночка", "баночки", "баночек", "баночку"]),
    ("bottle", &["bottle", "бутылка", "бутылки", "бутылок", "бутылку"]),
    ("glass", &["glass", "бокал", "бокала"]),
    ("mug", &["mug", "кружка", "кружки", "кружку"]),
    ("shot", &["shot"]),
    ("container", &["container", "tub", "стаканчик", "стаканчика"]),
    ("packet", &["packet", "sachet", "пакетик", "пакетика", "пакетиков"]),
    ("pack", &[
        "pack", "package", "pkg", "пачка", "пачки", "пачек", "пачку", "упаковка", "упаковки", "упаковок",
        "упаковку",
    ]),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn nd_6_every_unit_can_be_parsed_and_every_form_means_one_unit() {
        let mut forms = BTreeSet::new();
        for (word, spellings) in UNITS {
            let unit: Unit = word.parse().unwrap();
            assert_eq!(unit.to_string(), *word);
            for form in *spellings {
                assert!(forms.insert(form), "{form}");
                assert_eq!(lookup(form), Some(unit.clone()), "{form}");
            }
            let printed = word.replace('_', " ");
            assert_eq!(lookup(&printed), Some(unit), "{printed} is printed and must be read");
        }
    }

    #[test]
    fn nd_6_a_unit_ends_at_a_word() {
        let read = |text| unit(text).map(|(unit, rest)| (unit.to_string(), rest));
        assert_eq!(read("ст. л. масла"), Some(("tbsp".into(), "масла")));
        assert_eq!(read("ст.л. масла"), Some(("tbsp".into(), "масла")));
        assert_eq!(read("л молока"), Some(("l".into(), "молока")));
        assert_eq!(read("cups rice"), Some(("cup".into(), "rice")));
        assert_eq!(read("fl. oz. cream"), Some(("fl_oz".into(), "cream")));
        assert_eq!(read("Extra large eggs"), Some(("extra_large".into(), "eggs")));
        assert_eq!(read("garlic"), None);
        assert_eq!(read("large-leaf spinach"), None);
        assert_eq!(read(""), None);
    }
}
