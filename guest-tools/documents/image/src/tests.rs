use std::fs;

use image::{DynamicImage, GenericImageView as _, Rgb};
use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;
use toolhost_sdk::files::with_root;
use toolhost_sdk::prelude::*;

const PHOTO: &[u8] = include_bytes!("../fixtures/photo.jpg");
const PROGRESSIVE: &[u8] = include_bytes!("../fixtures/progressive.jpg");
const CMYK: &[u8] = include_bytes!("../fixtures/cmyk.jpg");
const TRANSPARENT: &[u8] = include_bytes!("../fixtures/transparent.png");
const DEEP: &[u8] = include_bytes!("../fixtures/deep.png");
const RLE: &[u8] = include_bytes!("../fixtures/rle.bmp");
const GIF: &[u8] = include_bytes!("../fixtures/animated.gif");
const APNG: &[u8] = include_bytes!("../fixtures/animated.png");
const WEBP: &[u8] = include_bytes!("../fixtures/animated.webp");
const PAGES: &[u8] = include_bytes!("../fixtures/pages.tif");

const ALL: [(&str, &[u8]); 10] = [
    ("photo.jpg", PHOTO),
    ("progressive.jpg", PROGRESSIVE),
    ("cmyk.jpg", CMYK),
    ("transparent.png", TRANSPARENT),
    ("deep.png", DEEP),
    ("rle.bmp", RLE),
    ("animated.gif", GIF),
    ("animated.png", APNG),
    ("animated.webp", WEBP),
    ("pages.tif", PAGES),
];

struct Chat(TempDir);

impl Chat {
    fn new() -> Self {
        let chat = Self(tempfile::tempdir().expect("a folder"));
        for (name, bytes) in ALL {
            chat.put(name, bytes);
        }
        chat
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.path().join(name), bytes).expect("a file");
    }

    fn call(&self, arguments: Value) -> ToolResult {
        let arguments = serde_json::from_value(arguments).expect("arguments that fit");
        with_root(self.0.path(), || super::image(arguments, &Call::for_tests(20_000)))
    }

    fn done(&self, arguments: Value) -> String {
        self.call(arguments.clone()).unwrap_or_else(|error| panic!("{arguments}: {error}")).shown()
    }

    fn info(&self, path: &str) -> Value {
        serde_json::from_str(&self.done(json!({"path": path, "op": "info"}))).expect("JSON")
    }

    fn refused(&self, arguments: Value) -> (&'static str, String) {
        match self.call(arguments.clone()) {
            Ok(answer) => panic!("{arguments}: {}", answer.shown()),
            Err(error) => (error.kind(), error.message().to_owned()),
        }
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.path().join(name)).expect("a file")
    }

    fn picture(&self, name: &str) -> DynamicImage {
        image::load_from_memory(&self.bytes(name)).expect("a picture")
    }
}

/// The colours of the four quarters, as letters from the upper left.
fn quarters(picture: &DynamicImage) -> String {
    let (width, height) = picture.dimensions();
    let at = |x: u32, y: u32| {
        let Rgb([red, green, blue]) = *picture.to_rgb8().get_pixel(x, y);
        match (red > 128, green > 128, blue > 128) {
            (true, false, false) => 'r',
            (false, true, false) => 'g',
            (false, false, true) => 'b',
            (true, true, true) => 'w',
            _ => '?',
        }
    };
    let (left, right, top, bottom) = (width / 4, width * 3 / 4, height / 4, height * 3 / 4);
    [(left, top), (right, top), (left, bottom), (right, bottom)].into_iter().map(|(x, y)| at(x, y)).collect()
}

/// The photo with another orientation in its camera data.
fn photo_turned(orientation: u8) -> Vec<u8> {
    let field = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0];
    let place = PHOTO.windows(field.len()).position(|bytes| bytes == field).expect("the orientation");
    let mut bytes = PHOTO.to_vec();
    bytes[place + field.len()] = orientation;
    bytes
}

#[test]
fn examples_work() {
    for example in super::examples::examples() {
        let chat = Chat::new();
        for (path, content) in example.files() {
            chat.put(path, content.as_bytes());
        }
        let shown = chat.done(example.arguments().clone());
        if let Some(expected) = example.expected() {
            let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
            assert_eq!(value(&shown), value(expected), "{}", example.title());
        }
    }
}

