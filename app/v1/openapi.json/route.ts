import { openApiDocument } from '@/lib/api/openapi';
import { contracts, payloads } from '@/lib/resources/registry';

let document: string | undefined;

/** The OpenAPI 3.1 document of the API; public, and the same for everybody. */
export function GET(): Response {
  document ??= JSON.stringify(openApiDocument(contracts, payloads));
  return new Response(document, {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' },
  });
}
