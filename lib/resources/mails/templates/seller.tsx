import { printMoney } from '@/lib/contract/money';
import { PLATFORM_NAMES } from '@/lib/resources/linked-accounts/schema';
import { printDate } from '@/lib/resources/mails/templates/dates';
import { Action, Amount, Muted, Paragraph } from '@/lib/resources/mails/templates/parts';
import type { Templates } from '@/lib/resources/mails/templates/template';
import {
  ADVERTISEMENT_PENDING,
  amountAndText,
  CANCELED_BY_CUSTOMER,
  CONNECTION_BROKEN,
  KEY_POOL_EMPTY,
  KEY_POOL_LOW,
  NEW_SALE,
  PAYMENT_FAILED_FOR_GOOD,
  PAYMENTS_FAILING,
  TEST_MAIL,
  TRIAL_STARTED,
  WEBHOOK_DISABLED,
} from '@/lib/resources/mails/templates/texts';
import { reasonOf } from '@/lib/resources/payments/rules';

/** Mails to the owners of an organization. */
export const SELLER: Templates<
  | 'new_sale'
  | 'trial_started'
  | 'canceled_by_customer'
  | 'payment_failed_for_good'
  | 'advertisement_pending'
  | 'key_pool_low'
  | 'key_pool_empty'
  | 'webhook_disabled'
  | 'connection_broken'
  | 'payments_failing'
  | 'test_mail'
