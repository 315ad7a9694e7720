import { Download } from 'lucide-react';
import { DOCUMENT_PAGE } from '@/components/documents/texts';
import { formatMoney } from '@/components/ui/money';
import { Receipt } from '@/components/ui/receipt';
import { type Party, printDocument } from '@/lib/resources/documents/print/printed-document';
import type { IssuedDocument } from '@/lib/resources/documents/schema';
import type { IssuedCreditNote } from '@/lib/resources/documents/service';

/** An invoice or a credit note, the same on screen and on paper; what was refunded since is on screen alone. */
export function DocumentPage({
  document,
  pdfUrl,
  logoUrl,
  creditNotes = [],
}: {
  document: IssuedDocument;
  pdfUrl: string;
  /** Of the seller, as it was then. */
  logoUrl: string | null;
  creditNotes?: readonly IssuedCreditNote[];
}) {
  const { title, facts, seller, buyer, lines, total, currency, notes } = printDocument(document);
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-col gap-10 px-5 py-12 text-base print:p-0">
      {creditNotes.length > 0 && (
        <ul
          aria-label={DOCUMENT_PAGE.refunds}
          className="no-print -mb-4 flex flex-col gap-1 border-l-2 border-info bg-info-fill px-3 py-2.5 text-sm text-info"
        >
          {creditNotes.map(({ number, amount, url }) => (
            <li key={number} className="flex flex-wrap gap-x-2">
              {DOCUMENT_PAGE.refunded(formatMoney(amount, currency))}
              <a href={url} className="font-medium underline">
                {DOCUMENT_PAGE.creditNote(number)}
              </a>
            </li>
          ))}
        </ul>
      )}
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="flex flex-col gap-3">
          {logoUrl && (
            // biome-ignore lint/performance/noImgElement: it is served as the seller uploaded it
            <img src={logoUrl} alt="" className="size-10 rounded-control object-cover" />
          )}
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          <a
            href={pdfUrl}
            className="no-print inline-flex min-h-8 items-center gap-1.5 text-sm text-accent underline-offset-4 hover:underline coarse:min-h-11"
          >
            <Download aria-hidden className="size-4" />
            {DOCUMENT_PAGE.downloadPdf}
          </a>
        </div>
        <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">
          {facts.map(([name, value]) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-muted">{name}</dt>
              <dd className="sm:text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      <div className="grid gap-8 sm:grid-cols-2 print:grid-cols-2">
        <PartySection party={seller} />
        <PartySection party={buyer} />
      </div>
      <Receipt large currency={currency} lines={lines} total={total} />
      <footer className="flex flex-col gap-1 border-t border-line pt-4 text-sm text-muted">
        {notes.map((note) => (
          <p key={note} className="wrap-anywhere">
            {note}
          </p>
        ))}
      </footer>
    </main>
  );
}

function PartySection({ party: { title, name, lines } }: { party: Party }) {
  return (
    <section className="flex flex-col wrap-anywhere">
      <h2 className="text-sm text-muted">{title}</h2>
      {name && <strong className="font-semibold">{name}</strong>}
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity and never move
        <span key={index}>{line}</span>
      ))}
    </section>
  );
}
