import { CircleCheck, RefreshCw, Undo2 } from 'lucide-react';
import { LANDING } from '@/components/landing/texts';
import { OrderSlip, SoldParts } from '@/components/purchase/order-slip';
import { type Purchase, renewalNotice } from '@/components/purchase/summary';
import { TERMS } from '@/components/purchase/texts';
import { Badge, type Status } from '@/components/ui/badge';
import { LinkButton } from '@/components/ui/link-button';
import { Logo } from '@/components/ui/logo';
import { formatMoney } from '@/components/ui/money';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';

const PRODUCT = {
  name: 'Letterpress Textures',
  description: null,
  medias: [],
  benefits: LANDING.benefits.map((description) => ({ id: description, description })),
};

const PURCHASE: Purchase = {
  product: PRODUCT,
  product_price: {
    id: '',
    created_at: '',
    modified_at: null,
    is_archived: false,
    product_id: '',
    type: 'recurring',
    recurring_interval: 'month',
    trial_days: null,
    amount_type: 'fixed',
    price_currency: DEFAULT_CURRENCY,
    price_amount: 2400,
  },
  amount: 2400,
  subtotal_amount: 2400,
  tax_amount: 213,
  total_amount: 2613,
  currency: DEFAULT_CURRENCY,
  discount: null,
};

interface Row {
  customer: string;
  product: string;
  status: Status;
  total: number;
}

const PAID: Status = { tone: 'ok', icon: CircleCheck, label: 'Paid' };

const ROWS: readonly Row[] = [
  {
    customer: 'Ada Byron',
    product: 'Letterpress Textures',
    status: PAID,
    total: 2613,
  },
  {
    customer: 'Mei Tanaka',
    product: 'Quill for Teams',
    status: { tone: 'ok', icon: RefreshCw, label: 'Renewed' },
    total: 9800,
  },
  {
    customer: 'Jonas Weber',
    product: 'Ink Brushes',
    status: PAID,
    total: 1200,
  },
  {
    customer: 'Lucía Ortega',
    product: 'Letterpress Textures',
    status: { tone: 'idle', icon: Undo2, label: 'Refunded' },
    total: 2613,
  },
];

/** The public start page: what it is, the way in, and what buyers and sellers see. */
export function LandingPage({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-6xl content-center items-center gap-x-20 gap-y-12 px-4 py-10 sm:px-6 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
      <div className="flex flex-col gap-6">
        <p className="flex items-center gap-2 text-base font-semibold">
          <Logo className="size-6" />
          Tilldesk
        </p>
        <h1 className="text-2xl font-semibold tracking-tight">{LANDING.title}</h1>
        <p className="text-base text-muted">{LANDING.text}</p>
        <div className="flex flex-wrap gap-2">
          {isSignedIn ? (
            <LinkButton variant="primary" href="/dashboard">
              {LANDING.open}
            </LinkButton>
          ) : (
            <>
              <LinkButton variant="primary" href="/sign-up">
                {LANDING.signUp}
              </LinkButton>
              <LinkButton href="/sign-in">{LANDING.signIn}</LinkButton>
            </>
          )}
        </div>
        <p className="flex gap-6 border-t border-line pt-4 text-muted">
          <a className="underline decoration-line hover:decoration-current" href="/docs">
            {LANDING.reference}
          </a>
          <a className="underline decoration-line hover:decoration-current" href="/v1/openapi.json">
            {LANDING.document}
          </a>
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <section aria-label={LANDING.receipt} className="flex flex-col gap-4">
          <p className="text-xs text-muted">{LANDING.receipt}</p>
          <OrderSlip
            product={PRODUCT}
            purchase={PURCHASE}
            renewal={renewalNotice(PURCHASE, TERMS.buyerCancels)}
          />
          <SoldParts product={PRODUCT} />
        </section>
        <Orders />
      </div>
    </main>
  );
}

function Orders() {
  return (
    <section aria-label={LANDING.orders} className="flex flex-col gap-2">
      <p className="text-xs text-muted">{LANDING.orders}</p>
      <table className="w-full text-left">
        <thead className="border-b border-line text-xs text-muted">
          <tr>
            {LANDING.columns.map((column) => (
              <th
                key={column}
                className="py-2 pr-4 font-normal last:pr-0 last:text-right max-sm:nth-2:hidden"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ customer, product, status, total }) => (
            <tr key={customer} className="h-10 border-b border-line">
              <td className="pr-4 font-medium">{customer}</td>
              <td className="pr-4 max-sm:hidden">{product}</td>
              <td className="pr-4">
                <Badge status={status} />
              </td>
              <td className="text-right">{formatMoney(total, DEFAULT_CURRENCY)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
