/**
 * Derives a theme's colours from one: ten lighter tints, one darker shade, and the ten steps that components draw with.
 * Two of the steps are adjusted until text is readable (WCAG contrast 4.5), whatever colour the user picked.
 */

export type Rgb = readonly [red: number, green: number, blue: number];
/** `#1890ff`. */
export type Hex = `#${string}`;
export type Steps = readonly [Hex, Hex, Hex, Hex, Hex, Hex, Hex, Hex, Hex, Hex];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The dark theme's background that the accent has to be readable on. */
const DARK_BACKGROUND: Rgb = [24, 31, 41];
const READABLE = 4.5;

/** Accepts six hexadecimal digits after `#`, in any case. Returns undefined for anything else. */
export function parseColour(text: string): Hex | undefined {
  return /^#[0-9a-f]{6}$/i.test(text) ? (text.toLowerCase() as Hex) : undefined;
}

/** Ten tints: the colour itself, then 10 % more white each. */
export function tintsOf(colour: Hex): Hex[] {
  return Array.from({ length: 10 }, (_, index) => hexOf(mixed(rgbOf(colour), WHITE, index / 10)));
}

/** The colour, 10 % darker. */
export function shadeOf(colour: Hex): Hex {
  return hexOf(mixed(rgbOf(colour), BLACK, 0.1));
}

/**
 * The steps from lightest to darkest. Step 5 is the colour itself. Step 7 is readable on step 0, so white is readable
 * on step 7. Step 4 is readable on a dark page.
 */
export function stepsOf(colour: Hex): Steps {
  const base = rgbOf(colour);
  const lighter = (part: number): Hex => hexOf(mixed(base, WHITE, part));
  const strong = readableOn(rgbOf(lighter(0.9)), mixed(base, BLACK, 0.2), BLACK);
  const darker = (part: number): Hex => hexOf(mixed(strong, BLACK, part));
  const onDark = readableOn(DARK_BACKGROUND, mixed(base, WHITE, 0.2), WHITE);
  return [
    lighter(0.9),
    lighter(0.8),
    lighter(0.6),
    lighter(0.4),
    hexOf(onDark),
    hexOf(base),
    shadeOf(colour),
    hexOf(strong),
    darker(0.2),
    darker(0.4),
  ];
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export function rgbOf(colour: Hex): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hexOf(rgb: Rgb): Hex {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function mixed(rgb: Rgb, other: Rgb, part: number): Rgb {
  const [red, green, blue] = rgb.map((value, index) => value + ((other[index] ?? 0) - value) * part) as [
    number,
    number,
    number,
  ];
  return [red, green, blue];
}

/**
 * Moves `start` towards black or white until it is readable on `ground`. Compares the rounded colours that are output.
 */
function readableOn(ground: Rgb, start: Rgb, towards: Rgb): Rgb {
  const rounded = (rgb: Rgb): Rgb => rgbOf(hexOf(rgb));
  let rgb = rounded(start);
  for (let step = 1; step <= 40 && contrast(rgb, ground) < READABLE; step += 1)
    rgb = rounded(mixed(start, towards, step / 40));
  return rgb;
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