#[test]
fn info_says_what_the_file_holds() {
    let chat = Chat::new();
    let photo = chat.info("photo.jpg");
    assert_eq!((&photo["width"], &photo["height"]), (&json!(32), &json!(48)), "as it is seen");
    assert_eq!(photo["colour_profile"], true);
    let camera = &photo["camera_data"];
    assert_eq!((&camera["camera"], &camera["place"]), (&json!("Nikon D5"), &json!("-33.85983, 151.21111")));
    assert_eq!((&camera["taken"], &camera["exposure"]), (&json!("2024:05:01 10:00:00"), &json!("f/2.8")));
    assert_eq!(chat.info("progressive.jpg")["progressive"], true);
    assert_eq!(chat.info("deep.png")["bits_per_channel"], 16);
    assert_eq!(chat.info("transparent.png")["transparency"], true);
    for name in ["animated.gif", "animated.png", "animated.webp", "pages.tif"] {
        assert_eq!(chat.info(name)["frames"], 3, "{name}");
    }
    chat.put("wrong.png", PHOTO);
    let wrong = chat.info("wrong.png");
    assert_eq!((&wrong["format"], &wrong["extension_says"]), (&json!("jpeg"), &json!("png")));
}

#[test]
fn every_orientation_is_seen_the_right_way() {
    let chat = Chat::new();
    // What a program that follows the standard shows, by the number of the orientation.
    let shown = ["rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"];
    for (number, expected) in (1..=8).zip(shown) {
        chat.put("o.jpg", &photo_turned(number));
        for arguments in [
            json!({"path": "o.jpg", "op": "convert", "out": "out.png", "overwrite": true}),
            json!({"path": "o.jpg", "op": "resize", "height": 20, "out": "out.png", "overwrite": true}),
            json!({"path": "o.jpg", "op": "resize", "width": 16, "height": 16, "fit": "cover", "out": "out.png", "overwrite": true}),
            json!({"path": "o.jpg", "op": "crop", "width": 28, "height": 28, "out": "out.png", "overwrite": true}),
            json!({"path": "o.jpg", "op": "rotate", "degrees": -360, "out": "out.png", "overwrite": true}),
        ] {
            chat.done(arguments.clone());
            assert_eq!(quarters(&chat.picture("out.png")), expected, "{number} {arguments}");
        }
        // The corner with the colour that the whole picture has there.
        chat.done(json!({"path": "o.jpg", "op": "crop", "x": 2, "y": 2, "width": 8, "height": 8, "out": "out.png", "overwrite": true}));
        assert_eq!(quarters(&chat.picture("out.png")).chars().next(), expected.chars().next(), "{number}");
    }
}

#[test]
fn camera_data_go_and_the_profile_stays() {
    let chat = Chat::new();
    // In a PNG the profile is packed; the other files show it.
    for name in ["a.jpg", "a.webp", "a.tif"] {
        chat.done(json!({"path": "photo.jpg", "op": "convert", "out": name}));
        let bytes = chat.bytes(name);
        let has = |word: &[u8]| bytes.windows(word.len()).any(|part| part == word);
        assert!(!has(b"Nikon") && !has(b"2024:05:01") && !has(b"Exif"), "{name}");
        let info = chat.info(name);
        assert_eq!((info.get("camera_data"), info.get("orientation")), (None, None), "{name}");
        assert!(has(b"RGB XYZ "), "{name}");
    }
    chat.done(json!({"path": "photo.jpg", "op": "convert", "out": "a.png"}));
    assert_eq!(chat.info("a.png")["colour_profile"], true);
    assert_eq!(chat.info("a.png").get("camera_data"), None);
}

#[test]
fn turning_and_mirroring() {
    let chat = Chat::new();
    for (arguments, expected) in [
        (json!({"degrees": 90}), "brwg"),
        (json!({"degrees": 180}), "wbgr"),
        (json!({"degrees": -90}), "gwrb"),
        (json!({"flip": "horizontal"}), "grwb"),
        (json!({"degrees": 90, "flip": "vertical"}), "wgbr"),
    ] {
        let mut arguments = arguments;
        for (name, value) in [("path", "rle.bmp"), ("op", "rotate"), ("out", "out.png")] {
            arguments[name] = json!(value);
        }
        arguments["overwrite"] = json!(true);
        chat.done(arguments.clone());
        assert_eq!(quarters(&chat.picture("out.png")), expected, "{arguments}");
    }
}

#[test]
fn sizes_follow_the_proportions() {
    let chat = Chat::new();
    for (arguments, size) in [
        (json!({"width": 12}), (12, 8)),
        (json!({"height": 64}), (96, 64)),
        (json!({"width": 24, "height": 24}), (24, 16)),
        (json!({"width": 1, "height": 1000}), (1, 1)),
        (json!({"width": 24, "height": 24, "fit": "cover"}), (24, 24)),
        (json!({"width": 5, "height": 40, "fit": "stretch"}), (5, 40)),
    ] {
        let mut arguments = arguments;
        for (name, value) in [("path", "transparent.png"), ("op", "resize"), ("out", "out.png")] {
            arguments[name] = json!(value);
        }
        arguments["overwrite"] = json!(true);
        chat.done(arguments.clone());
        assert_eq!(chat.picture("out.png").dimensions(), size, "{arguments}");
    }
}

