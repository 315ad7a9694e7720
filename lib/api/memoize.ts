/**
 * Memoizes a serializer by the row. Cached snapshots are frozen: each gives the same object again, which nobody may
 * change. A row that is not frozen was read for one answer alone and is serialized each time.
 */
export function memoized<Row extends object, Printed extends object>(
  serialize: (row: Row) => Printed,
): (row: Row) => Printed {
  const made = new WeakMap<Row, Printed>();
  return (row) => {
    if (!Object.isFrozen(row)) return serialize(row);
    const known = made.get(row);
    if (known) return known;
    const printed = serialize(row);
    made.set(row, printed);
    return printed;
  };
}
