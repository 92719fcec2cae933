//! The plan as a sheet of paper (HTML for A4): the grid of its days, and the shopping list (ML-9).
//!
//! A file of its own, without scripts and without anything from elsewhere. Every text in it is escaped: names may come
//! from pages of strangers (MF-4).

use std::fmt::Write;

use domain::{
    food::{Milligrams, Name, Unit},
    meal_plan::{PortionCount, ShoppingAmount, ShoppingLine},
    nutrient::Decimal,
    quantity::div_half_up,
    reason::{Fact, Facts},
    recipe::Quantity,
    time::LocalDate,
    voice::{Locale, Voice},
};

use super::{MealExport, PlanRow};
use crate::scale::show_amount;

/// What paper needs: days side by side, sections of the shop in columns, nothing cut in two.
const STYLE: &str = "\
@page{size:A4 landscape;margin:12mm}\
body{font:10pt/1.35 system-ui,sans-serif;color:#000;background:#fff;margin:0 auto;max-width:270mm}\
h1{font-size:16pt;margin:0 0 4mm}h2{font-size:13pt;margin:6mm 0 2mm}h3{font-size:10pt;margin:0 0 1mm}\
table{border-collapse:collapse;width:100%;table-layout:fixed}\
th,td{border:1px solid #999;padding:1.5mm;vertical-align:top;text-align:left;overflow-wrap:anywhere}\
tfoot td,small{color:#333;font-size:8.5pt}small{display:block}\
.list{columns:4;column-gap:6mm}.list section{break-inside:avoid;margin:0 0 4mm}\
ul{list-style:none;margin:0;padding:0}li{display:flex;gap:2mm;justify-content:space-between}\
li::before{content:\"\\2610\"}li.have::before{content:\"\\2611\"}li b{font-weight:400;flex:1}";

/// The sheet in the reader's language.
pub fn sheet(all: &MealExport, voice: &Voice) -> String {
    let lang = voice.locale.as_str();
    let span = [("from", Fact::from(all.dates.from)), ("to", all.dates.to.into())];
    let title = escaped(&text(voice, "sheet-title", span));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n<h1>{title}</h1>\n"
    );
    grid(&mut page, all, voice);
    list(&mut page, all, voice);
    page.push_str("</html>\n");
    page
}

fn grid(page: &mut String, all: &MealExport, voice: &Voice) {
    let days: Vec<LocalDate> = all.dates.days().collect();
    page.push_str("<table>\n<thead><tr>");
    for day in &days {
        let weekday = format!("weekday-{}", day.weekday().to_monday_one_offset());
        let date = text(voice, "sheet-date", [("date", Fact::from(*day))]);
        let _ = write!(page, "<th>{}<small>{}</small></th>", word(voice, &weekday), escaped(&date));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    let most = all.plan.iter().map(|row| row.item.slot).max();
    for slot in most.iter().flat_map(|most| 0..=*most) {
        page.push_str("<tr>");
        for day in &days {
            let meal = all.plan.iter().find(|row| row.item.date == *day && row.item.slot == slot);
            let _ = write!(page, "<td>{}</td>", meal.map_or_else(String::new, |meal| cell(meal, voice)));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n<tfoot><tr>");
    for day in &days {
        let of_day = all.plan.iter().filter(|row| row.item.date == *day).filter_map(|row| row.macros);
        let (mut calories, mut protein) = (0, 0);
        for macros in of_day {
            calories += macros.calories.0.0;
            protein += macros.protein_g.0.0;
        }
        let facts = [("kcal", whole(calories).into()), ("protein", Fact::from(whole(protein)))];
        let _ = write!(page, "<td>{}</td>", escaped(&text(voice, "sheet-day", facts)));
    }
    page.push_str("</tr></tfoot>\n</table>\n");
}

fn cell(meal: &PlanRow, voice: &Voice) -> String {
    let portion = match meal.item.servings_pct {
        100 => String::new(),
        pct => format!(" × {}", voice.decimal(Quantity::from_thousandths(10 * pct).to_string())),
    };
    let energy = meal.macros.map_or_else(String::new, |macros| {
        let Decimal(calories) = macros.calories;
        let facts = [("kcal", Fact::from(whole(calories.0)))];
        format!(" · {}", text(voice, "sheet-energy", facts))
    });
    let under = escaped(&format!("{}{energy}", meal.item.meal_time));
    format!("{}{}<small>{under}</small>", escaped(called(&meal.name, voice)), escaped(&portion))
}

fn list(page: &mut String, all: &MealExport, voice: &Voice) {
    if all.list.lines.is_empty() {
        return;
    }
    let _ = write!(page, "<h2>{}</h2>\n<div class=\"list\">\n", word(voice, "sheet-list"));
    for lines in all.list.lines.chunk_by(|one, other| one.section == other.section) {
        let Some(first) = lines.first() else { continue };
        let section = word(voice, &format!("shop_section-{}", first.section));
        let _ = write!(page, "<section><h3>{section}</h3>\n<ul>\n");
        let mut named: Vec<(&str, &ShoppingLine)> =
            lines.iter().map(|line| (called(&line.name, voice), line)).collect();
        named.sort_by_key(|(name, _)| name.to_lowercase());
        for (name, line) in named {
            let have = if line.checked { " class=\"have\"" } else { "" };
            let amount = escaped(&bought(line.amount.as_ref(), voice));
            let _ = writeln!(page, "<li{have}><b>{}</b><span>{amount}</span></li>", escaped(name));
        }
        page.push_str("</ul></section>\n");
    }
    page.push_str("</div>\n");
}

/// Portions if the food is bought in some, else the mass; without an amount it is to taste.
fn bought(amount: Option<&ShoppingAmount>, voice: &Voice) -> String {
    let Some(ShoppingAmount { mg: Milligrams(mg), portions }) = amount else {
        return text(voice, "amount-to_taste", []);
    };
    let thousandths = |number: i64| Quantity::from_thousandths(u32::try_from(number).unwrap_or(0));
    let unit = |word: &str| word.parse::<Unit>().ok();
    match portions {
        Some(PortionCount { unit, count }) => {
            show_amount(thousandths(1000 * i64::from(*count)), Some(unit), voice)
        }
        None if *mg < 1_000_000 => {
            show_amount(thousandths(1000 * div_half_up(*mg, 1000)), unit("g").as_ref(), voice)
        }
        None => show_amount(thousandths(10 * div_half_up(*mg, 10_000)), unit("kg").as_ref(), voice),
    }
}

fn called<'n>(name: &'n Name, voice: &Voice) -> &'n str {
    match (voice.locale, &name.ru) {
        (Locale::Ru, Some(name)) => name,
        _ => &name.en,
    }
}

/// Millionths as a whole number.
fn whole(millionths: i64) -> i64 {
    div_half_up(millionths, 1_000_000)
}

fn text<const N: usize>(voice: &Voice, id: &str, facts: [(&'static str, Fact); N]) -> String {
    let facts: Facts = facts.into_iter().map(|(name, fact)| (name.into(), fact)).collect();
    voice.text(id, &facts).unwrap_or_default()
}

/// A text of the catalogue, ready for the page.
fn word(voice: &Voice, id: &str) -> String {
    escaped(&text(voice, id, []))
}

/// A text that a browser takes for nothing else.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}
