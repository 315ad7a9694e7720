import { createContext, use } from 'react';
import { accentOf, LABELS } from '@/lib/contract/accent';

/** Colors of the light and the dark theme, as on the pages. */
const COLORS = {
  paper: ['#f2f1ed', '#100f0c'],
  surface: ['#ffffff', '#1a1915'],
  sunken: ['#f2f1ed', '#22211d'],
  line: ['#e0ded7', '#2f2e29'],
  muted: ['#605e55', '#adaba3'],
  ink: ['#1d1b13', '#f1f0ec'],
  accent: ['#02646d', '#5dd2d8'],
  onAccent: ['#fafcfd', '#02181a'],
} as const;

export type Palette = Record<keyof typeof COLORS, string>;

export const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
export const MONO = 'ui-monospace, Menlo, Consolas, monospace';

/** The colors of a mail with the seller's accent, which keeps its contrast in both themes. */
export function palettesOf(accentColor: string | null): { light: Palette; dark: Palette } {
  const entries = Object.entries(COLORS);
  const of = (theme: 0 | 1) =>
    Object.fromEntries(entries.map(([name, pair]) => [name, pair[theme]])) as Palette;
  const light = of(0);
  const dark = of(1);
  const accent = accentOf(accentColor);
  for (const [palette, shade] of [
    [light, accent?.light],
    [dark, accent?.dark],
  ] as const) {
    if (shade) Object.assign(palette, { accent: shade.color, onAccent: LABELS[shade.label] });
  }
  return { light, dark };
}

/**
 * The dark theme, for clients that know the preference: the light one is written into each element, because some
 * clients drop style sheets.
 */
export function darkStyles({
  paper,
  surface,
  sunken,
  line,
  muted,
  ink,
  accent,
  onAccent,
}: Palette): string {
  return `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: ${paper} !important; }
  .card { background-color: ${surface} !important; }
  .torn { background-image: ${tornEdge(surface)} !important; }
  .ink { color: ${ink} !important; }
  .muted { color: ${muted} !important; }
  .sunken { background-color: ${sunken} !important; color: ${ink} !important; }
  .line { border-color: ${line} !important; }
  .action { background-color: ${accent} !important; color: ${onAccent} !important; }
}`;
}

/** The lower edge of a receipt, in teeth of 12 px; clients without gradients show a straight one. */
export function tornEdge(color: string): string {
  return `linear-gradient(135deg, ${color} 6px, transparent 0), linear-gradient(225deg, ${color} 6px, transparent 0)`;
}

export const PaletteContext = createContext<Palette>(palettesOf(null).light);

/** The light theme's colors, for the styles of elements. */
export function usePalette(): Palette {
  return use(PaletteContext);
}
