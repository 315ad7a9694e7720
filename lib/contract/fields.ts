import { CURRENCIES } from '@/lib/contract/currencies';
import { currencyTerms, MAX_AMOUNT, stepProblem } from '@/lib/contract/money';
import '@/lib/contract/jitless';
import { z } from 'zod';

// The field types of the API (docs/contract/conventions.md#values), of which every schema is made.

const INT32_MAX = 2_147_483_647;

/** The number of code points, which the contract counts, not of UTF-16 units. */
export function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

/** Whether a text has more than `max` code points. Very long texts are decided by their length alone. */
function isLonger(value: string, max: number): boolean {
  // A code point has one or two UTF-16 units.
  if (value.length <= max || value.length > 2 * max) return value.length > max;
  return codePoints(value) > max;
}

interface TextBounds {
  min?: number;
  max: number;
}

/**
 * Text of `min` to `max` code points, kept as it is sent: descriptions, notes, passwords, secrets. Names, codes,
 * labels and what else is one line are {@link trimmedText}.
 */
export function text(bounds: TextBounds) {
  return bounded(z.string(), bounds);
}

/**
 * Text that is stored and compared without the white space around it, which does not count for its bounds
 * (docs/contract/conventions.md#body-fields).
 */
export function trimmedText(bounds: TextBounds) {
  return bounded(z.string().trim(), bounds);
}

function bounded(string: z.ZodString, { min = 0, max }: TextBounds) {
  return string
    .superRefine((value, context) => {
      if (isLonger(value, max)) {
        context.addIssue({
          code: 'too_big',
          origin: 'string',
          maximum: max,
          input: value,
          message: `Enter at most ${max} characters.`,
        });
      } else if (min > 0 && codePoints(value) < min) {
        context.addIssue({
          code: 'too_small',
          origin: 'string',
          minimum: min,
          input: value,
          message: min === 1 ? 'Enter a value.' : `Enter at least ${min} characters.`,
        });
      }
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max });
}

/** Any UUID, lower-cased. */
export const Id = z.guid({ error: 'Enter a valid UUID.' }).toLowerCase().meta({ format: 'uuid' });

/** A whole number in the range of an integer column. */
export function int({ min = 0, max = INT32_MAX }: { min?: number; max?: number } = {}) {
  return z
    .int()
    .min(min, { error: `Enter a whole number of at least ${min}.` })
    .max(max, { error: `Enter a whole number of at most ${max}.` });
}

/** A time in responses: `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const Timestamp = z.string().meta({ format: 'date-time' });

const YEARS = [Date.UTC(1900), Date.UTC(10_000)] as const;

/**
 * A time in requests: ISO 8601 with `Z` or an offset, from 1900 to 9999. Parsed to a `Date`, since
 * PostgreSQL does not accept every offset of ISO 8601.
 */
export const TimestampInput = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: 'Enter a time in ISO 8601 with Z or an offset.',
  })
  .refine((value) => Date.parse(value) >= YEARS[0] && Date.parse(value) < YEARS[1], {
    error: 'Enter a time in the years from 1900 to 9999.',
  })
  .transform((value) => new Date(value))
  .meta({ format: 'date-time' });

/** A calendar date in requests, `YYYY-MM-DD`, from 1900 to 9999. */
export const DateInput = z.iso
  .date({ error: 'Enter a date, such as 2026-01-31.' })
  .refine((value) => value >= '1900', { error: 'Enter a date in the years from 1900 to 9999.' })
  .meta({ format: 'date' });

/** An email address of at most 254 characters. Case is kept; comparisons ignore it. */
export const Email = z
  .email({ error: 'Enter a valid email address, such as name@example.com.' })
  .max(254, { error: 'Enter at most 254 characters.' });

/** What stands for the id of a checkout in a success URL; deprecated clients send the second spelling. */
export const CHECKOUT_ID_PLACEHOLDER = /\{CHECKOUT_(?:SESSION_)?ID\}/g;

