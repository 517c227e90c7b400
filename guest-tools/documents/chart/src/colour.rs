//! Colours.

/// A colour and how opaque it is, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Colour {
    pub(crate) red: u8,
    pub(crate) green: u8,
    pub(crate) blue: u8,
    pub(crate) opacity: f32,
}

/// Ten colours that differ in lightness as well as in hue, so that most people with a colour deficiency tell them apart.
const PALETTE: [u32; 10] =
    [0x2f_6fb5, 0xe8_833a, 0x3f_9b62, 0xcf_4650, 0x84_62b3, 0x36_a5b0, 0xdf_b02c, 0xd9_7fae, 0x8b_6247, 0x80_8791];

pub(crate) const INK: Colour = Colour::of(0x1f_2328);
pub(crate) const SOFT: Colour = Colour::of(0x57_606a);
pub(crate) const AXIS: Colour = Colour::of(0x8c_959f);
pub(crate) const GRID: Colour = Colour::of(0xe4_e7eb);
pub(crate) const PAPER: Colour = Colour::of(0xff_ffff);

impl Colour {
    const fn of(rgb: u32) -> Self {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Self { red, green, blue, opacity: 1.0 }
    }

    /// The colour of the series with this index. After ten they come again, lighter.
    pub(crate) fn of_palette(index: usize) -> Self {
        let colour = Self::of(PALETTE.get(index % PALETTE.len()).copied().unwrap_or_default());
        match index / PALETTE.len() {
            0 => colour,
            round => colour.mixed_with_paper(0.35 + 0.12 * (round.min(4) as f32)),
        }
    }

    /// Reads `#rrggbb` or `#rgb`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.trim().strip_prefix('#')?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let long: String = match digits.len() {
            3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
            6 => digits.to_owned(),
            _ => return None,
        };
        u32::from_str_radix(&long, 16).ok().map(Self::of)
    }

    /// The same colour, more or less opaque.
    pub(crate) fn at(self, opacity: f32) -> Self {
        Self { opacity, ..self }
    }

    fn mixed_with_paper(self, share: f32) -> Self {
        let mixed = |part: u8| (f32::from(part) + (255.0 - f32::from(part)) * share).round() as u8;
        Self { red: mixed(self.red), green: mixed(self.green), blue: mixed(self.blue), ..self }
    }

    /// Whether white text on it is easier to read than dark text.
    pub(crate) fn is_dark(self) -> bool {
        0.299 * f32::from(self.red) + 0.587 * f32::from(self.green) + 0.114 * f32::from(self.blue) < 145.0
    }

    /// `#rrggbb`.
    pub(crate) fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}
