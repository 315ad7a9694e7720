import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import {
  audienceOf,
  type MailContent,
  type MailData,
  type MailKind,
  type MailSender,
} from '@/lib/resources/mails/kinds';
import { renderMail } from '@/lib/resources/mails/templates/render';

/** Of every link in the previews. */
export const HOST = 'https://shop.example.com';
const PORTAL = `${HOST}/portal/demo`;
const DASHBOARD = `${HOST}/dashboard/demo`;

/** The seller of the demo data. */
export const DEMO_SENDER: MailSender = {
  name: 'Northlight Studio',
  slug: 'demo',
  email: 'studio@northlight.example',
  pictureUrl: null,
  accentColor: '#b4532a',
  timezone: 'America/New_York',
  isSandbox: true,
};

const at = '2026-03-14T15:30:00.000Z';
const next = '2026-04-14T15:30:00.000Z';
const product_name = 'Quill Pro';
const currency = DEFAULT_CURRENCY;
const portal_url = `${PORTAL}/subscriptions/0198b2c4`;
const customer = { customer_email: 'ada@example.com', customer_name: 'Ada Lovelace' };
const charge = { product_name, at: next, amount: 800, currency, portal_url };
const sale: MailData<'renewal_receipt'> = {
  product_name,
  invoice_number: 'NLS-000042',
  created_at: at,
  currency,
  lines: [
    { label: product_name, amount: 800 },
    { label: 'Discount: Launch week', amount: -160 },
  ],
  tax_amount: 0,
  total_amount: 640,
  card: { brand: 'visa', last4: '4242' },
  renewal: { at: next, amount: 800, currency, interval: 'month' },
  portal_url: `${PORTAL}/orders/0198b2c5`,
};
const extras = { benefits: [], downloads_count: 0, trial_ends_at: null };
const order = { product_name, ...customer, url: `${DASHBOARD}/orders/0198b2c5` };
const subscription = { product_name, ...customer, url: `${DASHBOARD}/subscriptions/0198b2c4` };
const keys = [{ key: 'PRO-7F3A91C2-5E0D-4B88-9D21-6C0E5A7B4B88', display_key: 'PRO-••••-4B88' }];
const url = (page: string) => ({ url: `${HOST}/${page}Zm9yLXRoZS1wcmV2aWV3LW9ubHk` });

type Contents = { [Kind in MailKind]: Record<string, Omit<MailContent<Kind>, 'kind'>> };

/** Demo contents of each kind, one for each of its variants. */
const CONTENTS: Contents = {
  confirm_email: {
    '': { data: { name: 'Ada', cause: 'sign_up' }, secrets: url('confirm-email/') },
    'new-address': { data: { name: 'Ada', cause: 'new_address' }, secrets: url('confirm-email/') },
  },
  sign_in_link: {
    '': { data: { name: 'Ada', cause: 'requested' }, secrets: url('sign-in-link/') },
    known: { data: { name: 'Ada', cause: 'known_address' }, secrets: url('sign-in-link/') },
  },
  reset_password: { '': { data: { name: 'Ada' }, secrets: url('reset-password/') } },
  password_changed: { '': { data: { name: 'Ada', at, ended_tokens: 2 }, secrets: {} } },
  email_changed: {
    '': { data: { name: 'Ada', at, new_email: 'ada@lovelace.example' }, secrets: {} },
  },
  invitation: {
    '': {
      data: {
        organization_name: DEMO_SENDER.name,
        role: 'admin',
        inviter: 'Grace Hopper',
        expires_at: next,
      },
      secrets: url('invitations/'),
    },
  },
  receipt: {
    '': {
      data: {
        ...sale,
        ...extras,
        benefits: ['Quill Pro license, 5 devices', 'Private community channel'],
        downloads_count: 2,
      },
      secrets: { license_keys: keys },
    },
    trial: {
      data: {
        ...sale,
        ...extras,
        invoice_number: null,
        lines: [],
        total_amount: 0,
        trial_ends_at: next,
        portal_url,
      },
      secrets: { license_keys: [] },
    },
    free: {
      data: {
        ...sale,
        ...extras,
        lines: [{ label: product_name, amount: 0 }],
        total_amount: 0,
        renewal: null,
      },
      secrets: { license_keys: [] },
    },
  },
  renewal_receipt: { '': { data: sale, secrets: {} } },
  payment_failed: {
    '': {
      data: { ...charge, reason: 'insufficient_funds', next_try_at: next, outcome: 'past_due' },
      secrets: {},
    },
    last: {
      data: { ...charge, reason: 'expired_card', next_try_at: null, outcome: 'canceled' },
      secrets: {},
    },
    unpaid: {
      data: { ...charge, reason: null, next_try_at: null, outcome: 'unpaid' },
      secrets: {},
    },
  },
  trial_ending: { '': { data: { ...charge, interval: 'month' }, secrets: {} } },
  renewal_upcoming: {
    '': { data: { ...charge, amount: 8000, interval: 'year' }, secrets: {} },
  },
  subscription_ending: { '': { data: charge, secrets: {} } },
  subscription_canceled: { '': { data: charge, secrets: {} } },
  subscription_paused: { '': { data: charge, secrets: {} } },
  subscription_resumed: { '': { data: { ...charge, interval: 'month' }, secrets: {} } },
  refund: {
    '': {
      data: { ...charge, amount: 640, invoice_number: 'NLS-000042', is_full: true },
      secrets: {},
    },
    part: {
      data: { ...charge, amount: 500, invoice_number: 'NLS-000042', is_full: false },
      secrets: {},
    },
  },
  portal_access: {
    '': {
      data: { expires_at: next },
      secrets: { ...url('portal/demo/access#'), code: '482 910' },
    },
  },
  new_sale: { '': { data: { ...order, amount: 640, currency }, secrets: {} } },
  trial_started: { '': { data: { ...subscription, ends_at: next }, secrets: {} } },
  canceled_by_customer: {
    '': { data: { ...subscription, at: next, is_over: false }, secrets: {} },
    over: { data: { ...subscription, at, is_over: true }, secrets: {} },
  },
  payment_failed_for_good: {
    '': {
      data: { ...subscription, amount: 800, currency, reason: 'expired_card', outcome: 'canceled' },
      secrets: {},
    },
  },
  test_mail: { '': { data: { requested_by: 'Grace Hopper' }, secrets: {} } },
};

function isOfOrganization(kind: string): boolean {
  return audienceOf(kind) !== 'account' || kind === 'invitation';
}

/** Every mail with demo data, by the name of its file without extension. */
export function previews(): { name: string; content: MailContent; sender: MailSender | null }[] {
  return Object.entries(CONTENTS).flatMap(([kind, variants]) =>
    Object.entries(variants).map(([variant, content]) => ({
      name: variant ? `${kind}.${variant}` : kind,
      content: { kind, ...content } as MailContent,
      sender: isOfOrganization(kind) ? DEMO_SENDER : null,
    })),
  );
}

/** Writes every mail with demo data into a folder as .html and .txt; returns the names of the files. */
export async function writePreviews(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names: string[] = [];
  for (const { name, content, sender } of previews()) {
    const { subject, html, text } = await renderMail(content, sender, HOST);
    for (const [file, body] of [
      [`${name}.html`, html],
      [`${name}.txt`, `${subject}\n\n${text}\n`],
    ] as const) {
      await writeFile(path.join(folder, file), body);
      names.push(file);
    }
  }
  return names;
}
