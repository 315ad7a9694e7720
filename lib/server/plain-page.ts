import { isTheme, THEME_COOKIE } from '@/lib/contract/theme';

// Self-contained HTML without scripts, for what is shown outside of Next's pages: when nothing else of the
// product works, and where a route handler has a message for a person.

const STYLE = `
@font-face {
  font-family: Geist; src: url("/geist.woff2") format("woff2"); font-weight: 100 900; font-display: swap;
}
:root { color-scheme: light dark; }
[data-theme="light"] { color-scheme: light; }
[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100dvh; display: flex; flex-direction: column;
  font: 0.9375rem/1.6 Geist, ui-sans-serif, system-ui, sans-serif; overflow-wrap: anywhere;
  background: light-dark(oklch(0.985 0.004 95), oklch(0.17 0.006 95));
  color: light-dark(oklch(0.22 0.014 95), oklch(0.955 0.006 95));
}
header {
  padding: 0.375rem 1rem; text-align: center; font-size: 0.75rem;
  background: light-dark(oklch(0.945 0.038 75), oklch(0.28 0.045 75));
  color: light-dark(oklch(0.45 0.095 75), oklch(0.84 0.12 75));
}
main { flex: 1; width: 100%; max-width: 32rem; margin: 0 auto; padding: 18vh 1.25rem 2rem; }
.icon { display: block; width: 1.75rem; height: 1.75rem; margin-bottom: 0.75rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; line-height: 1.75rem; font-weight: 600; text-wrap: balance; }
p { margin: 0 0 1.25rem; }
.action {
  display: inline-block; padding: 0.375rem 0.875rem; border-radius: 4px; text-decoration: none;
  background: light-dark(oklch(0.46 0.078 205), oklch(0.8 0.105 200));
  color: light-dark(oklch(0.99 0.003 205), oklch(0.19 0.03 205));
}
.action:focus-visible, p a:focus-visible {
  outline: 2px solid light-dark(oklch(0.46 0.078 205), oklch(0.8 0.105 200)); outline-offset: 2px;
}
p a:not(.action) { color: light-dark(oklch(0.46 0.078 205), oklch(0.8 0.105 200)); }
.seller { display: flex; align-items: center; gap: 0.625rem; margin: 0 0 1.5rem; font-weight: 500; }
.mark {
  flex: none; width: 1.75rem; height: 1.75rem; border-radius: 4px; object-fit: cover;
  display: inline-flex; align-items: center; justify-content: center; font-size: 0.8125rem; font-weight: 600;
  background: light-dark(oklch(0.22 0.014 95), oklch(0.955 0.006 95));
  color: light-dark(oklch(0.985 0.004 95), oklch(0.17 0.006 95));
}
.icon, small, footer { color: light-dark(oklch(0.48 0.014 95), oklch(0.74 0.012 95)); }
footer { display: flex; align-items: center; gap: 0.5rem; width: 100%; max-width: 32rem; margin: 0 auto; padding: 2rem 1.25rem; font-size: 0.8125rem; }
@media (pointer: coarse) { .action { padding-block: 0.625rem; } }
`;

/** HTML that is safe to insert: made by {@link html} alone. */
export class Markup {
  constructor(readonly text: string) {}
}

/** HTML of a template; texts in it are escaped, other markup is not, and null is nothing. */
export function html(parts: TemplateStringsArray, ...values: (string | Markup | null)[]): Markup {
  const printed = values.map((value) =>
    value instanceof Markup ? value.text : escapeHtml(value ?? ''),
  );
  return new Markup(String.raw({ raw: parts }, ...printed));
}

function escapeHtml(text: string): string {
  const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character as keyof typeof ENTITIES]);
}

/** What a page says. */
export interface PlainPage {
  title: string;
  head?: Markup | null;
  body: Markup;
}

/** A whole page. `cookies` is the request's header: the theme that its user has chosen, else that of the system. */
export function plainPage(
  { title, head = null, body }: PlainPage,
  cookies: string | null | undefined,
): string {
  return html`<!doctype html>
<html lang="en"${themeOf(cookies ?? '')}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>${head}
    <style>${new Markup(STYLE)}</style>
  </head>
  <body>${body}</body>
</html>
`.text;
}

function themeOf(cookies: string): Markup | null {
  const pairs = cookies.split(';').map((cookie) => cookie.trim().split('='));
  const theme = pairs.find(([name]) => name === THEME_COOKIE)?.[1];
  return isTheme(theme) && theme !== 'system' ? html` data-theme="${theme}"` : null;
}
