import { addressLines } from '@/lib/contract/addresses';
import { dateFormat } from '@/lib/contract/formats';
import type { DocumentContent, IssuedDocument } from '@/lib/resources/documents/schema';
import { cardName } from '@/lib/resources/payments/rules';

/** The text of a document, as both its page and its PDF print it; amounts are minor units. */
export interface PrintedDocument {
  title: string;
  /** What names it: `Invoice DEMO-000123`. */
  name: string;
  /** Beside the title: its number and what else identifies it. */
  facts: readonly (readonly [name: string, value: string])[];
  seller: Party;
  buyer: Party;
  /** Their sum is the total's amount. */
  lines: readonly PrintedLine[];
  total: { label: string; amount: number };
  currency: string;
  notes: readonly string[];
}

export interface Party {
  title: string;
  name: string | null;
  lines: readonly string[];
}

export interface PrintedLine {
  label: string;
  detail: string | null;
  amount: number;
}

const TITLES = { invoice: 'Invoice', credit_note: 'Credit note' } as const;

/** The text of a frozen document. It depends on nothing else. */
export function printDocument({ kind, content }: IssuedDocument): PrintedDocument {
  const { number, seller, amount, tax_amount, currency, invoice_number } = content;
  const title = TITLES[kind];
  const total = amount + tax_amount;
  return {
    title,
    name: `${title} ${number}`,
    facts: [
      ['Number', number],
      ...(invoice_number === null ? [] : [['Invoice', invoice_number] as const]),
      ['Date', dateIn(content.issued_at, seller.timezone, 'long')],
      ...(kind === 'invoice' && total > 0 ? [['Paid', paymentOf(content)] as const] : []),
    ],
    seller: sellerOf(content),
    buyer: buyerOf(content),
    lines: [
      ...content.lines.map((line) => ({
        label: line.description,
        detail: periodOf(line, seller.timezone),
        amount: line.amount,
      })),
      ...(tax_amount === 0 ? [] : [{ label: 'Tax', detail: null, amount: tax_amount }]),
    ],
    total: { label: totalLabel(kind, total), amount: total },
    currency,
    notes: [
      // A small refund of a taxed order may contain no tax: a credit note without tax does not mention it.
      ...(tax_amount === 0 && kind === 'invoice' ? ['No tax was charged.'] : []),
      ...(seller.is_sandbox ? ['Sandbox: no real money has moved.'] : []),
    ],
  };
}

function sellerOf({ seller }: DocumentContent): Party {
  const { name, legal_name, legal_address, tax_id, email } = seller;
  return {
    title: 'From',
    name: legal_name ?? name,
    lines: [
      ...(legal_name !== null && legal_name !== name ? [name] : []),
      ...(legal_address ? addressLines(legal_address) : []),
      ...(tax_id === null ? [] : [`Tax ID ${tax_id}`]),
      ...(email === null ? [] : [email]),
    ],
  };
}

function buyerOf({ buyer }: DocumentContent): Party {
  const { name, email, address, tax_id } = buyer;
  return {
    title: 'To',
    name,
    lines: [
      ...(address ? addressLines(address) : []),
      ...(tax_id === null ? [] : [`Tax ID ${tax_id}`]),
      email,
    ],
  };
}

/** When and with what an invoice was paid: it is issued as its payment succeeds. */
function paymentOf({ issued_at, seller, payment_method }: DocumentContent): string {
  const day = dateIn(issued_at, seller.timezone, 'long');
  return payment_method ? `${day} · ${cardName(payment_method)}` : day;
}

function totalLabel(kind: IssuedDocument['kind'], total: number): string {
  if (kind === 'credit_note') return 'Total, refunded';
  return total > 0 ? 'Total, paid' : 'Total';
}

function periodOf(line: DocumentContent['lines'][number], zone: string): string | null {
  const { period_start, period_end } = line;
  if (period_start === null || period_end === null) return null;
  return `${dateIn(period_start, zone, 'medium')} – ${dateIn(period_end, zone, 'medium')}`;
}

function dateIn(moment: string, timeZone: string, dateStyle: 'long' | 'medium'): string {
  return dateFormat({ dateStyle, timeZone })(moment);
}
