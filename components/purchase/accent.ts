/** `#0a7` or `#00aa77`, in any case. */
const COLOR = /^#(?:[0-9a-f]{6}|[0-9a-f]{3})$/i;

/** Luminance of the background in the light and in the dark theme. */
const PAPER = { light: 0.955, dark: 0.0053 };
/** The minimum contrast of a control to its background (WCAG 1.4.11). */
const LEAST_CONTRAST = 3;

/** The contrast of an accent color on the pay button, as ratios from 1 to 21. */
export interface Accent {
  /** `#00aa77`. */
  color: string;
  label: 'white' | 'black';
  labelContrast: number;
  /** Against the background of each theme; below 3 the button uses the ink color. */
  onPaper: { light: number; dark: number };
  isShown: { light: boolean; dark: boolean };
}

/** Parses a color and computes its contrasts; null for an invalid one. */
export function accentOf(color: string | null): Accent | null {
  const rgb = color === null ? null : channelsOf(color);
  if (!rgb) return null;
  const luminance = luminanceOf(rgb);
  const [white, black] = [contrast(luminance, 1), contrast(luminance, 0)];
  const onPaper = {
    light: contrast(luminance, PAPER.light),
    dark: contrast(luminance, PAPER.dark),
  };
  return {
    color: hex(rgb),
    label: white >= black ? 'white' : 'black',
    labelContrast: Math.max(white, black),
    onPaper,
    isShown: { light: onPaper.light >= LEAST_CONTRAST, dark: onPaper.dark >= LEAST_CONTRAST },
  };
}

/**
 * The colors of the pay button: the seller's accent with a black or white label, or ink on a theme whose
 * background it has too little contrast to. Null without an accent.
 */
export function payColors(color: string | null): { background: string; color: string } | null {
  const accent = accentOf(color);
  if (!accent) return null;
  const { light, dark } = accent.isShown;
  const ground = (shown: boolean) => (shown ? accent.color : 'var(--ink)');
  const label = (shown: boolean) => (shown ? LABELS[accent.label] : 'var(--background)');
  return {
    background: `light-dark(${ground(light)}, ${ground(dark)})`,
    color: `light-dark(${label(light)}, ${label(dark)})`,
  };
}

const LABELS = { white: '#fff', black: '#000' };

type Channels = [number, number, number];

function channelsOf(color: string): Channels | null {
  if (!COLOR.test(color)) return null;
  const digits = color.slice(1);
  const wide = digits.length === 6 ? digits : digits.replace(/./g, '$&$&');
  return [0, 2, 4].map((at) => Number.parseInt(wide.slice(at, at + 2), 16)) as Channels;
}

function hex(channels: Channels): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance (WCAG 2). */
function luminanceOf(channels: Channels): number {
  const [r, g, b] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
