//! As much of HTML as an import needs: the JSON-LD scripts of a page, and texts without markup (MF-4).

/// The contents of all scripts of JSON-LD, in the order of the page.
///
/// Comments and the contents of other scripts, styles, titles and text areas are no markup.
pub(super) fn json_ld_scripts(page: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        rest = &rest[1..];
        if !Tag::begins(rest) {
            continue;
        }
        let Some(tag) = Tag::read(rest) else { break };
        rest = tag.after;
        if let Some(raw) = RAW.into_iter().find(|raw| tag.name.eq_ignore_ascii_case(raw)) {
            let end = end_of_raw(rest, raw);
            if raw == SCRIPT && tag.is_json_ld() {
                found.push(&rest[..end]);
            }
            rest = &rest[end..];
        }
    }
    found
}

const SCRIPT: &str = "script";

/// Elements whose content is text whatever it looks like.
const RAW: [&str; 4] = [SCRIPT, "style", "title", "textarea"];

/// Where the end tag of an element begins, or the text ends.
fn end_of_raw(text: &str, name: &str) -> usize {
    let is_end = |at: usize| {
        let after = text[at..].strip_prefix("</").and_then(|after| after.get(..name.len()));
        after.is_some_and(|end| end.eq_ignore_ascii_case(name))
    };
    text.match_indices('<').map(|(at, _)| at).find(|at| is_end(*at)).unwrap_or(text.len())
}

/// A start tag.
struct Tag<'p> {
    name: &'p str,
    attributes: Vec<(&'p str, &'p str)>,
    /// What follows it.
    after: &'p str,
}

impl<'p> Tag<'p> {
    /// Whether a tag may begin with these letters after `<`.
    fn begins(inside: &str) -> bool {
        inside.starts_with(|first: char| first.is_ascii_alphabetic())
    }

    /// The tag that begins with these letters after `<`; [`None`] if it never ends.
    fn read(inside: &'p str) -> Option<Self> {
        let (name, mut rest) = inside.split_at(end_of_name(inside));
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_start_matches(|sign: char| sign.is_ascii_whitespace() || sign == '/');
            if let Some(after) = rest.strip_prefix('>') {
                return Some(Self { name, attributes, after });
            }
            let (attribute, after) = rest.split_at(end_of_name(rest));
            let (value, after) = match after.trim_ascii_start().strip_prefix('=') {
                Some(value) => read_value(value.trim_ascii_start())?,
                // Whatever is no name is passed over, so that every turn gets on.
                None if attribute.is_empty() => ("", next(after)?),
                None => ("", after),
            };
            attributes.push((attribute, value));
            rest = after;
        }
    }

    /// `type` with or without quotes, parameters, capitals and entities.
    fn is_json_ld(&self) -> bool {
        let of_type = self.attributes.iter().find(|(name, _)| name.eq_ignore_ascii_case("type"));
        of_type.is_some_and(|(_, value)| {
            let value = decode(value);
            let (media_type, _) = value.split_once(';').unwrap_or((&value, ""));
            media_type.trim().eq_ignore_ascii_case("application/ld+json")
        })
    }
}

fn end_of_name(text: &str) -> usize {
    let is_end = |sign: char| sign.is_ascii_whitespace() || "/>=".contains(sign);
    text.find(is_end).unwrap_or(text.len())
}

/// The text after its first letter.
fn next(text: &str) -> Option<&str> {
    let first = text.chars().next()?;
    text.get(first.len_utf8()..)
}

/// A value with quotes or without, and what follows it.
fn read_value(text: &str) -> Option<(&str, &str)> {
    for quote in ['"', '\''] {
        if let Some(quoted) = text.strip_prefix(quote) {
            return quoted.split_once(quote);
        }
    }
    let end = text.find(|sign: char| sign.is_ascii_whitespace() || sign == '>').unwrap_or(text.len());
    Some(text.split_at(end))
}

/// A text without markup, in one line.
pub(super) fn line(text: &str) -> String {
    lines(text).join(" ")
}

/// The lines of a text without markup: paragraphs, items and breaks begin new ones. Empty lines are left out.
pub(super) fn lines(text: &str) -> Vec<String> {
    // Some pages encode what is encoded already.
    let text = without_tags(&decode(&decode(text)));
    let blanks_joined = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    blanks_joined.filter(|line| !line.is_empty()).collect()
}

fn without_tags(text: &str) -> String {
    const INLINE: [&str; 10] = ["a", "b", "i", "u", "em", "strong", "span", "sub", "sup", "small"];
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        plain.push_str(&rest[..at]);
        let inside = rest[at + 1..].strip_prefix('/').unwrap_or(&rest[at + 1..]);
        match Some(inside).filter(|inside| Tag::begins(inside)).map(Tag::read) {
            Some(Some(tag)) => {
                let is_inline = INLINE.iter().any(|name| tag.name.eq_ignore_ascii_case(name));
                plain.push_str(if is_inline { "" } else { "\n" });
                rest = tag.after;
            }
            Some(None) => {
                rest = &rest[at..];
                break;
            }
            None => {
                plain.push('<');
                rest = &rest[at + 1..];
            }
        }
    }
    plain.push_str(rest);
    plain
}

