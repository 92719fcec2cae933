//! An entity as it is put back: what a read told beside it may come along (GL-5).
//!
//! Documents know nothing of revisions, so that one who reads an entity and puts it back would be refused for fields
//! that the answer itself had. [`Edit`] takes those out before the entity is read.

use std::{borrow::Cow, fmt};

use domain::{food::Food, recipe::Recipe};
use nutrition::{profile::NutritionProfile, target::input::Brought};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize,
    de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor},
    forward_to_deserialize_any,
};
use serde_json::{Map, Value, json};

use crate::service::{account::admin::AccountChange, template::Template};

/// The field that names the revision that is edited.
const REVISION: &str = "revision";

/// What can be put back.
pub(super) trait Entity: JsonSchema {
    /// What a read tells beside it, other than its revision.
    const TOLD: &'static [&'static str];
}

impl Entity for Template {
    const TOLD: &'static [&'static str] = &["id"];
}

impl Entity for Food {
    const TOLD: &'static [&'static str] = &["own", "shared", "archived"];
}

impl Entity for Recipe {
    const TOLD: &'static [&'static str] = Food::TOLD;
}

impl Entity for NutritionProfile {
    const TOLD: &'static [&'static str] = &[];
}

impl Entity for Brought {
    const TOLD: &'static [&'static str] = &[];
}

impl Entity for AccountChange {
    const TOLD: &'static [&'static str] = &[];
}

/// An entity with what was told beside it.
#[derive(Debug)]
pub(super) struct Edit<T> {
    /// The entity.
    pub entity: T,
    /// The revision that is edited.
    pub revision: Option<i64>,
    /// What else a read tells; it is not edited.
    pub told: Map<String, Value>,
}

impl<'de, T: Entity + Deserialize<'de>> Deserialize<'de> for Edit<T> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let mut beside = Beside { fields: T::TOLD, revision: None, told: Map::new() };
        let entity = T::deserialize(Without { inner: reader, beside: &mut beside })?;
        Ok(Self { entity, revision: beside.revision, told: beside.told })
    }
}

impl<T: Entity> JsonSchema for Edit<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("EditOf{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = T::json_schema(generator);
        let fields = schema.ensure_object().entry("properties").or_insert_with(|| json!({}));
        let about = "The revision that is edited, where `if-match` does not name it (GL-5).";
        fields[REVISION] = json!({ "description": about, "type": ["integer", "null"], "format": "int64" });
        for told in T::TOLD {
            fields[told] =
                json!({ "description": "As a read tells it; it is not edited.", "readOnly": true });
        }
        schema
    }
}

/// What stands beside an entity, as far as it was read.
struct Beside {
    fields: &'static [&'static str],
    revision: Option<i64>,
    told: Map<String, Value>,
}

/// A reader, or a part of one, that keeps what stands beside the entity to itself.
struct Without<'b, T> {
    inner: T,
    beside: &'b mut Beside,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Without<'_, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_any(Without { inner: visitor, beside: self.beside })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_struct(name, fields, Without { inner: visitor, beside: self.beside })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Without<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(Without { inner: map, beside: self.beside })
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Without<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, mut seed: S) -> Result<Option<S::Value>, A::Error> {
        loop {
            let fields = self.beside.fields;
            match self.inner.next_key_seed(Key { seed, fields })? {
                None => return Ok(None),
                Some(Found::Own(key)) => return Ok(Some(key)),
                Some(Found::Beside(name, unused)) => {
                    seed = unused;
                    if name == REVISION {
                        self.beside.revision = self.inner.next_value()?;
                    } else {
                        self.beside.told.insert(name, self.inner.next_value()?);
                    }
                }
            }
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.next_value_seed(seed)
    }
}

/// Reads the name of a field, for the entity if it is one of its own.
struct Key<S> {
    seed: S,
    fields: &'static [&'static str],
}

/// A field of the entity, or one beside it with what would have read it.
enum Found<T, S> {
    Own(T),
    Beside(String, S),
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Key<S> {
    type Value = Found<S::Value, S>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        let name = String::deserialize(reader)?;
        if name == REVISION || self.fields.contains(&name.as_str()) {
            return Ok(Found::Beside(name, self.seed));
        }
        self.seed.deserialize(name.into_deserializer()).map(Found::Own)
    }
}
