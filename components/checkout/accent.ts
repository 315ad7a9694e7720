/** Luminance of the paper that the button lies on, in the light and in the dark theme. */
const PAPER = { light: 0.955, dark: 0.0053 };
/** A control has to stand out from its ground by this much. */
const LEAST_CONTRAST = 3;

/**
 * The colours of the pay button: the seller's accent with a black or white label, and ink on a theme
 * whose paper it would not stand out from. Null for sellers without an accent.
 */
export function payColors(accent: string | null): { background: string; color: string } | null {
  const rgb = accent === null ? null : channelsOf(accent);
  if (!rgb) return null;
  const luminance = luminanceOf(rgb);
  const label = contrast(luminance, 1) >= contrast(luminance, 0) ? '#fff' : '#000';
  const on = (paper: number) => contrast(luminance, paper) >= LEAST_CONTRAST;
  const choose = (shown: boolean, own: string, ink: string) => (shown ? own : ink);
  const [light, dark] = [on(PAPER.light), on(PAPER.dark)];
  return {
    background: `light-dark(${choose(light, hex(rgb), 'var(--ink)')}, ${choose(dark, hex(rgb), 'var(--ink)')})`,
    color: `light-dark(${choose(light, label, 'var(--background)')}, ${choose(dark, label, 'var(--background)')})`,
  };
}

type Channels = [number, number, number];

/** `#0a7` or `#00aa77`. */
function channelsOf(color: string): Channels | null {
  const [, digits] = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(color) ?? [];
  if (!digits) return null;
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
