// Objects that are printed again and again: made once for a row, their JSON written once.

const texts = new WeakMap<object, string>();
/** The texts that stand in the answer which is being written. */
let standing: string[] | undefined;

function textOf(printed: object): string {
  let text = texts.get(printed);
  if (text === undefined) {
    text = JSON.stringify(printed);
    texts.set(printed, text);
  }
  return text;
}

function toJSON(this: object): unknown {
  if (!standing) return this;
  const around = standing;
  standing = undefined;
  around.push(textOf(this));
  standing = around;
  // No text of the product holds a NUL, so nothing else looks like this.
  return `\u0000${around.length - 1}`;
}

/**
 * A serializer of rows that may be shared: those are frozen, and each is printed once. The same one gives
 * the same object, which nobody may change either. What is read for one answer alone is just printed.
 */
export function ready<Row extends object, Printed extends object>(
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

/** The JSON of an answer, with the texts that are ready in their places. */
export function writeJson(body: unknown): string {
  standing = [];
  try {
    const text = JSON.stringify(body);
    const ready = standing;
    if (ready.length === 0) return text;
    return text.replace(/"\\u0000(\d+)"/g, (_, index: string) => ready[Number(index)] ?? '');
  } finally {
    standing = undefined;
  }
}