#[test]
fn every_format_is_written_and_read_again() {
    let chat = Chat::new();
    for format in ["png", "jpeg", "webp", "gif", "bmp", "tiff", "ico", "pnm", "qoi"] {
        for (name, _) in ALL {
            let out = format!("{name}.{format}");
            let answer = chat.done(json!({"path": name, "op": "convert", "out": out, "format": format}));
            assert!(answer.starts_with(&format!("wrote {out}: {format}, ")), "{answer}");
            let info = chat.info(&out);
            assert_eq!(info["format"], format);
            if name != "transparent.png" && name != "deep.png" {
                let expected = if name == "photo.jpg" { "brwg" } else { "rgbw" };
                assert_eq!(quarters(&chat.picture(&out)), expected, "{out}");
            }
        }
    }
    // What a format cannot hold is said.
    let again = |arguments| chat.done(arguments);
    assert!(
        again(json!({"path": "deep.png", "op": "convert", "out": "d.jpg"})).contains("16 bits per channel became 8")
    );
    assert!(again(json!({"path": "animated.gif", "op": "convert", "out": "d.png"})).contains("3 frames or pages"));
    let filled = again(
        json!({"path": "transparent.png", "op": "convert", "out": "t.jpg", "background": "#00ff00", "quality": 100}),
    );
    assert!(filled.contains("filled with the background"), "{filled}");
    let Rgb([red, green, blue]) = *chat.picture("t.jpg").to_rgb8().get_pixel(0, 0);
    assert!(red < 20 && green > 235 && blue < 20, "{red} {green} {blue}");
    assert_eq!(chat.info("deep.png.png")["bits_per_channel"], 16);
}

#[test]
fn transparency_has_no_dark_fringe() {
    let chat = Chat::new();
    let mut picture = image::RgbaImage::from_pixel(40, 40, image::Rgba([0, 0, 0, 0]));
    (10..30).for_each(|x| (10..30).for_each(|y| picture.put_pixel(x, y, image::Rgba([255, 255, 255, 255]))));
    picture.save(chat.0.path().join("w.png")).expect("a file");
    chat.done(json!({"path": "w.png", "op": "resize", "width": 17, "out": "w17.png"}));
    for pixel in chat.picture("w17.png").to_rgba8().pixels().filter(|pixel| pixel.0[3] > 8) {
        assert!(pixel.0[0] > 240, "{pixel:?}");
    }
}

#[test]
fn a_picture_without_a_name_is_in_the_answer() {
    let chat = Chat::new();
    let answer = chat.done(json!({"path": "photo.jpg", "op": "resize", "width": 16}));
    assert!(answer.starts_with("jpeg, 16 x 24 pixels, ") && answer.contains("from photo.jpg with 32 x 48"), "{answer}");
    assert!(chat.done(json!({"path": "rle.bmp", "op": "resize", "width": 16})).starts_with("png, 16 x 11"));
    let (kind, message) = chat.refused(json!({"path": "deep.png", "op": "resize", "width": 2000}));
    assert_eq!((kind, message.contains("give out")), ("failed", true), "{message}");
}

#[test]
fn a_file_is_not_lost_by_accident() {
    let chat = Chat::new();
    let (kind, _) = chat.refused(json!({"path": "photo.jpg", "op": "convert", "out": "photo.jpg"}));
    assert_eq!((kind, chat.bytes("photo.jpg") == PHOTO), ("conflict", true));
    chat.done(json!({"path": "photo.jpg", "op": "convert", "out": "photo.jpg", "overwrite": true}));
    assert_ne!(chat.bytes("photo.jpg"), PHOTO);
}

