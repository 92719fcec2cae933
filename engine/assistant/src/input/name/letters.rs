//! D-9: stems, and the two alphabets in each other's letters.

/// D-9: Russian endings, the longest first.
const ENDINGS: &[&str] = &[
    "иями", "ями", "ами", "иях", "ией", "ием", "иям", "ого", "его", "ому", "ему", "ыми", "ими", "ях", "ах",
    "ям", "ам", "ий", "ый", "ой", "ая", "яя", "ое", "ее", "ые", "ие", "ых", "их", "ую", "юю", "ия", "ии",
    "ию", "ей", "ов", "ев", "ом", "ем", "а", "я", "о", "е", "ы", "и", "у", "ю", "ь", "й",
];

/// What is left of a word without its ending.
pub(super) fn stem(word: &str) -> String {
    if !word.is_ascii() {
        let left = |ending: &&&str| word.strip_suffix(**ending).is_some_and(|stem| stem.chars().count() >= 3);
        let ending = ENDINGS.iter().find(left);
        return ending.and_then(|ending| word.strip_suffix(ending)).unwrap_or(word).to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|_| word.len() >= 5) {
        return format!("{stem}y");
    }
    if ["ches", "shes", "sses", "xes", "zes"].iter().any(|ending| word.ends_with(ending)) {
        return word[..word.len() - 2].to_owned();
    }
    let plural = word.len() >= 3 && word.ends_with('s') && !word.ends_with("ss");
    word[..word.len() - usize::from(plural)].to_owned()
}

/// D-9: Cyrillic to Latin; longer ones stand first, for the way back.
const LETTERS: &[(&str, &str)] = &[
    ("щ", "shch"),
    ("ж", "zh"),
    ("х", "kh"),
    ("ц", "ts"),
    ("ч", "ch"),
    ("ш", "sh"),
    ("ю", "yu"),
    ("я", "ya"),
    ("а", "a"),
    ("б", "b"),
    ("в", "v"),
    ("г", "g"),
    ("д", "d"),
    ("е", "e"),
    ("з", "z"),
    ("и", "i"),
    ("й", "y"),
    ("к", "k"),
    ("л", "l"),
    ("м", "m"),
    ("н", "n"),
    ("о", "o"),
    ("п", "p"),
    ("р", "r"),
    ("с", "s"),
    ("т", "t"),
    ("у", "u"),
    ("ф", "f"),
    ("ы", "y"),
    ("э", "e"),
    ("ъ", ""),
    ("ь", ""),
];

/// The text in Latin letters; what is not Cyrillic stays.
pub fn transliterate(text: &str) -> String {
    let mut latin = String::with_capacity(text.len());
    for symbol in text.chars() {
        let lower: String = symbol.to_lowercase().collect();
        let lower = if lower == "ё" { "е" } else { &lower };
        match LETTERS.iter().find(|(cyrillic, _)| *cyrillic == lower) {
            Some((_, letters)) => latin.push_str(letters),
            None => latin.push(symbol),
        }
    }
    latin
}

/// The word in Cyrillic letters: the inverse, the longest first.
pub(super) fn to_cyrillic(word: &str) -> String {
    const MORE: &[(&str, &str)] = &[("е", "yo"), ("х", "h"), ("ц", "c"), ("в", "w"), ("й", "j")];
    let mut cyrillic = String::with_capacity(2 * word.len());
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let pairs = MORE[..1].iter().chain(LETTERS).chain(&MORE[1..]);
        let found = pairs.filter(|(_, latin)| !latin.is_empty()).find(|(_, latin)| rest.starts_with(latin));
        let length = found.map_or(first.len_utf8(), |(_, latin)| latin.len());
        match found {
            Some((letter, _)) => cyrillic.push_str(letter),
            None => cyrillic.push(first),
        }
        rest = &rest[length..];
    }
    cyrillic
}

/// D-9: the form in which transliterations are compared.
pub(super) fn compared(latin: &str) -> String {
    let mut compared = String::with_capacity(latin.len());
    for symbol in latin.replace("kh", "h").replace('w', "v").replace('j', "y").chars() {
        if !compared.ends_with(symbol) {
            compared.push(symbol);
        }
    }
    compared
}