/// The text with its entities as letters; what is none stays as it is.
pub(super) fn decode(text: &str) -> String {
    /// Letters of an entity with its semicolon.
    const LONGEST: usize = 10;
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(LONGEST).position(|sign| sign == b';');
        match end.and_then(|end| Some((entity(&rest[..end])?, end))) {
            Some((letter, end)) => {
                plain.push(letter);
                rest = &rest[end + 1..];
            }
            None => plain.push('&'),
        }
    }
    plain.push_str(rest);
    plain
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let hexadecimal = number.strip_prefix(['x', 'X']).map(|digits| u32::from_str_radix(digits, 16));
        return hexadecimal.unwrap_or_else(|| number.parse()).ok().and_then(char::from_u32);
    }
    ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, letter)| *letter)
}

/// The names that recipes use.
#[rustfmt::skip]
const ENTITIES: [(&str, char); 46] = [
    ("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\''), ("nbsp", ' '), ("deg", '°'),
    ("frac12", '½'), ("frac13", '⅓'), ("frac14", '¼'), ("frac15", '⅕'), ("frac18", '⅛'), ("frac23", '⅔'),
    ("frac34", '¾'), ("frac38", '⅜'), ("frac58", '⅝'), ("frac78", '⅞'), ("frasl", '⁄'), ("times", '×'),
    ("ndash", '–'), ("mdash", '—'), ("lsquo", '‘'), ("rsquo", '’'), ("ldquo", '“'), ("rdquo", '”'),
    ("laquo", '«'), ("raquo", '»'), ("hellip", '…'), ("bull", '•'), ("reg", '®'), ("trade", '™'),
    ("agrave", 'à'), ("acirc", 'â'), ("auml", 'ä'), ("ccedil", 'ç'), ("egrave", 'è'), ("eacute", 'é'),
    ("ecirc", 'ê'), ("icirc", 'î'), ("iuml", 'ï'), ("ntilde", 'ñ'), ("ocirc", 'ô'), ("ouml", 'ö'),
    ("ucirc", 'û'), ("uuml", 'ü'), ("szlig", 'ß'),
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn mf_4_scripts_are_found_however_their_tag_is_written() {
        for tag in [
            r#"<script type="application/ld+json">"#,
            "<script type='application/ld+json'>",
            "<script type=application/ld+json>",
            "<SCRIPT id=x TYPE = \"Application/LD+JSON; charset=utf-8\" async>",
            r#"<script class="a>b" type="application/ld&#x2B;json" data-x='"'>"#,
            "<script\n\ttype=\"application/ld+json\"\n>",
        ] {
            let page = format!("<p>a < b</p>{tag}{{}}</script><p>");
            assert_eq!(json_ld_scripts(&page), ["{}"], "{tag}");
        }
    }

    #[test]
    fn mf_4_what_is_no_script_of_json_ld_is_passed_over() {
        for page in [
            "<!-- <script type='application/ld+json'>1</script> -->",
            "<script>var a = \"<script type='application/ld+json'>1\";</script>",
            "<style>/* <script type='application/ld+json'> */</style>",
            "<title><script type='application/ld+json'>1</title>",
            "<a title=\"<script type='application/ld+json'>1</script>\">",
            "<script type='text/template'>{}</script>",
            "<scripts type='application/ld+json'>{}",
            "<script type='application/ld+json",
            "<",
            "",
        ] {
            assert_eq!(json_ld_scripts(page), [""; 0], "{page}");
        }
    }

    #[test]
    fn mf_4_a_script_ends_where_a_browser_ends_it() {
        let page =
            "<script type=application/ld+json>{\"a\":\"<b>\"}</SCRIPT ><script type=application/ld+json>2";
        assert_eq!(json_ld_scripts(page), ["{\"a\":\"<b>\"}", "2"]);
    }

    #[test]
    fn mf_4_texts_lose_their_markup_and_keep_their_letters() {
        for (text, expected) in [
            ("1&frac12; cups flour", "1½ cups flour"),
            ("1&amp;frac12; cups&nbsp;flour", "1½ cups flour"),
            ("Ben&#8217;s &#x42;utter &amp; jam &unknown; &", "Ben’s Butter & jam &unknown; &"),
            ("<b>2</b> <a href=\"/x?a>b\">eggs</a>", "2 eggs"),
            ("cook < 5 minutes, a<b", "cook < 5 minutes, a<b"),
            ("  a \n\t b ", "a b"),
        ] {
            assert_eq!(line(text), expected, "{text}");
        }
        let steps = lines("<ol><li>Mix.</li><li>Bake <em>well</em>.</li></ol><p>Rest.<br/>Eat.</p>");
        assert_eq!(steps, ["Mix.", "Bake well.", "Rest.", "Eat."]);
    }

    proptest! {
        #[test]
        fn mf_4_no_page_makes_the_scanner_fall(page in "(<|</|script|type=|application/ld\\+json|>|\"|'|=|&|;|#|<!--|-->|é| ){0,40}") {
            let _ = (json_ld_scripts(&page), lines(&page));
        }
    }
}
