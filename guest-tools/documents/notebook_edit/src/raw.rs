//! JSON that is taken apart one level deep, while what is inside keeps its text.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// More entries or items than this are refused, so that a small file cannot take much memory.
const MOST: usize = 20_000;

/// The entries of an object, in their order.
#[derive(Debug, Default)]
pub(crate) struct Entries<'a>(pub(crate) Vec<(String, &'a RawValue)>);

/// The items of a list.
#[derive(Debug, Default)]
pub(crate) struct Items<'a>(pub(crate) Vec<&'a RawValue>);

impl<'a> Entries<'a> {
    /// Takes an object apart.
    pub(crate) fn of(text: &'a str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    /// The text of the entry with this name. If the name stands twice, the later one counts, as for most readers.
    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        self.0.iter().rfind(|(key, _)| key == name).map(|(_, value)| value.get())
    }

    /// The entry with this name as a value of a type; none if it is missing or of another type.
    pub(crate) fn read<T: Deserialize<'a>>(&self, name: &str) -> Option<T> {
        serde_json::from_str(self.get(name)?).ok()
    }

    /// The first name that stands twice.
    pub(crate) fn repeated(&self) -> Option<&str> {
        let mut names: Vec<&str> = self.0.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names.windows(2).find_map(|pair| if let [one, other] = pair { (one == other).then_some(*one) } else { None })
    }
}

/// Where a part of a text stands in it.
pub(crate) fn range_in(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    start..start + part.len()
}

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Collect::<Self>(PhantomData))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Items<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Collect::<Self>(PhantomData))
    }
}

struct Collect<T>(PhantomData<T>);

impl<'de: 'a, 'a> Visitor<'de> for Collect<Entries<'a>> {
    type Value = Entries<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'a>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            if entries.len() >= MOST {
                return Err(A::Error::custom(format!("an object with more than {MOST} entries")));
            }
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}

impl<'de: 'a, 'a> Visitor<'de> for Collect<Items<'a>> {
    type Value = Items<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Items<'a>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            if items.len() >= MOST {
                return Err(A::Error::custom(format!("a list with more than {MOST} items")));
            }
            items.push(item);
        }
        Ok(Items(items))
    }
}
