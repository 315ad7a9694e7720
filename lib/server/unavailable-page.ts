import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTheme, THEME_COOKIE } from '@/lib/contract/theme';
import type { Outage } from '@/lib/database/connection/errors';

// Self-contained HTML: it is shown when nothing else of the product works.

const STYLE = `
:root { color-scheme: light dark; }
[data-theme="light"] { color-scheme: light; }
[data-theme="dark"] { color-scheme: dark; }
body {
  margin: 0 auto; max-width: 32rem; padding: 20vh 1.25rem 2rem;
  font: 0.9375rem/1.6 ui-sans-serif, system-ui, sans-serif;
  background: light-dark(oklch(0.985 0.004 95), oklch(0.17 0.006 95));
  color: light-dark(oklch(0.22 0.014 95), oklch(0.955 0.006 95));
}
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; font-weight: 600; }
p { margin: 0 0 1.25rem; }
a {
  display: inline-block; padding: 0.375rem 0.875rem; border-radius: 4px; text-decoration: none;
  background: light-dark(oklch(0.46 0.078 205), oklch(0.8 0.105 200));
  color: light-dark(oklch(0.99 0.003 205), oklch(0.19 0.03 205));
}
small { color: light-dark(oklch(0.48 0.014 95), oklch(0.74 0.012 95)); }
`;

/** The theme that the user has chosen, else that of the system. */
function themeOf({ headers }: IncomingMessage): string {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim().split('='));
  const theme = cookies.find(([name]) => name === THEME_COOKIE)?.[1];
  return isTheme(theme) && theme !== 'system' ? ` data-theme="${theme}"` : '';
}

/** Answers 503 with a page, on a response whose other headers are set. */
export function sendUnavailablePage(
  request: IncomingMessage,
  response: ServerResponse,
  { retryAfter }: Outage,
  requestId: string,
): void {
  const page = `<!doctype html>
<html lang="en"${themeOf(request)}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Not available</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>This page is not available right now.</h1>
      <p>What was saved is safe. Try again in a minute. If it stays like this, tell whoever runs this site.</p>
      <p><a href="">Try again</a></p>
      <small>Request ${requestId}</small>
    </main>
  </body>
</html>
`;
  response.writeHead(503, {
    'Retry-After': String(retryAfter),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    'Cache-Control': 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : page);
}
