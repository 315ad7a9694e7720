import { printMoney } from '@/lib/contract/money';
import type { MailData } from '@/lib/resources/mails/kinds';
import { printDate } from '@/lib/resources/mails/templates/dates';
import {
  Action,
  Amount,
  Codes,
  Muted,
  Paragraph,
  Rows,
  Subheading,
} from '@/lib/resources/mails/templates/parts';
import type { Templates } from '@/lib/resources/mails/templates/template';
import {
  ADVERTISEMENT_APPROVED,
  ADVERTISEMENT_CHANGES_REQUESTED,
  amountAndText,
  CANCEL,
  LICENSE_KEY_GIVEN_AWAY,
  LICENSE_KEY_RECEIVED,
  PAYMENT_FAILED,
  PORTAL_ACCESS,
  RECEIPT,
  REFUND,
  RENEWAL,
  RENEWAL_RECEIPT,
  RENEWAL_UPCOMING,
  SALE,
  SUBSCRIPTION_CANCELED,
  SUBSCRIPTION_ENDING,
  SUBSCRIPTION_PAUSED,
  SUBSCRIPTION_RESUMED,
  TRIAL_ENDING,
} from '@/lib/resources/mails/templates/texts';
import { cardName, reasonOf } from '@/lib/resources/payments/rules';

/** Mails to buyers. */
export const BUYER: Templates<
  | 'receipt'
  | 'renewal_receipt'
  | 'payment_failed'
  | 'trial_ending'
  | 'renewal_upcoming'
  | 'subscription_ending'
  | 'subscription_canceled'
  | 'subscription_paused'
  | 'subscription_resumed'
  | 'refund'
  | 'advertisement_approved'
  | 'license_key_transferred'
  | 'advertisement_changes_requested'
  | 'portal_access'
