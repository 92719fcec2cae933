//! `regimen miss-model`: how the model stands that says how likely a session is missed (P-48).

use super::{
    Ctx,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    problem::{Exit, Problem},
    service::miss_model::{self, MissModelStatus, MissPart},
};

const EXAMPLES: &str = "\
Examples:
  regimen miss-model           see whether there is one, and how good it is
  regimen miss-model train     learn now from what was reported
  regimen miss-model --json | jq .figures

  One model for the installation, learned from athletes who agreed to it
  (`regimen profile set fleet_analytics true`), and trained anew every week. A
  model that passes its test offers a lighter session; another does nothing.";

const STATUS_EXAMPLES: &str = "\
Examples:
  regimen miss-model status
  regimen miss-model status --json";

const TRAIN_EXAMPLES: &str = "\
Examples:
  regimen miss-model train

  Leaves with 3 if there is too little data; what there is then stays.";

/// See and train the model that says how likely a session is missed
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Show how the model stands: rows, figures, and what it did not pass
    #[command(after_help = STATUS_EXAMPLES)]
    Status,
    /// Train it now from what athletes who agreed to it reported
    #[command(after_help = TRAIN_EXAMPLES)]
    Train,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let status = match args.verb.as_ref().unwrap_or(&Verb::Status) {
        Verb::Status => ctx.on_store(async |app| miss_model::status(app).await)?,
        Verb::Train => ctx.on_store(async |app| miss_model::train(app).await)?,
    };
    ctx.output.show(&status, |lang| page(&status, &Words::new(lang)))?;
    Ok(Exit::Done)
}

fn page(status: &MissModelStatus, words: &Words) -> String {
    let head = words.word("miss_model", status.inactive.unwrap_or("active"));
    let mut text = paragraph(&head, 0);
    if !status.failed.is_empty() {
        let failed = words.words("acceptance", &status.failed);
        text += &paragraph(&words.text_with("miss_model-not-passed", [("list", failed.into())]), 0);
    }
    let Some(trained_at) = status.trained_at else { return text };
    let facts = [
        ("at", trained_at.to_string().into()),
        ("version", status.rule_version.clone().unwrap_or_default().into()),
        ("hash", status.feature_hash.clone().unwrap_or_default().into()),
        ("rows", status.rows.into()),
    ];
    text += &paragraph(&words.text_with("miss_model-trained", facts), 0);
    text += "\n";
    let mut sizes = Table::new([Column::Left, Column::Right, Column::Right]);
    sizes.row(words.texts(["miss_model-column-part", "miss_model-column-rows", "miss_model-column-misses"]));
    for part in ["all", "train", "calibrate", "test"] {
        let Some(MissPart { rows, misses }) = status.sizes.get(part) else { continue };
        sizes.row([words.word("miss_part", part), rows.to_string(), misses.to_string()]);
    }
    text += &sizes.to_string();
    text += "\n";
    let mut figures = Table::new([Column::Rest, Column::Right]);
    figures.row(words.texts(["kpi-column-name", "metrics-column-value"]));
    for (name, value) in &status.figures {
        figures.row([words.word("miss_figure", name), words.number(value)]);
    }
    text + &figures.to_string()
}

#[cfg(test)]
mod tests {
    use domain::voice::Locale;
    use training::miss::metrics::Acceptance;

    use super::*;

    #[test]
    fn p_48_the_page_of_a_model_fits_and_says_in_both_languages_what_it_did_not_pass() {
        let part = MissPart { rows: 1350, misses: 412 };
        let figures = ["base_rate", "miss_rate", "mean_p", "mean_gap", "brier", "base_brier", "brier_skill"];
        let losses = ["log_loss", "base_log_loss", "calibration_error"];
        let status = MissModelStatus {
            active: false,
            inactive: Some("failed"),
            failed: Acceptance::ALL.to_vec(),
            trained_at: "2026-03-09T12:00:00Z".parse().ok(),
            rows: 1350,
            rule_version: Some("1".to_owned()),
            feature_hash: Some("0123456789abcdef".to_owned()),
            sizes: ["all", "train", "calibrate", "test"].map(|name| (name, part)).into(),
            figures: figures.into_iter().chain(losses).map(|name| (name, "0.0123".to_owned())).collect(),
        };
        for (locale, shown) in [(Locale::En, "Brier skill of at least 0.05"), (Locale::Ru, "0,0123")] {
            let text = page(&status, &Words::new(locale));
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            assert!(text.contains(shown) && text.contains("0123456789abcdef"), "{text}");
            let untold = ["miss_model-", "miss_part-", "miss_figure-", "acceptance-"];
            assert!(!untold.iter().any(|id| text.contains(id)), "{text}");
        }
    }
}
