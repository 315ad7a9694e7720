export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The server reads it and renders the page in this theme, so that it does not flash. */
export const THEME_COOKIE = 'tilldesk_theme';

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}
