import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { CREATED, UPDATED } from '@/components/data-table/time-columns';
import { SALE_LABELS } from '@/components/entities/sale-labels';
import { SECTION_GROUPS } from '@/components/reference/texts';
import { contracts } from '@/lib/resources/registry';
import { fieldsOf, plainResources } from '@/testing/plain-resources';
import { publishedDocument } from '@/testing/published';

// What a new resource or field has to be named in, beside its own folder.

it('the reference has a group for every resource', () => {
  const grouped = new Set(SECTION_GROUPS.flatMap(({ tags }) => tags));
  const tags = new Set(contracts.map(({ tag }) => tag));
  expect([...tags].filter((tag) => !grouped.has(tag))).toEqual([]);
});

const PAGES = 'docs/contract';
const pages = readdirSync(PAGES).filter((name) => name.endsWith('.md') && name !== 'README.md');
const textOf = (name: string) => readFileSync(`${PAGES}/${name}`, 'utf8');

it("the contract's index has a row for every page", () => {
  const index = textOf('README.md');
  expect(pages.filter((name) => !index.includes(`| [${name}](${name}) `))).toEqual([]);
});

it('the contract has a page with the operations of every resource', () => {
  const text = pages.map(textOf).join('\n');
  const described = (path: string) => text.includes(path.replace(/\{\w+\}.*$/, ''));
  const tags = new Set(contracts.map(({ tag }) => tag));
  const isDescribed = (tag: string) =>
    contracts.some((one) => one.tag === tag && described(one.path));
  expect([...tags].filter((tag) => !isDescribed(tag))).toEqual([]);
});

it.each(plainResources)('the contract names each field of new $tag on its page', ({ create }) => {
  const texts = pages.map(textOf).filter((text) => text.includes(`POST ${create.path}`));
  const code = texts.flatMap((text) => text.match(/`[^`]+`/g) ?? []).join();
  const isNamed = (name: string) => new RegExp(`\\b${name}\\b`).test(code);
  // docs/contract/callers.md says what the organization of every body is.
  const fields = fieldsOf(create.body).filter((name) => name !== 'organization_id');
  expect(fields.length).toBeGreaterThan(0);
  // A page may leave the fields to the document of the API.
  const id = create.body && z.globalRegistry.get(create.body)?.id;
  if (id && isNamed(id)) return;
  expect(fields.filter((name) => !isNamed(name))).toEqual([]);
});

it('the contract names as not built what is not, of the published operations all', () => {
  const texts = pages.map((name) => textOf(name).split(/^#+ Not built yet$/m)[1] ?? '');
  const named = [...texts.join('\n').matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/v1\/\S*)`/g)].map(
    ([, operation]) => operation,
  );
  const built = contracts.map(({ method, path }) => `${method} ${path}`);
  expect(named.filter((operation) => built.includes(operation ?? ''))).toEqual([]);
  const published = Object.entries(publishedDocument().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const missing = published.filter((operation) => !built.includes(operation));
  expect(missing.filter((operation) => !named.includes(operation))).toEqual([]);
});

/** What exports leave out of what their lists print, beside the organization: a new field is a column, or stands here. */
const LEFT_OUT = {
  'benefits:export': ['products_count', 'is_tax_applicable', 'connection_status'],
  'benefits:grants:export': ['modified_at', 'is_revoked', 'user_id'],
  'checkout-links:export': ['payment_processor', 'client_secret'],
  'checkouts:custom:export': [
    'modified_at',
    'payment_processor',
    'client_secret',
    'url',
    'success_url',
    'embed_origin',
    'product_price_id',
    'discount_id',
    'allow_discount_codes',
    'is_discount_applicable',
    'is_free_product_price',
    'is_payment_required',
    'is_payment_setup_required',
    'is_payment_form_required',
    'trial_unavailable_reason',
    'customer_ip_address',
    'customer_tax_id',
  ],
  'customers:export': ['email_verified', 'avatar_url'],
  'files:export': [
    'path',
    'storage_version',
    'checksum_etag',
    'checksum_sha256_base64',
    'is_uploaded',
    'size_readable',
    'used_by_count',
    'public_url',
  ],
  'license_keys:export': ['user_id', 'display_key'],
  'mails:export': ['modified_at'],
  'orders:export': [
    'modified_at',
    'withdrawal_waived_at',
    'product_price_id',
    'discount_id',
    'user_id',
  ],
  'request-logs:export': ['request_body', 'response_body'],
  'organizations:export': [
    'avatar_url',
    'twitter_username',
    'pledge_minimum_amount',
    'pledge_badge_show_amount',
    'default_upfront_split_to_contributors',
    'is_first_sale_seen',
  ],
  'organizations:list_members:export': ['avatar_url'],
  'payments:export': ['payment_processor', 'subscription_id'],
  'products:export': ['grants_pending'],
  'saved-views:export': ['modified_at'],
  'webhook-endpoints:export': ['secret'],
  'subscriptions:export': [
    'modified_at',
    'cancellation_reason',
    'cancellation_comment',
    'paused_at',
    'import_hold',
    'next_retry_at',
    'credit',
    'price_id',
    'pending_price_id',
    'discount_id',
    'user_id',
  ],
};

