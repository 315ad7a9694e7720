import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import { addMonths } from '@/lib/contract/times';
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
  accentColor: '#185c68',
  timezone: 'America/Los_Angeles',
  isSandbox: true,
};

const currency = DEFAULT_CURRENCY;
const portal_url = `${PORTAL}/subscriptions/0198b2c4`;
const customer = { customer_email: 'ada@example.com', customer_name: 'Ada Lovelace' };
const card = { brand: 'visa', last4: '4242' };
const extras = { benefits: [], downloads_count: 0, trial_ends_at: null };
const keys = [{ key: 'PRO-7F3A91C2-5E0D-4B88-9D21-6C0E5A7B4B88', display_key: 'PRO-••••-4B88' }];
const url = (page: string) => ({ url: `${HOST}/${page}Zm9yLXRoZS1wcmV2aWV3LW9ubHk` });

type Contents = { [Kind in MailKind]: Record<string, Omit<MailContent<Kind>, 'kind'>> };

/** Contents of each kind, one for each of its variants: what the demo's shop sells, and when it would have at `now`. */
function contentsAt(now: Date): Contents {
  const at = now.toISOString();
  const next = addMonths(now, 1).toISOString();
  const charge = { product_name: 'Quill Pro', amount: 800, currency, portal_url };
  const declined = { ...charge, card };
  const pro = { ...charge, at: next };
  const deletion = {
    name: 'Ada',
    organization_name: DEMO_SENDER.name,
    by: 'Grace Hopper',
    deletes_at: next,
    url: `${DASHBOARD}/settings`,
  };
  const teams = { ...pro, product_name: 'Quill for Teams', amount: 2400 };
  const sale: MailData<'renewal_receipt'> = {
    product_name: pro.product_name,
    invoice_number: 'NLS-000042',
    created_at: at,
    currency,
    lines: [
      { label: pro.product_name, amount: 800 },
      { label: 'Discount: Launch week', amount: -200 },
    ],
    tax_amount: 0,
    total_amount: 600,
    card,
    renewal: { at: next, amount: 800, currency, interval: 'month' },
    portal_url: `${PORTAL}/orders/0198b2c5`,
  };
  const once = { ...sale, ...extras, card: null, renewal: null };
  const order = {
    product_name: pro.product_name,
    ...customer,
    url: `${DASHBOARD}/orders/0198b2c5`,
  };
  const ad = {
    benefit_name: 'Ad in our newsletter',
    portal_url: `${PORTAL}/advertisements/0198b2c7`,
  };
  const transferred = {
    benefit_name: 'Quill Pro license',
    display_key: '****-7C1F0A',
    portal_url: PORTAL,
  };
  const subscription = { ...order, url: `${DASHBOARD}/subscriptions/0198b2c4` };
  return {
    confirm_email: {
      '': { data: { name: 'Ada', cause: 'sign_up' }, secrets: url('confirm-email/') },
      'new-address': {
        data: { name: 'Ada', cause: 'new_address' },
        secrets: url('confirm-email/'),
      },
    },
    sign_in_link: {
      '': { data: { name: 'Ada', cause: 'requested' }, secrets: url('sign-in-link/') },
      known: { data: { name: 'Ada', cause: 'known_address' }, secrets: url('sign-in-link/') },
    },
    reset_password: { '': { data: { name: 'Ada' }, secrets: url('reset-password/') } },
    password_changed: {
      '': { data: { name: 'Ada', at, ended_tokens: 2, ended_apps: 1 }, secrets: {} },
    },
    email_changed: {
      '': { data: { name: 'Ada', at, new_email: 'ada@lovelace.example' }, secrets: {} },
    },
    factors_changed: {
      '': { data: { name: 'Ada', at, change: 'two_factor_turned_on' }, secrets: {} },
      off: { data: { name: 'Ada', at, change: 'two_factor_turned_off' }, secrets: {} },
      codes: { data: { name: 'Ada', at, change: 'recovery_codes_replaced' }, secrets: {} },
      'passkey-added': { data: { name: 'Ada', at, change: 'passkey_added' }, secrets: {} },
      'passkey-removed': { data: { name: 'Ada', at, change: 'passkey_removed' }, secrets: {} },
      removed: { data: { name: 'Ada', at, change: 'factors_removed' }, secrets: {} },
    },
    organization_deletion: {
      '': { data: { ...deletion, change: 'scheduled' }, secrets: {} },
      kept: { data: { ...deletion, change: 'taken_back', by: null }, secrets: {} },
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
        },
        secrets: { license_keys: keys },
      },
      downloads: {
        data: {
          ...once,
          product_name: 'Letterpress Textures',
          lines: [{ label: 'Letterpress Textures', amount: 1500 }],
          total_amount: 1500,
          benefits: ['Texture files, 300 dpi'],
          downloads_count: 2,
        },
        secrets: { license_keys: [] },
      },
      trial: {
        data: {
          ...sale,
          ...extras,
          product_name: teams.product_name,
          invoice_number: null,
          lines: [],
          total_amount: 0,
          card: null,
          renewal: { at: next, amount: teams.amount, currency, interval: 'month' },
          trial_ends_at: next,
          portal_url,
        },
        secrets: { license_keys: [] },
      },
      free: {
        data: {
          ...once,
          product_name: 'Reading Icons',
          lines: [{ label: 'Reading Icons', amount: 0 }],
          total_amount: 0,
        },
        secrets: { license_keys: [] },
      },
    },
    renewal_receipt: { '': { data: sale, secrets: {} } },
    payment_failed: {
      '': {
        data: {
          ...declined,
          reason: 'insufficient_funds',
          next_try_at: next,
          is_next_last: false,
          outcome: 'past_due',
        },
        secrets: {},
      },
      'next-last': {
        data: {
          ...declined,
          reason: 'incorrect_cvc',
          next_try_at: next,
          is_next_last: true,
          outcome: 'past_due',
        },
        secrets: {},
      },
      stopped: {
        data: {
          ...declined,
          reason: 'lost_card',
          next_try_at: null,
          ends_at: next,
          outcome: 'past_due',
        },
        secrets: {},
      },
      last: {
        data: { ...declined, reason: 'expired_card', next_try_at: null, outcome: 'canceled' },
        secrets: {},
      },
      unpaid: {
        data: { ...declined, card: null, reason: null, next_try_at: null, outcome: 'unpaid' },
        secrets: {},
      },
    },
    trial_ending: { '': { data: { ...teams, interval: 'month' }, secrets: {} } },
    renewal_upcoming: { '': { data: { ...pro, amount: 8000, interval: 'year' }, secrets: {} } },
    subscription_ending: { '': { data: pro, secrets: {} } },
    subscription_canceled: { '': { data: { ...pro, at }, secrets: {} } },
    subscription_paused: {
      '': { data: { ...pro, at }, secrets: {} },
      closing: { data: { ...pro, at, closes_at: at }, secrets: {} },
    },
    subscription_resumed: { '': { data: { ...pro, interval: 'month' }, secrets: {} } },
    refund: {
      '': {
        data: { ...pro, amount: 600, invoice_number: 'NLS-000042', is_full: true },
        secrets: {},
      },
      part: {
        data: { ...pro, amount: 300, invoice_number: 'NLS-000042', is_full: false },
        secrets: {},
      },
    },
    advertisement_approved: { '': { data: ad, secrets: {} } },
    advertisement_changes_requested: {
      '': { data: { ...ad, note: 'Please use a picture without a price.' }, secrets: {} },
      silent: { data: { ...ad, note: null }, secrets: {} },
    },
    license_key_transferred: {
      received: { data: { ...transferred, is_received: true }, secrets: {} },
      '': { data: { ...transferred, is_received: false }, secrets: {} },
    },
    portal_access: {
      '': {
        data: { expires_at: next },
        secrets: { ...url('portal/demo/access#'), code: '482 910' },
      },
    },
    new_sale: { '': { data: { ...order, amount: 600, currency }, secrets: {} } },
    trial_started: {
      '': {
        data: { ...subscription, product_name: teams.product_name, ends_at: next },
        secrets: {},
      },
    },
    canceled_by_customer: {
      '': { data: { ...subscription, at: next, is_over: false }, secrets: {} },
      over: { data: { ...subscription, at, is_over: true }, secrets: {} },
    },
    payment_failed_for_good: {
      '': {
        data: {
          ...subscription,
          amount: 800,
          currency,
          reason: 'expired_card',
          outcome: 'canceled',
        },
        secrets: {},
      },
    },
    advertisement_pending: {
      '': {
        data: {
          benefit_name: ad.benefit_name,
          ...customer,
          url: `${DASHBOARD}/benefits/0198b2c6`,
        },
        secrets: {},
      },
    },
    key_pool_low: {
      '': {
        data: { benefit_name: 'Quill Pro license', free: 8, url: `${DASHBOARD}/benefits/0198b2c6` },
        secrets: {},
      },
      'the last one': {
        data: { benefit_name: 'Quill Pro license', free: 1, url: `${DASHBOARD}/benefits/0198b2c6` },
        secrets: {},
      },
    },
    key_pool_empty: {
      '': {
        data: {
          benefit_name: 'Quill Pro license',
          pending: 3,
          url: `${DASHBOARD}/benefits/0198b2c6`,
        },
        secrets: {},
      },
    },
    webhook_disabled: {
      '': {
        data: {
          endpoint_url: 'https://hooks.example.com/tilldesk',
          reason: 'failing',
          url: `${DASHBOARD}/webhooks`,
        },
        secrets: {},
      },
    },
    connection_broken: {
      '': {
        data: {
          platform: 'github',
          account: 'north-light',
          problem: 'GitHub no longer takes the token. Create a new one and reconnect.',
          url: `${DASHBOARD}/settings/connections`,
        },
        secrets: {},
      },
    },
    payments_failing: {
      '': {
        data: {
          account: 'acct_1NorthLight',
          problem:
            'Stripe no longer accepts the secret key. Create a new one in Stripe and replace it here.',
          url: `${DASHBOARD}/settings/payments`,
        },
        secrets: {},
      },
    },
    test_mail: { '': { data: { requested_by: 'Grace Hopper' }, secrets: {} } },
  };
}

function isOfOrganization(kind: string): boolean {
  return audienceOf(kind) !== 'account' || kind === 'invitation';
}

/** Every mail with demo data, as at a moment, by the name of its file without extension. */
export function previews(
  now: Date,
): { name: string; content: MailContent; sender: MailSender | null }[] {
  return Object.entries(contentsAt(now)).flatMap(([kind, variants]) =>
    Object.entries(variants).map(([variant, content]) => ({
      name: variant ? `${kind}.${variant}` : kind,
      content: { kind, ...content } as MailContent,
      sender: isOfOrganization(kind) ? DEMO_SENDER : null,
    })),
  );
}

/** Writes every mail with demo data into a folder as .html and .txt; returns the names of the files. */
export async function writePreviews(folder: string, now: Date): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names: string[] = [];
  for (const { name, content, sender } of previews(now)) {
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
