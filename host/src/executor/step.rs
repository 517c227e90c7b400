//! This runs the calls of one model step: those that are safe beside others in parallel, then the rest one by one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use tokio::task::JoinSet;

use super::reuse::{Sameness, again};
use super::{Admitted, Frame, gates, run_admitted};
use crate::call::ToolCall;
use crate::chat::Chat;
use crate::outcome::{CallError, Code, Outcome};
use crate::record::Received;

/// Something that happened while a step ran.
#[derive(Debug, Clone, PartialEq)]
pub enum CallEvent {
    /// A call passed its gates and is about to run, or waits for a free slot.
    Started {
        /// The call.
        call_id: String,
        /// The tool's canonical name.
        tool: String,
    },
    /// A running guest says how far it has come.
    Progress {
        /// The call.
        call_id: String,
        /// From 0 to 1, if the guest knows.
        fraction: Option<f64>,
        /// In the guest's words.
        message: String,
    },
    /// A running guest hands over a piece of its answer.
    Partial {
        /// The call.
        call_id: String,
        /// The piece.
        text: String,
    },
    /// A call ended. Calls end in another order than they were made.
    Finished(Box<Outcome>),
}

/// Who listens to a step, if anybody.
pub(crate) type Observer = Option<Arc<dyn Fn(CallEvent) + Send + Sync>>;

/// Runs a step. The outcomes come in the order of the calls, exactly one for each.
pub(crate) async fn run_step(chat: &Chat, calls: Vec<ToolCall>, observer: &Observer) -> Vec<Outcome> {
    let ids: Vec<(String, String)> = calls.iter().map(|call| (call.id.clone(), call.name.clone())).collect();
    let received: Vec<Received> = calls.iter().map(|call| chat.host().records.receive(call)).collect();
    let mut outcomes: Vec<Option<Outcome>> = vec![None; calls.len()];
    let mut beside_others = Vec::new();
    let mut alone = Vec::new();
    let frame = Frame::default();
    // Calls that are the same as an earlier one of the step, and where that one stands.
    let mut first = HashMap::new();
    let mut same = Vec::new();
    for (at, call) in calls.into_iter().enumerate() {
        match gates::pass(chat.host(), chat.state(), call, &frame.budget) {
            Ok(admitted) if let Some(before) = repeats(&mut first, chat, &admitted, at) => {
                chat.state().give_back(admitted.cost);
                same.push((at, before));
            }
            Ok(admitted) if admitted.concurrency_safe => beside_others.push((at, admitted)),
            Ok(admitted) => alone.push((at, admitted)),
            Err(refused) => finish(&mut outcomes, at, *refused, observer),
        }
    }
    // A single call has nobody to run beside, so it needs no task of its own.
    if beside_others.len() == 1 {
        alone.splice(0..0, beside_others.drain(..));
    }
    let mut running = JoinSet::new();
    for (at, admitted) in beside_others {
        let (chat, frame, observer) = (chat.clone(), frame.clone(), observer.clone());
        running.spawn(async move { (at, start(&chat, admitted, frame, &observer).await) });
    }
    while let Some(joined) = running.join_next().await {
        match joined {
            Ok((at, outcome)) => finish(&mut outcomes, at, outcome, observer),
            Err(error) => tracing::error!("a call's task failed: {error}"),
        }
    }
    for (at, admitted) in alone {
        let outcome = start(chat, admitted, frame.clone(), observer).await;
        finish(&mut outcomes, at, outcome, observer);
    }
    for (at, before) in same {
        let Some(Some(outcome)) = outcomes.get(before) else { continue };
        let outcome = again(outcome, ids.get(at).map_or("", |(id, _)| id));
        finish(&mut outcomes, at, outcome, observer);
    }
    let lost = |(id, name): (String, String)| {
        Outcome::refused(id, name, CallError::new(Code::Cancelled, "the call was cancelled before it ended"))
    };
    let outcomes: Vec<Outcome> =
        outcomes.into_iter().zip(ids).map(|(outcome, call)| outcome.unwrap_or_else(|| lost(call))).collect();
    for (received, outcome) in received.into_iter().zip(&outcomes) {
        chat.host().records.note(chat, received, outcome);
    }
    outcomes
}

/// Where the first call of the step stands that this one only repeats.
fn repeats(first: &mut HashMap<Sameness, usize>, chat: &Chat, call: &Admitted, at: usize) -> Option<usize> {
    match first.entry(Sameness::of(chat, call)?) {
        Entry::Occupied(before) => Some(*before.get()),
        Entry::Vacant(none) => {
            none.insert(at);
            None
        }
    }
}

async fn start(chat: &Chat, admitted: Admitted, frame: Frame, observer: &Observer) -> Outcome {
    if let Some(observer) = observer {
        observer(CallEvent::Started { call_id: admitted.call_id.clone(), tool: admitted.tool.name().to_owned() });
    }
    run_admitted(chat, admitted, frame, observer).await
}

fn finish(outcomes: &mut [Option<Outcome>], at: usize, outcome: Outcome, observer: &Observer) {
    if let Some(observer) = observer {
        observer(CallEvent::Finished(Box::new(outcome.clone())));
    }
    if let Some(slot) = outcomes.get_mut(at) {
        *slot = Some(outcome);
    }
}
