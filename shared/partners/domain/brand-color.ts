/**
 * Computes the contrast of a partner's brand color (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio), and readable
 * variants of the color.
 */

/** Minimum contrast of text and background (WCAG 2.2, 1.4.3). */
export const MIN_CONTRAST = 4.5;

/** A colour, `#rrggbb`. */
export const HEX_COLOR = /^#[0-9a-fA-F]{6}$/;

type Channels = readonly [red: number, green: number, blue: number];

const WHITE: Channels = [255, 255, 255];
const BLACK: Channels = [0, 0, 0];

/** Page backgrounds with the lowest contrast for colored text, in light and dark mode. */
export const LIGHT_WASH = '#f3f5f9';
export const DARK_WASH = '#1b212b';
/** Text color on a colored button in dark mode. */
export const DARK_INK = '#0b0f16';

function toChannels(color: string): Channels {
  const channel = (at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

function toColor(channels: Channels): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = toChannels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colors, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns an error message if a color is too light for white text; otherwise `undefined`. */
export function contrastViolation(color: string): string | undefined {
  const ratio = contrastRatio(color, '#ffffff');
  if (ratio >= MIN_CONTRAST) return undefined;
  // Rounds the ratio to one decimal, but never up to the required minimum.
  const shown = Math.min(Math.round(ratio * 10) / 10, MIN_CONTRAST - 0.1);
  return `Contrast with white is ${shown.toFixed(1)}:1; it must be at least ${MIN_CONTRAST}:1`;
}

/** Number of mixing steps between a color and black or white. */
const STEPS = 50;

/** Mixes the brand color with black or white until it is readable on a background. */
function readableOn(background: string, color: string, towards: Channels): string {
  const channels = toChannels(color);
  const mixed = (step: number) => {
    const [red, green, blue] = [0, 1, 2].map((at) => {
      const [from = 0, to = 0] = [channels[at], towards[at]];
      return Math.round(from + ((to - from) * step) / STEPS);
    });
    return toColor([red ?? 0, green ?? 0, blue ?? 0]);
  };
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => mixed(step));
  return steps.find((candidate) => contrastRatio(candidate, background) >= MIN_CONTRAST) ?? toColor(towards);
}

/** Returns variants of a brand color that are readable on light and dark pages. Light-mode buttons use the unchanged color. */
export function derivedColors(color: string): { readonly light: string; readonly dark: string } {
  return { light: readableOn(LIGHT_WASH, color, BLACK), dark: readableOn(DARK_WASH, color, WHITE) };
}
