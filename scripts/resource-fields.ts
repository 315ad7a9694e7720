// The fields of a new plain resource, for scripts/resource.ts: `--fields=name:text,note:text?,state:draft/live`.

import { capitalized } from '@/lib/contract/formats';

const KINDS = ['text', 'longtext', 'url', 'money', 'number', 'boolean'] as const;
type Kind = (typeof KINDS)[number] | 'choice';

export interface Field {
  /** As the API calls it: `link_url`. */
  name: string;
  kind: Kind;
  isOptional: boolean;
  /** Of a choice. */
  values: string[];
  /** `Link URL` */
  label: string;
  /** A choice that says how it stands with the object, which is shown as a badge. */
  isStatus: boolean;
}

export const FIELDS_HELP = `--fields names them, name:kind each, with ? at the end where it may be empty. Kinds:
  text          at most 500 characters
  longtext      text of several lines, at most 5,000 characters
  url, number, boolean
  money         an amount, in its currency, which a new one names: amount:money, or price_amount:money
  draft/live    one of these words; of a status or state (status:draft/live) they are badges;
                a new one has to name it
The first is name:text, the title of its page.`;

/** Throws for fields that the generator cannot write. */
export function parseFields(given: string): Field[] {
  const fields = given.split(',').map(parseField);
  const names = fields.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${twice} is named twice`);
  const [first] = fields;
  if (first?.name !== 'name' || first.kind !== 'text' || first.isOptional) {
    throw new Error('The first field is name:text');
  }
  if (fields.filter(({ kind }) => kind === 'money').length > 1) {
    throw new Error('Only one field is money: its currency stands beside it');
  }
  return fields;
}

const OWN = ['id', 'created_at', 'modified_at', 'organization_id', 'metadata', 'currency'];

function parseField(given: string): Field {
  const [, name = '', words = '', mark] =
    /^([a-z]+(?:_[a-z]+)*):([a-z_/]+)(\?)?$/.exec(given) ?? [];
  const kind = [...KINDS, undefined].find((one) => one === words) ?? 'choice';
  const values = kind === 'choice' ? words.split('/') : [];
  if (name === '' || values.length === 1 || values.includes('')) {
    throw new Error(`${given} is no field like link_url:url`);
  }
  if (OWN.includes(name)) throw new Error(`Every resource has ${name}, or it comes by itself`);
  if (kind === 'money' && !/(^|_)amount$/.test(name)) {
    throw new Error(`${name} is money: call it amount, or with _amount at its end`);
  }
  const isOptional = mark === '?';
  if (isOptional && (kind === 'boolean' || kind === 'choice' || kind === 'money')) {
    throw new Error(`${name} always has a value: leave the ? out`);
  }
  const isStatus = kind === 'choice' && /(^|_)(status|state)$/.test(name);
  return { name, kind, isOptional, values, label: labelOf(name), isStatus };
}

/** `link_url` → `Link URL` */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/\b(?:url|id)\b/g, (word) => word.toUpperCase());
  return capitalized(words);
}
