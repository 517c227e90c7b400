//! A host with a data directory of its own, over components that were built for the tests.

use std::future::Future;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use toolhost::{Admission, Host, HostBuilder};

use crate::chat::ScratchChat;
use crate::components::cache_dir;

/// The runtime of every test in this process. Four threads, so that tests wait for each other even on two cores.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    Builder::new_multi_thread().worker_threads(4).enable_all().build().expect("a runtime can be made")
});

/// The tests' runtime.
pub fn runtime() -> &'static Runtime {
    &RUNTIME
}

/// Runs a future to its end on the tests' runtime.
pub fn block_on<F: Future>(future: F) -> F::Output {
    RUNTIME.block_on(future)
}

/// A [`Host`] whose data directory goes away with it.
pub struct TestHost {
    host: Host,
    data: TempDir,
    chats: AtomicU32,
}

impl TestHost {
    /// A host over the components in a directory, which admits all of them.
    ///
    /// # Panics
    /// If the host cannot be built.
    pub fn over(tools: &Path) -> Self {
        Self::built(|builder| builder.tools_dir(tools.to_path_buf()))
    }

    /// A host that is built as the function says. It starts from a builder with a fresh data directory and the
    /// compile cache that all tests share, which admits every tool.
    ///
    /// # Panics
    /// If the host cannot be built.
    pub fn built(change: impl FnOnce(HostBuilder) -> HostBuilder) -> Self {
        let data = TempDir::new().expect("a directory can be made");
        let builder = Host::builder()
            .data_dir(data.path().to_path_buf())
            .cache_dir(cache_dir())
            .admission(Admission::everything());
        let host = change(builder).build().expect("the host can be built");
        Self { host, data, chats: AtomicU32::new(0) }
    }

    /// The host.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// The host's data directory.
    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// A chat that nobody else uses.
    ///
    /// # Panics
    /// If the host refuses it.
    pub fn chat(&self) -> ScratchChat {
        let number = self.chats.fetch_add(1, Ordering::Relaxed);
        self.chat_named(&format!("chat-{number}"))
    }

    /// A chat of this name.
    ///
    /// # Panics
    /// If the host refuses it.
    pub fn chat_named(&self, name: &str) -> ScratchChat {
        let chat = self.host.chat(name).expect("the chat can be opened");
        // Most hosts have no group of this name, and then there is nothing to enable.
        let _ = chat.as_person("tests").enable_group("examples");
        ScratchChat::new(chat, self.data.path().join("chats").join(name).join("files"))
    }
}
