//! Running the operations: each group of them is tried on a draft, and the draft is written if all of it worked.

use toolhost_sdk::prelude::*;

use crate::apply::apply;
use crate::commit::commit;
use crate::draft::Draft;
use crate::groups::groups;
use crate::operation::Step;
use crate::report::{Entry, Fate};

/// What became of the operations, in their order, and the drafts of the groups in which every operation worked.
pub(crate) fn run(steps: &[Step], preview: bool) -> (Vec<Entry>, Vec<Draft>) {
    let mut fates: Vec<Option<Fate>> = steps.iter().map(|_| None).collect();
    let mut drafts = Vec::new();
    for members in groups(steps) {
        let mut draft = Draft::default();
        let tried = members.iter().try_for_each(|&index| {
            let Some((step, fate)) = steps.get(index).zip(fates.get_mut(index)) else { return Ok(()) };
            *fate = Some(Fate::Done(apply(&mut draft, step).map_err(|error| (index, error))?));
            Ok(())
        });
        let first = members.first().copied().unwrap_or_default();
        let written =
            tried.and_then(|()| if preview { Ok(()) } else { commit(&draft).map_err(|error| (first, error)) });
        match written {
            Ok(()) => drafts.push(draft),
            Err((failed, error)) => {
                for index in members {
                    if let Some(fate) = fates.get_mut(index) {
                        *fate = Some(Fate::Undone { because_of: failed });
                    }
                }
                if let Some(fate) = fates.get_mut(failed) {
                    *fate = Some(Fate::Failed(placed(error, failed)));
                }
            }
        }
    }
    let entries = steps.iter().zip(fates).filter_map(|(step, fate)| Some(Entry { title: step.title(), fate: fate? }));
    (entries.collect(), drafts)
}

/// An error about an operation, with its violations where they are in `ops`.
fn placed(error: ToolError, index: usize) -> ToolError {
    match error.violations() {
        [(pointer, message)] => ToolError::invalid(format!("/ops/{index}{pointer}"), message.clone()),
        _ => error,
    }
}
