//! Numbers that nobody can guess.

use toolhost_sdk::prelude::*;

use crate::answer::{Computed, Written};
use crate::notation::Format;

/// Random bytes that are looked at only to see whether they are random.
const SAMPLE: usize = 64;
/// A source that was withheld repeats itself after no more bytes than this.
const LONGEST_PERIOD: usize = 32;

/// Random bytes.
pub(crate) fn bytes(count: usize, format: Format) -> Result<Computed, ToolError> {
    let bytes = draw(count)?;
    Ok(Computed {
        value: Some(format.write(&bytes)),
        format: format.into(),
        bytes: Some(bytes.len() as u64),
        ..Computed::default()
    })
}

/// UUIDs of version 4: one as the value, or as many as asked for.
pub(crate) fn uuids(count: Option<usize>) -> Result<Computed, ToolError> {
    let drawn = draw(count.unwrap_or(1) * 16)?;
    let (groups, _) = drawn.as_chunks::<16>();
    let mut uuids = groups.iter().map(|group| uuid::Builder::from_random_bytes(*group).into_uuid().to_string());
    let (value, values) = match count {
        None => (uuids.next(), None),
        Some(_) => (None, Some(uuids.collect())),
    };
    Ok(Computed { value, values, format: Written::Uuid, ..Computed::default() })
}

fn draw(count: usize) -> Result<Vec<u8>, ToolError> {
    let mut drawn = vec![0; SAMPLE + count];
    getrandom::fill(&mut drawn)
        .map_err(|error| ToolError::unavailable(format!("the host gave no random numbers: {error}")))?;
    let wanted = drawn.split_off(SAMPLE);
    if repeats(&drawn) {
        // A token that anybody can guess is worse than none.
        return Err(ToolError::denied(
            "random numbers are not granted to `hash` here, so that they would be the same every time; the operator \
             can grant the service `random`",
        ));
    }
    Ok(wanted)
}

fn repeats(sample: &[u8]) -> bool {
    (1..=LONGEST_PERIOD).any(|period| sample.iter().zip(sample.iter().skip(period)).all(|(one, other)| one == other))
}

#[cfg(test)]
mod tests {
    use super::{SAMPLE, repeats};

    #[test]
    fn a_source_that_repeats_itself_is_noticed() {
        for period in [1, 2, 16, 32] {
            let sample: Vec<u8> = (0..period).cycle().take(SAMPLE).collect();
            assert!(repeats(&sample), "{period}");
        }
        let sample: Vec<u8> = (0..SAMPLE as u8).collect();
        assert!(!repeats(&sample));
    }
}
