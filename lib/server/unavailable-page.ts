import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Outage } from '@/lib/database/connection/errors';
import { html, type PlainPage, plainPage } from '@/lib/server/plain-page';

/** What a page says while the product cannot serve. */
export function unavailablePage(requestId: string): PlainPage {
  const body = html`
    <main>
      <h1>This page is not available right now.</h1>
      <p>What was saved is safe. Try again in a minute. If it stays like this, tell whoever runs this site.</p>
      <p><a class="action" href="">Try again</a></p>
      <small>Request ${requestId}</small>
    </main>
  `;
  return { title: 'Not available', body };
}

/** Answers 503 with a page, on a response whose other headers are set. */
export function sendUnavailablePage(
  request: IncomingMessage,
  response: ServerResponse,
  { retryAfter }: Outage,
  requestId: string,
): void {
  const page = plainPage(unavailablePage(requestId), request.headers.cookie);
  response.writeHead(503, {
    'Retry-After': String(retryAfter),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    'Cache-Control': 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : page);
}
