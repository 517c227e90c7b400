//! Imports an interface that no host of this contract offers, and uses it.

use hostile::{Context, Hostile, Output, ToolError, text};

mod unknown {
    wit_bindgen::generate!({
        inline: "
            package elsewhere:machine@1.0.0;
            interface launch {
                fire: func(target: string) -> bool;
            }
            world needs-launch {
                import launch;
            }
        ",
        world: "needs-launch",
    });
}

struct Guest;

impl Hostile for Guest {
    fn invoke(_context: Context, _arguments: String) -> Result<Output, ToolError> {
        Ok(text(unknown::elsewhere::machine::launch::fire("moon").to_string()))
    }
}

hostile::guest!(Guest);
