//! This is what a store holds for one call: the capabilities that were granted, and the counters.

use std::time::Duration;

use wasmtime::component::{HasData, ResourceTable};
use wasmtime_wasi::random::Deterministic;
use wasmtime_wasi::{HostWallClock, WasiCtx, WasiCtxBuilder, WasiCtxView, WasiView};
use wasmtime_wasi_http::{
    Error as HttpError, RequestOptions, WasiBody, WasiHttpCtx, WasiHttpCtxView, WasiHttpHooks, WasiHttpView,
};
use wasmtime_wasi_io::IoView;

use super::filesystem::Mount;
use super::limiter::Limiter;
use super::services::Services;
use super::streams::Kept;
use crate::policy::{Grant, Limits};

/// The most random bytes that one call of `wasi:random` gives.
const MOST_RANDOM_BYTES: u64 = 64 * 1024;
/// The most bytes of HTTP header fields.
const MOST_HEADER_BYTES: usize = 32 * 1024;

/// The state of one call.
pub(super) struct State {
    table: ResourceTable,
    mounts: Vec<Mount>,
    wasi: WasiCtx,
    http: WasiHttpCtx,
    network: NoNetwork,
    pub(super) limiter: Limiter,
    pub(super) services: Services,
    pub(super) stderr: Kept,
}

impl HasData for State {
    type Data<'a> = &'a mut Self;
}

impl State {
    /// Binds a grant and the mounts made for it to a new call.
    pub(super) fn new(grant: &Grant, limits: &Limits, mounts: Vec<Mount>, services: Services) -> Self {
        let stderr = Kept::new(limits.log_bytes);
        let mut wasi = WasiCtxBuilder::new();
        wasi.stdout(Kept::new(limits.log_bytes))
            .stderr(stderr.clone())
            .max_random_size(MOST_RANDOM_BYTES)
            .allow_tcp(false)
            .allow_udp(false)
            .allow_ip_name_lookup(false);
        if !grant.clock() {
            wasi.wall_clock(StandingClock);
        }
        if !grant.random() {
            wasi.secure_random(Deterministic::new(SAME_EVERY_TIME.to_vec()))
                .insecure_random(Deterministic::new(SAME_EVERY_TIME.to_vec()))
                .insecure_random_seed(0);
        }
        let mut table = ResourceTable::new();
        table.set_max_capacity(usize::try_from(limits.handles).unwrap_or(usize::MAX));
        let mut http = WasiHttpCtx::new();
        http.set_field_size_limit(MOST_HEADER_BYTES);
        Self {
            table,
            mounts,
            wasi: wasi.build(),
            http,
            network: NoNetwork,
            limiter: Limiter::new(limits),
            services,
            stderr,
        }
    }

    pub(super) fn table(&self) -> &ResourceTable {
        &self.table
    }

    pub(super) fn table_mut(&mut self) -> &mut ResourceTable {
        &mut self.table
    }

    pub(super) fn mounts(&self) -> &[Mount] {
        &self.mounts
    }
}

impl IoView for State {
    fn table(&mut self) -> &mut ResourceTable {
        &mut self.table
    }
}

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}

impl WasiHttpView for State {
    fn http(&mut self) -> WasiHttpCtxView<'_> {
        WasiHttpCtxView { ctx: &mut self.http, table: &mut self.table, hooks: &mut self.network }
    }
}

/// The numbers that a guest without the grant `random` gets, over and over.
const SAME_EVERY_TIME: [u8; 16] = *b"\x9d\x11\xc4\x6a\x3b\xf0\x82\x57\xe8\x0c\x73\xa6\x19\xdb\x45\x2e";

/// The wall clock of a guest without the grant `clock`: it stands at the start of the year 2000.
struct StandingClock;

impl HostWallClock for StandingClock {
    fn resolution(&self) -> Duration {
        Duration::from_secs(1)
    }

    fn now(&self) -> Duration {
        Duration::from_secs(946_684_800)
    }
}

/// The network of a guest without a network grant: every request is refused with the error that `wasi:http` has for it.
struct NoNetwork;

type Pending<T> = Box<dyn Future<Output = Result<T, HttpError>> + Send>;

impl WasiHttpHooks for NoNetwork {
    fn send_request(
        &mut self,
        _request: http::Request<WasiBody>,
        _options: Option<RequestOptions>,
        _sent: Pending<()>,
    ) -> Pending<(http::Response<WasiBody>, Pending<()>)> {
        Box::new(async { Err(HttpError::HttpRequestDenied) })
    }
}
