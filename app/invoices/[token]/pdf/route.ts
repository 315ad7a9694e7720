import { createHash } from 'node:crypto';
import { errorResponse } from '@/lib/api/implement';
import { requestIdOf } from '@/lib/api/request';
import { documentPdf } from '@/lib/resources/documents/print/document-pdf';
import { printDocument } from '@/lib/resources/documents/print/printed-document';
import { openDocument } from '@/lib/resources/documents/service';
import { attachment } from '@/lib/resources/files/rules';
import { realTime } from '@/lib/runtime/clock';
import { CONTENT_POLICY } from '@/lib/server/headers';

/** A document by its signed address with `.pdf` appended, which next.config.mjs leads here: its bytes never change. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  try {
    const document = await openDocument((await params).token, realTime());
    const pdf = await documentPdf(document);
    const etag = `"${createHash('sha256').update(pdf).digest('base64url')}"`;
    const isKnown = knows(request.headers.get('if-none-match'), etag);
    if (isKnown) return new Response(null, { status: 304, headers: { ETag: etag } });
    return new Response(new Uint8Array(pdf), {
      headers: {
        ETag: etag,
        'Content-Type': 'application/pdf',
        'Content-Length': String(pdf.length),
        'Content-Disposition': attachment(`${printDocument(document).name}.pdf`),
        'Content-Security-Policy': CONTENT_POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-store',
      },
    });
  } catch (error) {
    return errorResponse(error, undefined, requestIdOf(request));
  }
}

/** Whether an `If-None-Match` header names the entity tag, which a proxy that compresses may have made weak. */
function knows(header: string | null, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
