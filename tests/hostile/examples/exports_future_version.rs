//! Implements a version of the contract that does not exist yet.

wit_bindgen::generate!({
    inline: "
        package toolhost:contract@9.0.0;
        interface guest {
            describe: func() -> string;
        }
        world tool {
            export guest;
        }
    ",
    world: "tool",
});

struct Guest;

impl exports::toolhost::contract::guest::Guest for Guest {
    fn describe() -> String {
        "from the future".to_owned()
    }
}

export!(Guest);
