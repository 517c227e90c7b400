//! Exports the contract's interface by name, with functions of other types.

wit_bindgen::generate!({
    inline: "
        package toolhost:contract@0.1.0;
        interface guest {
            describe: func() -> string;
            availability: func() -> bool;
            invoke: func(arguments: string) -> string;
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
        "{}".to_owned()
    }

    fn availability() -> bool {
        true
    }

    fn invoke(arguments: String) -> String {
        arguments
    }
}

export!(Guest);
