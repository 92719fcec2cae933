//! What an athlete calls exercises: a name that was confirmed once is known from then on (D-9).

use assistant::{
    dialog::{
        self,
        question::{Given, Question},
    },
    input::name::{Names, normalize},
};
use domain::exercise::ExerciseKey;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entry, Shelf};

use super::talk::{Part, Talk};
use crate::problem::Problem;

/// A name of an athlete's own for an exercise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::service) struct ExerciseAlias {
    /// The name, as it is compared.
    pub(in crate::service) name: String,
    /// The exercise.
    pub(in crate::service) exercise: ExerciseKey,
}

impl Talk<'_, '_> {
    /// The athlete's own names.
    pub(super) async fn own_names(&mut self) -> Result<Names, Problem> {
        let athlete = self.work.id();
        let own = self.work.tx.entries::<ExerciseAlias>(Shelf::ExerciseAliases, athlete).await?;
        Ok(Names::own(own.iter().map(|entry| (entry.value.name.as_str(), &entry.value.exercise))))
    }

    /// D-9: a name that was confirmed becomes the athlete's own.
    pub(super) async fn learn(&mut self, question: &Question, given: &Given) -> Result<(), Problem> {
        let Some((raw, exercise)) = dialog::learned(question, given) else { return Ok(()) };
        let name = normalize(&raw);
        let athlete = self.work.id();
        let known = self.work.tx.entry::<ExerciseAlias>(Shelf::ExerciseAliases, athlete, &name).await?;
        let revision = known.map_or(1, |known| known.revision + 1);
        let alias = ExerciseAlias { name: name.clone(), exercise: exercise.clone() };
        let entry = Entry { key: name, revision, value: alias };
        self.work.tx.put_entries(Shelf::ExerciseAliases, athlete, &[entry]).await?;
        let facts = [("name", raw.into()), ("exercise", self.name(&exercise).into())];
        self.tell(Part::Notice, "dialog-learned", facts);
        Ok(())
    }
}
