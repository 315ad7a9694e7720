import { countryName } from '@/lib/contract/addresses';
import { CURRENCIES } from '@/lib/contract/currencies';
import { type CellError, MAX_CELL_BYTES } from '@/lib/resources/import-formats/rules';
import { INT32_MAX } from '@/lib/resources/license-keys/rules';

const TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;
const YES = ['true', '1', 'yes'];
const NO = ['false', '0', 'no'];

/**
 * The cells of a row by the names of our columns, and what is wrong with them. A column that the file lacks is an empty
 * cell. Each reader answers null for an empty cell and for one that it has reported.
 */
export class Cells {
  readonly errors: CellError[] = [];
  readonly #texts: ReadonlyMap<string, string>;
  readonly #columns: ReadonlyMap<string, string>;

  /**
   * @param texts by our columns
   * @param columns what the file calls ours
   */
  constructor(texts: ReadonlyMap<string, string>, columns: ReadonlyMap<string, string>) {
    this.#texts = texts;
    this.#columns = columns;
  }

  /** Reports a cell by the name that its column has in the file. */
  fail(name: string, code: string, detail: string): null {
    this.errors.push({ column: this.#columns.get(name) ?? name, code, detail });
    return null;
  }

  text(name: string, max = 20_000): string | null {
    const text = this.#texts.get(name) ?? '';
    if (text === '') return null;
    if ([...text].length <= max) return text;
    return this.fail(name, 'too_long', `This is longer than ${max} characters.`);
  }

  needed(name: string, max?: number): string {
    const text = this.text(name, max);
    if (text === null && !this.#texts.get(name)) {
      this.fail(name, 'missing', 'This cell is empty, and is needed.');
    }
    return text ?? '';
  }

  oneOf<const Value extends string>(name: string, values: readonly Value[]): Value | null {
    const text = this.text(name)?.toLowerCase() ?? null;
    if (text === null) return null;
    const value = values.find((one) => one === text);
    return value ?? this.fail(name, 'unknown_value', `Use one of ${values.join(', ')}.`);
  }

  /** Whole numbers: `12`, also `12.0`. */
  int(name: string, { min = 0, max = INT32_MAX }: { min?: number; max?: number } = {}) {
    const text = this.text(name);
    if (text === null) return null;
    const value = /^-?\d{1,15}(?:\.0+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const wanted = max === INT32_MAX ? `at least ${min}` : `from ${min} to ${max}`;
    return this.fail(name, 'invalid_number', `Enter a whole number of ${wanted}.`);
  }

  bool(name: string): boolean | null {
    const text = this.text(name)?.toLowerCase() ?? null;
    if (text === null) return null;
    if (YES.includes(text)) return true;
    if (NO.includes(text)) return false;
    return this.fail(name, 'invalid_boolean', 'Enter true or false.');
  }

  /** A moment; a day is its beginning, and what names no zone is UTC. */
  time(name: string): Date | null {
    const text = this.text(name);
    if (text === null) return null;
    const match = TIME.exec(text.trim());
    if (match) {
      const [, year, month, day, hour = '00', minute = '00', second = '00', , zone = 'Z'] = match;
      const offset = /^(?:Z|UTC)$/i.test(zone) ? 'Z' : zone.replace(/^(...):?(..)$/, '$1:$2');
      const fraction = (match[7] ?? '').slice(0, 3).padEnd(3, '0');
      const time = new Date(
        `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${offset}`,
      );
      const isDay = new Date(`${year}-${month}-${day}T00:00Z`).getUTCDate() === Number(day);
      if (!Number.isNaN(time.getTime()) && isDay) return time;
    }
    return this.fail(name, 'invalid_time', 'Enter a time, such as 2026-05-03T16:05:12Z.');
  }

  currency(name: string): string | null {
    const text = this.text(name)?.toLowerCase() ?? null;
    if (text === null || CURRENCIES.includes(text)) return text;
    return this.fail(name, 'unknown_currency', 'Enter a currency, such as usd or eur.');
  }

  /** The two letters of a country, or its name in English. */
  country(name: string): string | null {
    const text = this.text(name)?.trim() ?? null;
    if (text === null) return null;
    if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase();
    const code = countryCodes().get(text.toLowerCase());
    return (
      code ?? this.fail(name, 'unknown_country', 'Enter a country as two letters, such as US.')
    );
  }

  json(name: string): unknown {
    const text = this.text(name, MAX_CELL_BYTES);
    if (text === null) return null;
    try {
      return JSON.parse(text);
    } catch {
      return this.fail(name, 'invalid_json', 'This is not valid JSON.');
    }
  }

  /** A JSON object, by a schema that takes it. */
  object<Value>(name: string, schema: ObjectSchema<Value>): Value | null {
    const value = this.json(name);
    if (value === null) return null;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const message = parsed.error.issues[0]?.message ?? '';
    const why = message.endsWith('.') ? message : 'This JSON is not what the column takes.';
    return this.fail(name, 'invalid_json', why);
  }

  /** Names that stand in one cell, `; ` between them. */
  names(name: string): string[] {
    const text = this.text(name);
    return text === null ? [] : text.split(/;\s*/).filter((one) => one !== '');
  }
}

interface ObjectSchema<Value> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: Value }
    | { success: false; error: { issues: readonly { message: string }[] } };
}

let codes: ReadonlyMap<string, string> | undefined;

/** The codes of countries by their names in English, in lower case. */
function countryCodes(): ReadonlyMap<string, string> {
  if (codes) return codes;
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const all = letters.flatMap((one) => letters.map((other) => one + other));
  const known = all.filter((code) => countryName(code) !== code);
  codes = new Map(known.map((code) => [countryName(code).toLowerCase(), code]));
  return codes;
}