> = {
  receipt: ({ data, secrets: { license_keys: keys } }, { name, timezone }) => {
    const { product_name: product, trial_ends_at, benefits, downloads_count } = data;
    const trial = trial_ends_at && RECEIPT.trial(product, printDate(trial_ends_at, timezone));
    const title = RECEIPT.title(product);
    return {
      subject: trial ? RECEIPT.trialSubject(product) : RECEIPT.subject(name),
      ...(trial ? {} : { title }),
      preview: trial ?? previewOf(data, title),
      body: (
        <>
          {trial ? <Paragraph>{trial}</Paragraph> : <Paid sale={data} />}
          {keys.length > 0 && (
            <>
              <Subheading>{RECEIPT.keys(keys.length)}</Subheading>
              <Codes values={keys.map(({ key }) => key)} />
              <Muted>{RECEIPT.saveKeys(keys.length)}</Muted>
            </>
          )}
          {benefits.length > 0 && (
            <>
              <Subheading>{RECEIPT.included}</Subheading>
              <Paragraph>
                {benefits.map((benefit, index) => [index > 0 && <br key={benefit} />, benefit])}
              </Paragraph>
            </>
          )}
          {downloads_count > 0 && (
            <Paragraph>
              {RECEIPT.downloads(downloads_count, trial_ends_at ? 'subscription' : 'order')}
            </Paragraph>
          )}
          <Sale sale={data} timezone={timezone} isTrial={trial_ends_at !== null} />
        </>
      ),
    };
  },

  renewal_receipt: ({ data }, { timezone }) => ({
    subject: RENEWAL_RECEIPT.subject(data.product_name),
    title: RENEWAL_RECEIPT.title(data.product_name),
    preview: previewOf(data, RENEWAL_RECEIPT.title(data.product_name)),
    body: (
      <>
        <Paid sale={data} />
        <Sale sale={data} timezone={timezone} />
      </>
    ),
  }),

  payment_failed: ({ data }, { timezone }) => {
    const { product_name: product, next_try_at, outcome, reason, card, portal_url } = data;
    const text = PAYMENT_FAILED.text(product);
    const isLast = outcome !== 'past_due';
    const next = data.is_next_last ? 'nextLast' : 'next';
    const [words, day] =
      next_try_at === null ? (['stopped', data.ends_at] as const) : ([next, next_try_at] as const);
    const then =
      isLast || !day
        ? PAYMENT_FAILED[outcome === 'canceled' ? 'canceled' : 'unpaid']
        : PAYMENT_FAILED[words](printDate(day, timezone));
    const isOver = outcome === 'canceled';
    return {
      subject: isLast ? PAYMENT_FAILED.lastSubject(product) : PAYMENT_FAILED.subject(product),
      preview: amountAndText(amountOf(data), `${text} ${then}`),
      body: (
        <>
          <Amount note={card && SALE.declined(cardName(card))}>{amountOf(data)}</Amount>
          <Paragraph>
            {text} {reasonOf(reason)}
          </Paragraph>
          <Paragraph>{then}</Paragraph>
          <Action href={portal_url} label={isOver ? PAYMENT_FAILED.view : PAYMENT_FAILED.action} />
          <Muted>{SALE.access}</Muted>
        </>
      ),
    };
  },

  trial_ending: ({ data }, { timezone }) => {
    const at = printDate(data.at, timezone);
    const text = TRIAL_ENDING.text(data.product_name, at);
    return {
      subject: TRIAL_ENDING.subject(data.product_name, at),
      preview: amountAndText(amountOf(data), text),
      body: (
        <Notice
          amount={amountOf(data)}
          due={TRIAL_ENDING.due(data.interval)}
          text={text}
          more={CANCEL}
          url={data.portal_url}
          action={TRIAL_ENDING.action}
        />
      ),
    };
  },

  renewal_upcoming: ({ data }, { timezone }) => {
    const at = printDate(data.at, timezone);
    const amount = amountOf(data);
    const text = RENEWAL_UPCOMING.text(data.product_name, at);
    return {
      subject: RENEWAL_UPCOMING.subject(data.product_name, at),
      preview: amountAndText(amount, text),
      body: (
        <Notice
          amount={amount}
          due={RENEWAL_UPCOMING.due(at)}
          text={text}
          more={CANCEL}
          url={data.portal_url}
          action={RENEWAL_UPCOMING.action}
        />
      ),
    };
  },

  subscription_ending: ({ data: { product_name: product, at, portal_url } }, { timezone }) => {
    const day = printDate(at, timezone);
    const text = SUBSCRIPTION_ENDING.text(product, day);
    const { keep, action } = SUBSCRIPTION_ENDING;
    return {
      subject: SUBSCRIPTION_ENDING.subject(product, day),
      preview: text,
      body: <Notice text={text} more={keep} url={portal_url} action={action} />,
    };
  },

  subscription_canceled: ({ data: { product_name: product, at, portal_url } }, { timezone }) => {
    const text = SUBSCRIPTION_CANCELED.text(product, printDate(at, timezone));
    return {
      subject: SUBSCRIPTION_CANCELED.subject(product),
      preview: text,
      body: <Notice text={text} url={portal_url} action={SUBSCRIPTION_CANCELED.action} />,
    };
  },

  subscription_paused: ({ data }, { name, timezone }) => {
    const { product_name: product, at, portal_url, closes_at } = data;
    const text = SUBSCRIPTION_PAUSED.text(product, printDate(at, timezone));
    const more = closes_at && SUBSCRIPTION_PAUSED.closing(name, printDate(closes_at, timezone));
    return {
      subject: SUBSCRIPTION_PAUSED.subject(product),
      preview: text,
      body: (
        <Notice
          text={text}
          {...(more ? { more } : {})}
          url={portal_url}
          action={SUBSCRIPTION_PAUSED.action}
        />
      ),
    };
  },

  subscription_resumed: ({ data }, { timezone }) => {
    const { product_name: product, at, amount, portal_url } = data;
    const day = printDate(at, timezone);
    const text = SUBSCRIPTION_RESUMED.text(product);
    const next =
      amount > 0 ? SUBSCRIPTION_RESUMED.next(amountOf(data), day) : SUBSCRIPTION_RESUMED.free(day);
    return {
      subject: SUBSCRIPTION_RESUMED.subject(product),
      preview: `${text} ${next}`,
      body: (
        <Notice text={`${text} ${next}`} url={portal_url} action={SUBSCRIPTION_RESUMED.action} />
      ),
    };
  },

  refund: ({ data }, { name }) => {
    const { product_name: product, is_full, portal_url } = data;
    const amount = amountOf(data);
    const text = (is_full ? REFUND.full : REFUND.part)(name, product);
    return {
      subject: REFUND.subject(name),
      title: REFUND.title(product),
      preview: amountAndText(amount, text),
      body: (
        <Notice
          amount={amount}
          text={text}
          more={REFUND.when}
          url={portal_url}
          action={REFUND.action}
        />
      ),
    };
  },

  advertisement_approved: ({ data: { benefit_name: benefit, portal_url } }, { name }) => {
    const text = ADVERTISEMENT_APPROVED.text(name, benefit);
    return {
      subject: ADVERTISEMENT_APPROVED.subject(name),
      preview: text,
      body: <Notice text={text} url={portal_url} action={ADVERTISEMENT_APPROVED.action} />,
    };
  },

  advertisement_changes_requested: ({ data }, { name }) => {
    const { benefit_name: benefit, note, portal_url } = data;
    const text = ADVERTISEMENT_CHANGES_REQUESTED.text(name, benefit);
    return {
      subject: ADVERTISEMENT_CHANGES_REQUESTED.subject(name),
      preview: text,
      body: (
        <>
          <Paragraph>{text}</Paragraph>
          {note && (
            <>
              <Subheading>{ADVERTISEMENT_CHANGES_REQUESTED.note(name)}</Subheading>
              <Paragraph>{note}</Paragraph>
            </>
          )}
          <Paragraph>{ADVERTISEMENT_CHANGES_REQUESTED.next}</Paragraph>
          <Action href={portal_url} label={ADVERTISEMENT_CHANGES_REQUESTED.action} />
          <Muted>{SALE.access}</Muted>
        </>
      ),
    };
  },

  license_key_transferred: ({ data }, { name }) => {
    const { benefit_name: benefit, display_key, is_received, portal_url } = data;
    const words = is_received ? LICENSE_KEY_RECEIVED : LICENSE_KEY_GIVEN_AWAY;
    const text = words.text(name, benefit, display_key);
    return {
      subject: words.subject(name),
      preview: text,
      body: <Notice text={text} url={portal_url} action={words.action} />,
    };
  },

  portal_access: ({ secrets: { url, code } }, { name }) => ({
    subject: PORTAL_ACCESS.subject(name),
    preview: PORTAL_ACCESS.text(name),
    body: (
      <>
        <Paragraph>{PORTAL_ACCESS.text(name)}</Paragraph>
        <Action href={url} label={PORTAL_ACCESS.action} isSpelledOut />
        <Subheading>{PORTAL_ACCESS.code}</Subheading>
        <Codes values={[code]} />
        <Muted>{PORTAL_ACCESS.note}</Muted>
      </>
    ),
  }),
};