> = {
  new_sale: ({ data }) => {
    const { product_name: product, amount, currency, url } = data;
    const printed = printMoney(amount, currency);
    const text = NEW_SALE.text(customerOf(data), product);
    return {
      subject: NEW_SALE.subject(printed, product),
      title: NEW_SALE.title,
      preview: text,
      body: (
        <>
          <Amount>{printed}</Amount>
          <Paragraph>{text}</Paragraph>
          <Action href={url} label={NEW_SALE.action} />
        </>
      ),
    };
  },

  trial_started: ({ data }, { timezone }) => {
    const { product_name: product, ends_at, url } = data;
    const text = TRIAL_STARTED.text(customerOf(data), product);
    return {
      subject: TRIAL_STARTED.subject(product),
      title: TRIAL_STARTED.title,
      preview: text,
      body: (
        <>
          <Paragraph>{text}</Paragraph>
          {ends_at && <Paragraph>{TRIAL_STARTED.ends(printDate(ends_at, timezone))}</Paragraph>}
          <Action href={url} label={TRIAL_STARTED.action} />
        </>
      ),
    };
  },

  canceled_by_customer: ({ data }, { timezone }) => {
    const { product_name: product, at, is_over, url } = data;
    const customer = customerOf(data);
    const words = CANCELED_BY_CUSTOMER[is_over ? 'over' : 'ending'];
    const text = words(customer, product, printDate(at, timezone));
    return {
      subject: CANCELED_BY_CUSTOMER.subject(product, nameOf(data)),
      title: CANCELED_BY_CUSTOMER.title,
      preview: text,
      body: (
        <>
          <Paragraph>{text}</Paragraph>
          <Action href={url} label={CANCELED_BY_CUSTOMER.action} />
        </>
      ),
    };
  },

  payment_failed_for_good: ({ data }) => {
    const { product_name: product, amount, currency, reason, outcome, url } = data;
    const customer = customerOf(data);
    const printed = printMoney(amount, currency);
    const text = PAYMENT_FAILED_FOR_GOOD.text(customer, product);
    return {
      subject: PAYMENT_FAILED_FOR_GOOD.subject(product, nameOf(data)),
      title: PAYMENT_FAILED_FOR_GOOD.title,
      preview: amountAndText(printed, text),
      body: (
        <>
          <Amount>{printed}</Amount>
          <Paragraph>
            {text} {reasonOf(reason)}
          </Paragraph>
          <Paragraph>{PAYMENT_FAILED_FOR_GOOD[outcome]}</Paragraph>
          <Action href={url} label={PAYMENT_FAILED_FOR_GOOD.action} />
        </>
      ),
    };
  },

  advertisement_pending: ({ data }) => {
    const text = ADVERTISEMENT_PENDING.text(customerOf(data), data.benefit_name);
    return {
      subject: ADVERTISEMENT_PENDING.subject(nameOf(data)),
      title: ADVERTISEMENT_PENDING.title,
      preview: text,
      body: (
        <>
          <Paragraph>{text}</Paragraph>
          <Action href={data.url} label={ADVERTISEMENT_PENDING.action} />
        </>
      ),
    };
  },

  key_pool_low: ({ data: { benefit_name, free, url } }) => ({
    subject: KEY_POOL_LOW.subject(benefit_name),
    title: KEY_POOL_LOW.title,
    preview: KEY_POOL_LOW.text(benefit_name, free),
    body: (
      <>
        <Paragraph>{KEY_POOL_LOW.text(benefit_name, free)}</Paragraph>
        <Action href={url} label={KEY_POOL_LOW.action} />
      </>
    ),
  }),

  key_pool_empty: ({ data: { benefit_name, pending, url } }) => ({
    subject: KEY_POOL_EMPTY.subject(benefit_name),
    title: KEY_POOL_EMPTY.title,
    preview: KEY_POOL_EMPTY.text(benefit_name, pending),
    body: (
      <>
        <Paragraph>{KEY_POOL_EMPTY.text(benefit_name, pending)}</Paragraph>
        <Action href={url} label={KEY_POOL_EMPTY.action} />
      </>
    ),
  }),

  webhook_disabled: ({ data: { endpoint_url: address, reason, url } }) => {
    // Without its protocol, so that no mail program makes a link of it.
    const text = WEBHOOK_DISABLED[reason](address.replace(/^https?:\/\//, ''));
    return {
      subject: WEBHOOK_DISABLED.subject(new URL(address).host),
      title: WEBHOOK_DISABLED.title,
      preview: text,
      body: (
        <>
          <Paragraph>{text}</Paragraph>
          <Paragraph>{WEBHOOK_DISABLED.next}</Paragraph>
          <Action href={url} label={WEBHOOK_DISABLED.action} />
        </>
      ),
    };
  },

  connection_broken: ({ data: { platform, account, problem, url } }) => {
    const name = PLATFORM_NAMES[platform];
    return {
      subject: CONNECTION_BROKEN.subject(name, account),
      title: CONNECTION_BROKEN.title(name),
      preview: problem,
      body: (
        <>
          <Paragraph>{CONNECTION_BROKEN.text(name, account)}</Paragraph>
          <Paragraph>{problem}</Paragraph>
          <Action href={url} label={CONNECTION_BROKEN.action} />
        </>
      ),
    };
  },

  payments_failing: ({ data: { account, problem, url } }, { name }) => ({
    subject: PAYMENTS_FAILING.subject(name),
    title: PAYMENTS_FAILING.title,
    preview: problem,
    body: (
      <>
        <Paragraph>{PAYMENTS_FAILING.text(account)}</Paragraph>
        <Paragraph>{problem}</Paragraph>
        <Action href={url} label={PAYMENTS_FAILING.action} />
      </>
    ),
  }),

  test_mail: ({ data: { requested_by: name } }, { name: organization }) => {
    const text = TEST_MAIL.text(organization);
    return {
      subject: TEST_MAIL.subject(organization),
      title: TEST_MAIL.title,
      preview: text,
      body: (
        <>
          <Paragraph>{text}</Paragraph>
          {name && <Muted>{TEST_MAIL.requestedBy(name)}</Muted>}
        </>
      ),
      saysWhy: true,
    };
  },
};

interface Named {
  customer_name: string | null;
  customer_email: string;
}

function nameOf({ customer_name: name, customer_email: email }: Named): string {
  return name || email;
}

function customerOf({ customer_name: name, customer_email: email }: Named): string {
  return name ? `${name} (${email})` : email;
}
