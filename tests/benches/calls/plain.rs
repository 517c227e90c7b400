//! A plain embedding: the same engine settings for the guest's code, WASI as its library serves it, one preopened
//! directory, and nothing else. What a call takes more on the host is what the host does.

use std::path::Path;

use wasmtime::component::{Component, InstancePre, Linker, ResourceTable};
use wasmtime::{Config, Engine, Store};
use wasmtime_wasi::{FsPerms, WasiCtx, WasiCtxBuilder, WasiCtxView, WasiView};

wasmtime::component::bindgen!({ path: "../wit", world: "tool", exports: { default: async } });

use self::toolhost::contract::tool_types::Context;

struct Plain {
    table: ResourceTable,
    wasi: WasiCtx,
}

impl WasiView for Plain {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}

/// A guest on the plain embedding.
pub(crate) struct Embedding {
    engine: Engine,
    pre: InstancePre<Plain>,
}

impl Embedding {
    pub(crate) fn of(component: &Path) -> wasmtime::Result<Self> {
        let mut config = Config::new();
        config.consume_fuel(true);
        let mut pool = wasmtime::PoolingAllocationConfig::new();
        pool.total_component_instances(8).total_stacks(8);
        config.allocation_strategy(wasmtime::InstanceAllocationStrategy::Pooling(pool));
        let engine = Engine::new(&config)?;
        let component = Component::from_file(&engine, component)?;
        let mut linker = Linker::new(&engine);
        wasmtime_wasi::p2::add_to_linker_async(&mut linker)?;
        // The contract's own interfaces, of which this guest needs the types alone.
        for (name, _) in component.component_type().imports(&engine) {
            if name.starts_with("toolhost:") {
                linker.instance(name)?;
            }
        }
        Ok(Self { pre: linker.instantiate_pre(&component)?, engine })
    }

    pub(crate) async fn call(&self, chat: &Path, arguments: &str) -> wasmtime::Result<()> {
        let mut wasi = WasiCtxBuilder::new();
        wasi.allow_blocking_current_thread(true);
        wasi.preopened_dir(chat, "/chat", FsPerms::ReadWrite)?;
        let mut store = Store::new(&self.engine, Plain { table: ResourceTable::new(), wasi: wasi.build() });
        store.set_fuel(u64::MAX / 2)?;
        store.fuel_async_yield_interval(Some(200_000))?;
        let instance = self.pre.instantiate_async(&mut store).await?;
        let tool = Tool::new(&mut store, &instance)?;
        let context = Context {
            call_id: "call".to_owned(),
            chat: None,
            user: None,
            time_zone: None,
            deadline_ms: 60_000,
            output_limit: 65_536,
        };
        let answer = tool.toolhost_contract_guest().call_invoke(&mut store, &context, arguments).await?;
        if answer.is_err() {
            wasmtime::bail!("the guest answers with an error");
        }
        Ok(())
    }
}
