/** `#0a7` or `#00aa77`, in any case. */
const COLOR = /^#(?:[0-9a-f]{6}|[0-9a-f]{3})$/i;

/** Luminance of the background in the light and in the dark theme. */
const PAPER = { light: 0.955, dark: 0.0053 };
/** The minimum contrast of a control to its background (WCAG 1.4.11). */
const LEAST_CONTRAST = 3;

type Theme = 'light' | 'dark';

/** An accent color on the pay button of a theme; contrasts are ratios from 1 to 21. */
export interface Shade {
  /** `#00aa77`: the accent, lightened or darkened where the page's background needs it. */
  color: string;
  isAdjusted: boolean;
  /** Of the accent itself against the page's background; below 3 it is adjusted. */
  ownContrast: number;
  /** Against the page's background, at least 3. */
  contrast: number;
  label: 'white' | 'black';
  labelContrast: number;
}

/** The shades of an accent color, `#0a7` or `#00aa77`; null for an invalid one. */
export function accentOf(color: string | null): (Record<Theme, Shade> & { color: string }) | null {
  const rgb = color === null ? null : channelsOf(color);
  if (!rgb) return null;
  return { color: hex(rgb), light: shadeOf(rgb, 'light'), dark: shadeOf(rgb, 'dark') };
}

/** The colors of a label. */
export const LABELS = { white: '#fff', black: '#000' };

/** The color itself, or the nearest mixture with white (dark theme) or black that has enough contrast. */
function shadeOf(rgb: Channels, theme: Theme): Shade {
  const target = theme === 'dark' ? 255 : 0;
  let shown = rgb;
  for (let share = 1; contrast(luminanceOf(shown), PAPER[theme]) < LEAST_CONTRAST; share += 1) {
    shown = rgb.map((channel) =>
      Math.round(channel + ((target - channel) * share) / 100),
    ) as Channels;
  }
  const luminance = luminanceOf(shown);
  const [white, black] = [contrast(luminance, 1), contrast(luminance, 0)];
  return {
    color: hex(shown),
    isAdjusted: shown !== rgb,
    ownContrast: contrast(luminanceOf(rgb), PAPER[theme]),
    contrast: contrast(luminance, PAPER[theme]),
    label: white >= black ? 'white' : 'black',
    labelContrast: Math.max(white, black),
  };
}

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