function scalarsIn(schema: z.core.$ZodType | undefined): string[] {
  if (schema instanceof z.ZodArray) return scalarsIn(schema.element);
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap(scalarsIn))];
  if (!(schema instanceof z.ZodObject)) return [];
  const fields = Object.entries<z.core.$ZodType>(schema.shape);
  return fields.filter(([, field]) => isScalar(field)).map(([name]) => name);
}

function isScalar(field: z.core.$ZodType): boolean {
  const isWrapped =
    field instanceof z.ZodNullable ||
    field instanceof z.ZodOptional ||
    field instanceof z.ZodNonOptional;
  if (isWrapped) return isScalar(field.unwrap());
  return !(
    field instanceof z.ZodObject ||
    field instanceof z.ZodArray ||
    field instanceof z.ZodRecord ||
    field instanceof z.ZodUnion
  );
}

it('an export has a column for every plain field, but for those that it leaves out', () => {
  const leftOut = contracts.flatMap(({ id, columns, response }) => {
    const headers = new Set(columns?.map(({ header }) => header));
    const missing = scalarsIn(response).filter(
      (name) => name !== 'organization_id' && !headers.has(name),
    );
    return columns && missing.length > 0 ? [[id, missing]] : [];
  });
  expect(Object.fromEntries(leftOut)).toEqual(LEFT_OUT);
});

/** Words that are a field's label in one place of a folder, and mean something else in another one. */
const HOMONYMS: Readonly<Record<string, readonly string[]>> = {
  // The address of a checkout, beside the checkout link that it was opened by; what one of them is called.
  checkouts: ['Checkout link', 'Checkout'],
  // The label of an option that buyers choose.
  'custom-fields': ['Label'],
  // What an event is about.
  events: ['Customer'],
  // The algorithm, as the browser knows it.
  files: ['SHA-256'],
  // A benefit whose description could not be loaded.
  'license-keys': ['Benefit'],
  // The body of the call.
  logs: ['Request'],
  // The document.
  orders: ['Invoice'],
  // Entries of the history.
  subscriptions: ['Started', 'Canceled'],
  // The folder has two resources.
  webhooks: ['Status'],
};

/** Labels of several folders, by the names with which these take them: written in none of them. */
const SHARED = [
  { names: /\bSALE_(?:LABELS|FIELDS)\b/, labels: Object.values(SALE_LABELS) },
  { names: /\bcreated\(/, labels: [CREATED] },
  { names: /\bupdated(?:Fact)?\(/, labels: [UPDATED] },
];

interface Source {
  name: string;
  text: string;
}

const sourcesIn = (folder: string): Source[] =>
  readdirSync(`components/${folder}`)
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => ({ name, text: readFileSync(`components/${folder}/${name}`, 'utf8') }));

const PRESENTATION = /\bpresentation<(.*?)\n {0,2}\},?\n?\)/gs;
const TABLE = /\bconst LABELS = \{([^}]*)\}/g;

/** What the fields of a folder are called: in its presentations, and in the table `LABELS` of lists that have none. */
function labelsIn(sources: readonly Source[]): Set<string> {
  const declared = sources.flatMap(({ text }) => [
    ...[...text.matchAll(PRESENTATION)].flatMap(([, fields = '']) => [
      ...fields.matchAll(/\blabel: '([^']+)'/g),
    ]),
    ...[...text.matchAll(TABLE)].flatMap(([, fields = '']) => [...fields.matchAll(/: '([^']+)'/g)]),
  ]);
  return new Set(declared.map(([, label]) => label ?? ''));
}

const FOLDERS = readdirSync('components')
  .filter((name) => !/resource|\./.test(name))
  .map((folder) => ({ folder, sources: sourcesIn(folder) }))
  .filter(({ sources }) => sources.some(({ text }) => /\bpresentation<|\bLABELS\b.*=/.test(text)));

it.each(FOLDERS)('a label of $folder is written in one place', ({ folder, sources }) => {
  const own = labelsIn(sources);
  expect(own.size).toBeGreaterThan(0);
  const placesOf = (label: string) => {
    const words = new RegExp(`["'>]\\s*${label}\\s*["'<]`, 'g');
    return sources.flatMap(({ name, text }) => text.match(words)?.map(() => name) ?? []);
  };
  const homonyms = HOMONYMS[folder] ?? [];
  const shared = SHARED.flatMap(({ names, labels }) =>
    sources.some(({ text }) => names.test(text)) ? labels : [],
  );
  const wrong = [
    ...[...own].filter((label) => !homonyms.includes(label) && placesOf(label).length !== 1),
    ...shared.filter((label) => !homonyms.includes(label) && placesOf(label).length > 0),
    // Those that are no homonyms any more.
    ...homonyms.filter((label) => placesOf(label).length === (shared.includes(label) ? 0 : 1)),
  ];
  expect(wrong.map((label) => `${label}: ${placesOf(label).join(', ')}`)).toEqual([]);
});
