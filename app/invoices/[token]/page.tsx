import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DocumentPage } from '@/components/documents/document-page';
import { ApiError } from '@/lib/contract/errors';
import { printDocument } from '@/lib/resources/documents/print/printed-document';
import { creditNotesOf, openDocument } from '@/lib/resources/documents/service';
import { ownPicture } from '@/lib/resources/files/service';
import { realTime } from '@/lib/runtime/clock';

interface Props {
  params: Promise<{ token: string }>;
}

/** The document of a signed address; null when the address has expired, undefined when it is none. */
async function openLinked({ params }: Props) {
  const { token } = await params;
  return openDocument(token, realTime()).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 410 ? null : undefined;
  });
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const document = await openLinked(props);
  return {
    title: document ? printDocument(document).name : 'Invoice · Tilldesk',
    robots: 'noindex',
    // The address is a credential.
    referrer: 'no-referrer',
  };
}

/** An invoice or credit note by its signed address: complete without a script, so that it prints at once. */
export default async function Page(props: Props) {
  const document = await openLinked(props);
  if (document === undefined) notFound();
  const { token } = await props.params;
  if (document) {
    return (
      <DocumentPage
        document={document}
        pdfUrl={`/invoices/${token}.pdf`}
        logoUrl={ownPicture(document.content.seller.avatar_url)}
        creditNotes={await creditNotesOf(document, realTime())}
      />
    );
  }
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-3 px-5 text-base">
      <h1 className="text-xl font-semibold tracking-tight">This link has expired</h1>
      <p>Open the invoice again from where you found it to get a new link.</p>
    </main>
  );
}
