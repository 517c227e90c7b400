//! Calls that show how the tool is used.

use toolhost_sdk::prelude::*;

/// A picture that is text: three by two pixels.
const PIXELS: &str = "P3\n3 2\n255\n255 0 0  0 255 0  0 0 255\n255 255 0  255 255 255  0 0 0\n";

pub(crate) fn examples() -> Vec<Example> {
    vec![
        Example::new("Find out what a picture is", json!({"path": "dots.ppm", "op": "info"}))
            .file("dots.ppm", PIXELS)
            .expect_json(json!({
                "path": "dots.ppm", "format": "pnm", "width": 3, "height": 2, "megapixels": 0.0, "bytes": 67,
                "colours": "rgb", "bits_per_channel": 8, "transparency": false
            })),
        Example::new(
            "Make a thumbnail",
            json!({"path": "dots.ppm", "op": "resize", "width": 2, "out": "small/dots.png"}),
        )
        .file("dots.ppm", PIXELS),
        Example::new(
            "Look at a part of a picture",
            json!({"path": "dots.ppm", "op": "crop", "x": 0, "y": 0, "width": 2, "height": 2}),
        )
        .file("dots.ppm", PIXELS),
        Example::new(
            "Turn a picture to the right",
            json!({"path": "dots.ppm", "op": "rotate", "degrees": 90, "out": "right.png"}),
        )
        .file("dots.ppm", PIXELS),
        Example::new("Convert to JPEG", json!({"path": "dots.ppm", "op": "convert", "out": "dots.jpg", "quality": 90}))
            .file("dots.ppm", PIXELS),
    ]
}
