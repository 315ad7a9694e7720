import { renderPdf } from '@/app/invoices/[token]/pdf/render-pdf';
import { printDocument } from '@/components/documents/printed-document';
import { errorResponse } from '@/lib/api/implement';
import { requestIdOf } from '@/lib/api/request';
import { openDocument } from '@/lib/resources/documents/service';
import { attachment } from '@/lib/resources/files/rules';
import { realTime } from '@/lib/runtime/clock';
import { CONTENT_POLICY } from '@/lib/server/headers';

/** A document by its signed address with `.pdf` appended, which next.config.mjs leads here. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  try {
    const document = await openDocument((await params).token, realTime());
    const pdf = await renderPdf(document);
    return new Response(new Uint8Array(pdf), {
      headers: {
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
