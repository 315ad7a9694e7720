import { randomBytes } from 'node:crypto';

// Memoizes the serializers of cached snapshots: each is serialized once, and its JSON text written once.

/** Stands in an answer where a text is inserted. It is random and never sent, so no input contains it. */
const PLACEHOLDER = `${randomBytes(16).toString('hex')}:`;
const PLACEHOLDERS = new RegExp(`"${PLACEHOLDER}(\\d+)"`, 'g');

const texts = new WeakMap<object, string>();
/** The texts to be inserted into the answer that is being written; undefined between answers. */
let insertedTexts: string[] | undefined;

function textOf(printed: object): string {
  let text = texts.get(printed);
  if (text === undefined) {
    text = JSON.stringify(printed);
    texts.set(printed, text);
  }
  return text;
}

function toJSON(this: object): unknown {
  if (!insertedTexts) return this;
  const outer = insertedTexts;
  // The text of an object inside this one belongs to this one's text.
  insertedTexts = undefined;
  outer.push(textOf(this));
  insertedTexts = outer;
  return `${PLACEHOLDER}${outer.length - 1}`;
}

/**
 * Memoizes a serializer by the row. Cached snapshots are frozen: each gives the same object again, which nobody
 * may change. A row that is not frozen was read for one answer alone and is serialized each time.
 */
export function memoized<Row extends object, Printed extends object>(
  serialize: (row: Row) => Printed,
): (row: Row) => Printed {
  const made = new WeakMap<Row, Printed>();
  return (row) => {
    if (!Object.isFrozen(row)) return serialize(row);
    let printed = made.get(row);
    if (!printed) {
      printed = Object.defineProperty(serialize(row), 'toJSON', { value: toJSON });
      made.set(row, printed);
    }
    return printed;
  };
}

/** The JSON of an answer; the memoized texts are inserted, not written again. */
export function writeJson(body: unknown): string {
  insertedTexts = [];
  try {
    const text = JSON.stringify(body);
    const inserted = insertedTexts;
    if (inserted.length === 0) return text;
    return text.replace(PLACEHOLDERS, (_, index: string) => inserted[Number(index)] ?? '');
  } finally {
    insertedTexts = undefined;
  }
}
