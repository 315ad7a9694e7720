import { isTheme, THEME_COOKIE, type Theme } from '@/lib/contract/theme';

/** Shows a theme and keeps it for a year. */
export function chooseTheme(theme: Theme): void {
  const { documentElement } = document;
  if (theme === 'system') delete documentElement.dataset.theme;
  else documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=31536000; samesite=lax`;
}

/** The theme that the page is shown in. */
export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : 'system';
}