#[test]
fn what_makes_no_sense_is_said() {
    let chat = Chat::new();
    chat.put("empty.png", b"");
    chat.put("text.jpg", b"hello");
    chat.put("a.svg", b"<?xml version=\"1.0\"?>\n<svg/>");
    chat.put("a.heic", b"\0\0\0\x18ftypheic\0\0\0\0");
    chat.put("a.pdf", b"%PDF-1.7");
    chat.put("cut.png", &TRANSPARENT[..90]);
    chat.put("cut.webp", &WEBP[..60]);
    for (arguments, words) in [
        (json!({"path": "empty.png", "op": "info"}), "is empty"),
        (json!({"path": "text.jpg", "op": "info"}), "no picture of a format known here"),
        (json!({"path": "a.svg", "op": "info"}), "SVG"),
        (json!({"path": "a.heic", "op": "info"}), "HEIC"),
        (json!({"path": "a.pdf", "op": "info"}), "doc_read"),
        (json!({"path": "none.png", "op": "info"}), "does not exist"),
        (json!({"path": ".", "op": "info"}), "folder"),
        (json!({"path": "cut.png", "op": "convert", "format": "jpeg"}), "broken png picture, perhaps cut off"),
        (json!({"path": "cut.webp", "op": "convert", "format": "jpeg"}), "broken webp picture"),
        (json!({"path": "rle.bmp", "op": "resize"}), "needs width, height or both"),
        (json!({"path": "rle.bmp", "op": "resize", "width": 5, "fit": "cover"}), "need width and height"),
        (json!({"path": "rle.bmp", "op": "crop", "width": 5}), "needs width and height"),
        (json!({"path": "rle.bmp", "op": "crop", "x": 40, "width": 20, "height": 5}), "48 x 32"),
        (json!({"path": "rle.bmp", "op": "crop", "x": u32::MAX, "width": 16_384, "height": 5}), "reach beyond"),
        (json!({"path": "rle.bmp", "op": "rotate", "degrees": 45}), "multiples of 90"),
        (json!({"path": "rle.bmp", "op": "rotate"}), "needs degrees"),
        (json!({"path": "rle.bmp", "op": "convert"}), "needs format"),
        (json!({"path": "rle.bmp", "op": "convert", "out": "a"}), "no extension"),
        (json!({"path": "rle.bmp", "op": "convert", "out": "a.png", "format": "jpeg"}), "make them agree"),
        (json!({"path": "rle.bmp", "op": "convert", "out": "a.png", "quality": 5}), "quality is for jpeg"),
        (json!({"path": "rle.bmp", "op": "convert", "out": "a.jpg", "background": "white"}), "no colour"),
        (json!({"path": "rle.bmp", "op": "info", "out": "a.jpg"}), "does not take out"),
        (json!({"path": "rle.bmp", "op": "resize", "width": 300, "out": "a.ico"}), "256 x 256"),
    ] {
        let (_, message) = chat.refused(arguments.clone());
        assert!(message.contains(words), "{arguments}: {message}");
    }
    chat.put("cut.jpg", &PHOTO[..PHOTO.len() - 60]);
    assert_eq!(chat.info("cut.jpg")["cut_off"], true);
    assert!(chat.done(json!({"path": "cut.jpg", "op": "convert", "out": "c.png"})).contains("cut off"));
}

/// A PNG whose header says something else than its few pixels.
fn png_that_claims(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = TRANSPARENT.to_vec();
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.to_be_bytes());
    bytes
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[test]
fn pixels_are_counted_before_they_are_decoded() {
    let chat = Chat::new();
    let mut jpeg = PROGRESSIVE.to_vec();
    let start = jpeg.windows(2).position(|pair| pair == [0xff, 0xc2]).expect("a frame");
    jpeg[start + 5..start + 9].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    let mut gif = GIF.to_vec();
    gif[6..10].copy_from_slice(&[0xff; 4]);
    for (name, bytes) in [
        ("bomb.jpg", jpeg),
        ("bomb.gif", gif),
        ("bomb.png", png_that_claims(60_000, 60_000)),
        ("bomb.ppm", b"P6\n60000 60000\n255\n".to_vec()),
    ] {
        chat.put(name, &bytes);
        let (kind, message) = chat.refused(json!({"path": name, "op": "resize", "width": 10, "out": "x.png"}));
        assert_eq!((kind, message.contains("memory")), ("unsupported", true), "{name}: {message}");
    }
    // A picture that fits is not made into one that does not.
    let (kind, message) = chat.refused(json!({"path": "rle.bmp", "op": "resize", "width": 16_000, "out": "x.png"}));
    assert_eq!((kind, message.contains("30 megapixels")), ("invalid_arguments", true), "{message}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn arbitrary_bytes_are_refused(bytes in any::<Vec<u8>>(), head in 0..ALL.len()) {
        let chat = Chat(tempfile::tempdir().expect("a folder"));
        let mut all = ALL[head].1[..12].to_vec();
        all.extend(bytes);
        chat.put("x", &all);
        let _ = chat.call(json!({"path": "x", "op": "info"}));
        let _ = chat.call(json!({"path": "x", "op": "convert", "out": "y.png"}));
    }

    #[test]
    fn a_picture_cut_or_changed_anywhere_is_read_or_refused(
        which in 0..ALL.len(), place in any::<proptest::sample::Index>(), byte in any::<u8>(), cut in any::<bool>()
    ) {
        let chat = Chat(tempfile::tempdir().expect("a folder"));
        let mut bytes = ALL[which].1.to_vec();
        let place = place.index(bytes.len());
        if cut { bytes.truncate(place) } else { bytes[place] = byte }
        chat.put("x", &bytes);
        let _ = chat.call(json!({"path": "x", "op": "info"}));
        let _ = chat.call(json!({"path": "x", "op": "resize", "width": 9, "out": "y.png"}));
        let _ = chat.call(json!({"path": "x", "op": "crop", "width": 9, "height": 7, "out": "z.jpg"}));
    }
}
