//! This proves on the running engine that limits really stop a guest, with a tiny hostile component.
//!
//! A new version of a dependency, an odd machine or a mistake of ours could silently stop enforcing a limit. The proof
//! uses the same engine, store, limiter and classification as every call.

use std::time::{Duration, Instant};

use serde::Serialize;
use wasmtime::Store;
use wasmtime::component::{Component, Instance};

use super::bindings::toolhost::contract::tool_types::Part;
use super::invoke::{Invocation, checked_content, metered, store};
use super::prepare::Sandbox;
use super::state::State;
use crate::catalog::metadata::{CostTier, ResourceClass};
use crate::outcome::{CallError, Code};
use crate::policy::Limits;

/// Whether one limit held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LimitProof {
    /// The limit, as it is called in [`Limits`].
    pub limit: &'static str,
    /// Whether the guest was stopped with the right code.
    pub holds: bool,
    /// What was seen.
    pub saw: String,
}

/// A guest with one export for each misbehaviour.
const HOSTILE: &str = r#"
(component
  (import "wasi:io/poll@0.2.0" (instance $poll
    (export "pollable" (type $pollable (sub resource)))
    (export "[method]pollable.block" (func (param "self" (borrow $pollable))))))
  (alias export $poll "pollable" (type $pollable))
  (import "wasi:clocks/monotonic-clock@0.2.0" (instance $clock
    (alias outer 1 $pollable (type $waiting))
    (export "pollable" (type $own_pollable (eq $waiting)))
    (export "subscribe-duration" (func (param "when" u64) (result (own $own_pollable))))))
  (core func $block (canon lower (func $poll "[method]pollable.block")))
  (core func $subscribe (canon lower (func $clock "subscribe-duration")))
  (core module $guest
    (import "host" "subscribe" (func $subscribe (param i64) (result i32)))
    (import "host" "block" (func $block (param i32)))
    (memory (export "memory") 32)
    (table $table 1 funcref)
    (func (export "spin") (loop $again (br $again)))
    (func (export "grow-memory")
      (loop $again (br_if $again (i32.ne (memory.grow (i32.const 16)) (i32.const -1))))
      unreachable)
    (func (export "grow-table")
      (loop $again
        (br_if $again (i32.ne (table.grow $table (ref.null func) (i32.const 1000)) (i32.const -1))))
      unreachable)
    (func (export "sleep") (call $block (call $subscribe (i64.const 3600000000000))))
    (func (export "flood") (result i32)
      (i32.store (i32.const 8) (i32.const 1024))
      (i32.store (i32.const 12) (i32.const 1000000))
      (memory.fill (i32.const 1024) (i32.const 120) (i32.const 1000000))
      (i32.const 8)))
  (core instance $running (instantiate $guest
    (with "host" (instance (export "subscribe" (func $subscribe)) (export "block" (func $block))))))
  (alias core export $running "memory" (core memory $memory))
  (func (export "spin") (canon lift (core func $running "spin")))
  (func (export "grow-memory") (canon lift (core func $running "grow-memory")))
  (func (export "grow-table") (canon lift (core func $running "grow-table")))
  (func (export "sleep") (canon lift (core func $running "sleep")))
  (func (export "flood") (result string) (canon lift (core func $running "flood") (memory $memory))))
"#;

impl Sandbox {
    /// Runs the hostile guest once against each limit. Takes a few hundredths of a second.
    ///
    /// # Errors
    /// If the guest cannot be prepared at all.
    pub(crate) async fn prove_limits(&self) -> anyhow::Result<Vec<LimitProof>> {
        let component = Component::new(self.engine(), wat::parse_str(HOSTILE)?)?;
        let mut tight = Limits::defaults(ResourceClass::Small, CostTier::Low);
        tight.fuel = 10_000_000;
        tight.memory_bytes = 8 * 1024 * 1024;
        let mut short = tight.clone();
        short.wall_clock = Duration::from_millis(20);
        short.fuel = u64::MAX / 2;
        Ok(vec![
            proof("fuel", Code::Fuel, self.provoke(&component, "spin", &tight).await?),
            proof("memory_bytes", Code::Memory, self.provoke(&component, "grow-memory", &tight).await?),
            proof("table_elements", Code::Memory, self.provoke(&component, "grow-table", &tight).await?),
            proof("wall_clock (computing)", Code::Timeout, self.provoke(&component, "spin", &short).await?),
            proof("wall_clock (waiting)", Code::Timeout, self.provoke(&component, "sleep", &short).await?),
            proof("output_bytes", Code::OutputTooLarge, self.flood(&component, &tight).await?),
        ])
    }

    async fn provoke(&self, component: &Component, export: &str, limits: &Limits) -> anyhow::Result<Option<CallError>> {
        let ended = self
            .run_hostile(component, limits, async |instance, store| {
                instance.get_typed_func::<(), ()>(&mut *store, export)?.call_async(store, ()).await
            })
            .await?;
        Ok(ended.err())
    }

    async fn flood(&self, component: &Component, limits: &Limits) -> anyhow::Result<Option<CallError>> {
        let ended = self
            .run_hostile(component, limits, async |instance, store| {
                instance.get_typed_func::<(), (String,)>(&mut *store, "flood")?.call_async(store, ()).await
            })
            .await?;
        Ok(ended.and_then(|(text,)| checked_content(vec![Part::Text(text)], limits)).err())
    }

    async fn run_hostile<R>(
        &self,
        component: &Component,
        limits: &Limits,
        call: impl AsyncFnOnce(&Instance, &mut Store<State>) -> wasmtime::Result<R>,
    ) -> anyhow::Result<Result<R, CallError>> {
        let pre = self.linker().instantiate_pre(component)?;
        let mut store = store(self.engine(), &Invocation::without_grant("limit-proof", limits))?;
        let make = async |store: &mut Store<State>| pre.instantiate_async(store).await;
        Ok(metered(Instant::now(), &mut store, limits, make, call).await.0)
    }
}

fn proof(limit: &'static str, expected: Code, failure: Option<CallError>) -> LimitProof {
    let holds = failure.as_ref().is_some_and(|failure| failure.code == expected);
    let saw = failure.map_or_else(
        || "the guest was not stopped".to_owned(),
        |failure| format!("{}: {}", failure.code, failure.message),
    );
    LimitProof { limit, holds, saw }
}