/**
 * An absolute http(s) URL without credentials, at most 2083 characters
 * (docs/contract/organizations.md#settings, docs/contract/checkouts.md#given-addresses).
 */
export const HttpUrl = z
  .string()
  .max(2083, { error: 'Enter at most 2083 characters.' })
  .refine(
    (value) => {
      if (!/^https?:\/\//i.test(value) || /\s/.test(value)) return false;
      try {
        const url = new URL(value.replaceAll(CHECKOUT_ID_PLACEHOLDER, 'id'));
        return url.hostname !== '' && url.username === '' && url.password === '';
      } catch {
        return false;
      }
    },
    { error: 'Enter a full URL that starts with http:// or https://, without a username.' },
  )
  .meta({ format: 'uri' });

/**
 * An origin such as `https://shop.example.com`, exactly as browsers write it: https, or http on localhost
 * (docs/contract/checkouts.md#given-addresses). It goes into a content security policy, so hosts with
 * characters that have a meaning there are refused: `URL` accepts `*`, `;`, `,` and quotes in a host.
 */
export const WebOrigin = z
  .string()
  .max(2083, { error: 'Enter at most 2083 characters.' })
  .refine(
    (value) => {
      if (!/^https?:\/\/[\w.:[\]-]+$/.test(value) || !URL.canParse(value)) return false;
      const { origin, protocol, hostname } = new URL(value);
      const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
      return origin === value && (protocol === 'https:' || isLocal);
    },
    { error: 'Enter a web origin, such as https://shop.example.com.' },
  );

/**
 * A record of at most `max` pairs. One with more is refused before its pairs are validated, of which each
 * could add a problem.
 */
export function atMostPairs<K extends z.core.$ZodRecordKey, V extends z.ZodType>(
  max: number,
  record: z.ZodRecord<K, V>,
) {
  return z.preprocess((value: z.input<typeof record>, context) => {
    if (typeof value === 'object' && value !== null && Object.keys(value).length > max) {
      context.addIssue({ code: 'custom', message: `At most ${max} pairs are allowed.` });
    }
    return value;
  }, record);
}

const MetadataValue = z.union([z.string(), z.int(), z.boolean()]);

/** Metadata in responses. */
export const Metadata = z.record(z.string(), MetadataValue);
export type Metadata = z.infer<typeof Metadata>;

/**
 * Metadata in requests (docs/contract/catalogue.md#metadata-limits): at most 50 pairs, keys of at most 40
 * characters, values a string of at most 500 characters, an integer or a boolean.
 */
export const MetadataInput = atMostPairs(50, z.record(z.string(), z.unknown()))
  .superRefine((record, context) => {
    const complain = (message: string, key: string) =>
      context.addIssue({ code: 'custom', message, path: [key], input: record });
    for (const [key, value] of Object.entries(record)) {
      if (key === '' || isLonger(key, 40)) complain('Keys must be 1 to 40 characters.', key);
      const isText = typeof value === 'string';
      if (isText && isLonger(value, 500)) {
        complain('Text values can be at most 500 characters.', key);
      } else if (!isText && typeof value !== 'boolean' && !Number.isSafeInteger(value)) {
        complain('Values must be text, an integer, or a boolean.', key);
      }
    }
  })
  .transform((record) => record as Metadata)
  .meta({
    type: 'object',
    maxProperties: 50,
    additionalProperties: {
      anyOf: [{ type: 'string', maxLength: 500 }, { type: 'integer' }, { type: 'boolean' }],
    },
  });

/** A postal address in responses (docs/contract/customers.md#address). */
export const Address = z
  .object({
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    postal_code: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string(),
  })
  .meta({ id: 'Address' });
export type Address = z.infer<typeof Address>;

const addressLine = trimmedText({ max: 500 })
  .nullish()
  .transform((value) => value ?? null);

/** A postal address in requests: `country` is an ISO 3166 alpha-2 code, upper-cased. */
export const AddressInput = z
  .object({
    line1: addressLine,
    line2: addressLine,
    postal_code: addressLine,
    city: addressLine,
    state: addressLine,
    country: z
      .string()
      .trim()
      .regex(/^[A-Za-z]{2}$/, { error: 'Enter a two-letter country code, such as US.' })
      .toUpperCase(),
  })
  .meta({ id: 'AddressInput' });

/** A currency of prices (docs/contract/conventions.md#money). */
export const Currency = z
  .enum(CURRENCIES as [string, ...string[]], {
    error: 'Enter a currency, such as usd or eur.',
  })
  .meta({ id: 'Currency' });

/**
 * Why an amount of minor units is none of its currency: below its least charge (or below one step, where `least` says
 * so), above its largest, or no multiple of its step. One that is absent is in order.
 */
export function amountProblem(
  amount: number | null | undefined,
  currency: string,
  least: 'minimum' | 'step',
): { type: string; msg: string } | undefined {
  // What is no amount or no currency at all is told by their own types.
  if (!amount || amount < 0 || amount > MAX_AMOUNT || !CURRENCIES.includes(currency)) return;
  const { [least]: smallest, maximum } = currencyTerms(currency);
  if (amount < smallest) {
    return { type: 'greater_than_equal', msg: `Enter a whole number of at least ${smallest}.` };
  }
  if (amount > maximum) {
    return { type: 'less_than_equal', msg: `Enter a whole number of at most ${maximum}.` };
  }
  const msg = stepProblem(amount, currency);
  return msg === undefined ? undefined : { type: 'value_error', msg };
}

/** Reports the {@link amountProblem} of a field of a schema, by the currency in another one. */
export function checkAmount(
  context: z.core.$RefinementCtx,
  path: PropertyKey[],
  amount: number | null | undefined,
  currency: string,
  least: 'minimum' | 'step' = 'minimum',
): void {
  const problem = amountProblem(amount, currency, least);
  if (!problem) return;
  const { type, msg: message } = problem;
  context.addIssue({ code: 'custom', params: { type }, input: amount, path, message });
}

/** A whole number in a query string. */
export function queryInt({ min, max }: { min: number; max?: number }) {
  // A number beyond the safe integers is one problem, not one of each bound as well.
  const whole = z.int({ abort: true }).min(min);
  const number = max === undefined ? whole : whole.max(max);
  return z.preprocess(
    (value) => (typeof value === 'string' && /^[+-]?\d{1,17}$/.test(value) ? Number(value) : value),
    number,
  ) as unknown as z.ZodType<number, number | string>;
}

/** `true` or `false` in a query string. */
export const QueryBoolean = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  const word = value.toLowerCase();
  if (word === 'true' || word === '1') return true;
  if (word === 'false' || word === '0') return false;
  return value;
}, z.boolean()) as unknown as z.ZodType<boolean, boolean | 'true' | 'false'>;

/**
 * A field of a PATCH body that null leaves as it is, just as leaving it out does. A field that null
 * clears is `.nullish()`: its column can be null, and it is printed as nullable.
 */
export function notCleared<T extends z.ZodType>(field: T) {
  return field
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();
}

/** A filter that takes one value or several (repeated keys). */
export function many<T extends z.ZodType>(item: T) {
  return z.array(item).max(100).optional();
}

/** The text of a search. */
export const SearchText = text({ max: 500 }).optional();

/** The `organization_id` of a create body: optional where the caller has one organization. */
export const OrganizationIdInput = Id.nullish().meta({
  description: 'Required for a caller with several organizations.',
});

/** The `organization_id` filter of lists. */
export const OrganizationFilter = many(Id);

/** The parameters of a path with one `{id}`. */
export const IdParams = z.object({ id: Id });

/** Objects by what they are called where they were imported from; a filter of lists. */
export const ExternalIdFilter = many(text({ min: 1, max: 500 }));

/** What an object is called where it was imported from (docs/contract/imports.md#external-ids). */
export const ExternalId = z.string().nullable().meta({
  description: 'Its name where it was imported from.',
});
