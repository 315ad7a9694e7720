import { readFile } from 'node:fs/promises';
import path from 'node:path';
import packageFolder from 'swagger-ui-dist/absolute-path.js';

// The reference page of the API: Swagger UI as its package ships it, and two files of our own. The
// content security policy allows no script in the page, so its start is a file too.

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference · Tilldesk</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="icon" href="/docs/favicon-32x32.png">
    <script src="/docs/swagger-ui-bundle.js" defer></script>
    <script src="/docs/start.js" defer></script>
  </head>
  <body style="margin: 0">
    <noscript>The reference needs JavaScript; the document itself is /v1/openapi.json.</noscript>
    <main id="reference"></main>
  </body>
</html>
`;

const START = `const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();
SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

const OWN = new Map([
  ['', { type: 'text/html; charset=utf-8', text: PAGE }],
  ['start.js', { type: 'text/javascript; charset=utf-8', text: START }],
]);

const SHIPPED = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);

/** The page at /docs and the files that it needs; 404 for every other name. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ file?: string[] }> },
): Promise<Response> {
  const name = (await params).file?.join('/') ?? '';
  const own = OWN.get(name);
  if (own) return answer(own.text, own.type);
  const type = SHIPPED.get(name);
  if (!type) return new Response('Not found', { status: 404 });
  return answer(await readFile(path.join(packageFolder(), name)), type);
}

function answer(body: BodyInit, type: string): Response {
  return new Response(body, {
    headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=300' },
  });
}
