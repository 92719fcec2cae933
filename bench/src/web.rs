//! What the pages of the web app cost the server, and how much of the first one goes over the wire.
//!
//! Read in this order: [`demo`] (who is looked at), [`browser`] (who looks), then the measure here.

mod browser;
mod demo;

use std::{fmt::Write, path::Path, time::Duration};

use serde::Serialize;

use self::{browser::Browser, demo::Demo};
use crate::{Failure, processor, table::Table};

/// Looks at each page that count, after one that does not.
const LOOKS: usize = 15;
/// The most processor time of a page, in milliseconds.
const MOST_MS: f64 = 10.0;
/// The most bytes of the first page with its scripts and styles.
const MOST_BYTES: usize = 100 * 1024;

/// All figures of one run.
#[derive(Debug, Serialize)]
pub(crate) struct Measured {
    /// Page by page.
    pub(crate) pages: Vec<Page>,
    /// The first page and all files that it needs, each with its bytes.
    pub(crate) first: Vec<(String, usize)>,
}

/// What one page costs.
#[derive(Debug, Serialize)]
pub(crate) struct Page {
    /// Its path, with names where a path has ids.
    pub(crate) path: &'static str,
    /// Processor time of all threads, in milliseconds: the median, and the most.
    pub(crate) median_ms: f64,
    pub(crate) most_ms: f64,
    /// The page as it was written, and as it is sent.
    pub(crate) bytes: usize,
    pub(crate) sent: usize,
}

/// Serves the demo athlete and looks at every page.
pub(crate) fn measure() -> Result<Measured, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let demo = Box::pin(Demo::live()).await?;
        let browser = demo.browser().await?;
        let mut pages = Vec::new();
        for (path, address) in demo.pages() {
            pages.push(look(&browser, path, &address).await?);
        }
        let first = first_page(&browser).await?;
        Ok(Measured { pages, first })
    })
}

async fn look(browser: &Browser, path: &'static str, address: &str) -> Result<Page, Failure> {
    let bytes = browser.get(address, false).await?.len();
    let mut times = Vec::new();
    let mut sent = 0;
    for _ in 0..LOOKS {
        let before = processor::own();
        sent = browser.get(address, true).await?.len();
        let used = processor::own().zip(before).map(|(after, before)| after.saturating_sub(before));
        times.push(used.unwrap_or_default());
    }
    times.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    Ok(Page { path, median_ms: ms(times[LOOKS / 2]), most_ms: ms(times[LOOKS - 1]), bytes, sent })
}

/// The first page, the files that it names, and the modules that those bring along.
async fn first_page(browser: &Browser) -> Result<Vec<(String, usize)>, Failure> {
    let page = browser.get("/", false).await?;
    let mut files: Vec<String> = named(&String::from_utf8_lossy(&page), "\"/assets/", "/assets/");
    let mut sizes = vec![("/".to_owned(), browser.get("/", true).await?.len())];
    let mut place = 0;
    while let Some(file) = files.get(place).cloned() {
        place += 1;
        sizes.push((file.clone(), browser.get(&file, true).await?.len()));
        let Some((folder, _)) = file.rsplit_once('/').filter(|_| is_of_kind(&file, "js")) else { continue };
        let source = browser.get(&file, false).await?;
        let brought = named(&String::from_utf8_lossy(&source), "from \"./", &format!("{folder}/"));
        let more: Vec<String> = brought.into_iter().filter(|one| !files.contains(one)).collect();
        files.extend(more);
    }
    Ok(sizes)
}

/// The files whose names stand in quotes behind a beginning, in order and each once; `instead` takes its place.
fn named(text: &str, beginning: &str, instead: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (at, _) in text.match_indices(beginning) {
        let rest = &text[at + beginning.len()..];
        let name = rest.split(['"', '#']).next().unwrap_or_default();
        let file = format!("{instead}{name}");
        // Pictures for the home screen are loaded by whoever installs the app.
        if !found.contains(&file) && !is_of_kind(&file, "png") {
            found.push(file);
        }
    }
    found
}

fn is_of_kind(file: &str, kind: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == kind)
}

/// Whether every limit is kept.
pub(crate) fn is_kept(measured: &Measured) -> bool {
    measured.pages.iter().all(|page| page.median_ms <= MOST_MS) && total(measured) <= MOST_BYTES
}

fn total(measured: &Measured) -> usize {
    measured.first.iter().map(|(_, size)| size).sum()
}

/// The figures as tables.
pub(crate) fn tables(measured: &Measured) -> String {
    let mut pages = Table::new(["page", "median ms", "most ms", "bytes", "sent"]);
    for page in &measured.pages {
        let numbers = [page.median_ms, page.most_ms].map(|ms| format!("{ms:.2}"));
        let sizes = [page.bytes, page.sent].map(|bytes| bytes.to_string());
        pages.row([format!("`{}`", page.path)].into_iter().chain(numbers).chain(sizes));
    }
    let mut first = Table::new(["file", "bytes sent"]);
    for (file, size) in &measured.first {
        let name = file.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("the page");
        first.row([name.to_owned(), size.to_string()]);
    }
    first.row(["all".to_owned(), total(measured).to_string()]);
    format!("{pages}\n{first}")
}

/// The page that is kept of a run.
pub(crate) fn page(measured: &Measured, machine: &str) -> String {
    let slowest = measured.pages.iter().map(|page| page.median_ms).fold(0.0, f64::max);
    let kept = if is_kept(measured) { "kept" } else { "NOT kept" };
    let mut page = String::new();
    let _ = write!(
        page,
        "# Pages of the web app\n\n\
         Made by `cargo run --release -p regimen-bench -- web --report > bench/reports/web.md`; nothing here\n\
         is edited by hand.\n\n\
         Every page of the demo athlete, who has trained for twelve weeks, from a server on loopback with SQLite\n\
         on a disk. The time is that of all threads on a processor, from the request to the last byte of the\n\
         compressed answer, with the little that asking costs in the same process; the median and the most of\n\
         {LOOKS} looks. Limits: {MOST_MS} ms for a page, {MOST_BYTES} bytes for the first one with all that it needs. They are\n\
         {kept}: the slowest page takes {slowest:.2} ms, the first one is {} bytes.\n\n\
         {}\n{machine}.\n",
        total(measured),
        tables(measured)
    );
    page
}