/** What was paid, and with which card where that is known. */
function Paid({ sale: { total_amount, currency, card, product_name } }: { sale: SaleData }) {
  if (total_amount === 0) return <Paragraph>{SALE.nothing(product_name)}</Paragraph>;
  return (
    <Amount note={card ? SALE.card(cardName(card)) : SALE.paid}>
      {printMoney(total_amount, currency)}
    </Amount>
  );
}

type SaleData = MailData<'renewal_receipt'>;

function amountOf({ amount, currency }: { amount: number; currency: string }): string {
  return printMoney(amount, currency);
}

/** What lists of mails show of one about a sale with this title. */
function previewOf({ total_amount, currency, product_name }: SaleData, title: string): string {
  return total_amount > 0
    ? amountAndText(printMoney(total_amount, currency), title)
    : SALE.nothing(product_name);
}

/** The lines of a sale, its renewal, and the way to its page. */
function Sale({
  sale,
  timezone,
  isTrial = false,
}: {
  sale: SaleData;
  timezone: string;
  /** Nothing was charged, and there is no order yet. */
  isTrial?: boolean;
}) {
  const { lines, currency, tax_amount, total_amount, invoice_number, renewal } = sale;
  const print = (amount: number) => printMoney(amount, currency);
  const ofOrder = invoice_number === null ? SALE.withoutInvoice : SALE.action;
  const tax = tax_amount === 0 ? [] : [[SALE.tax, print(tax_amount)] as const];
  return (
    <>
      {lines.length > 0 && (
        <>
          <Subheading>
            {[
              invoice_number && `${SALE.invoice} ${invoice_number}`,
              printDate(sale.created_at, timezone),
            ]
              .filter(Boolean)
              .join(', ')}
          </Subheading>
          <Rows
            caption={SALE.lines}
            head={[SALE.item, SALE.amount]}
            rows={[
              ...lines.map(({ label, amount }) => [label, print(amount)] as const),
              ...tax,
              [SALE.total, print(total_amount)],
            ]}
            hasSum
          />
        </>
      )}
      {renewal && (
        <Paragraph>
          {renewalText(renewal, timezone, isTrial ? RENEWAL.first : RENEWAL.next)}
        </Paragraph>
      )}
      <Action href={sale.portal_url} label={isTrial ? SALE.withoutOrder : ofOrder} />
      <Muted>{SALE.access}</Muted>
    </>
  );
}

function renewalText(
  renewal: NonNullable<SaleData['renewal']>,
  timezone: string,
  charge: typeof RENEWAL.next,
): string {
  const { interval, at } = renewal;
  return `${RENEWAL.terms(interval)} ${charge(amountOf(renewal), printDate(at, timezone))}`;
}

function Notice({
  amount,
  due,
  text,
  more,
  url,
  action,
}: {
  /** What the mail is about. */
  amount?: string;
  due?: string;
  text: string;
  more?: string;
  url: string;
  action: string;
}) {
  return (
    <>
      {amount && <Amount note={due}>{amount}</Amount>}
      <Paragraph>{text}</Paragraph>
      {more && <Paragraph>{more}</Paragraph>}
      <Action href={url} label={action} />
      <Muted>{SALE.access}</Muted>
    </>
  );
}
