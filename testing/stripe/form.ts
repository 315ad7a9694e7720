/** A value of a form, as its brackets say. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

/**
 * Reads `application/x-www-form-urlencoded` as Stripe does: `a[b]=1` is in an object, `a[0]=1` and `a[]=1` in an array.
 * Null where the brackets of a name are no such thing.
 */
export function readForm(text: string): Form | null {
  const root: Node = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    const parts = partsOf(name);
    if (!parts || !put(root, parts, value)) return null;
  }
  return formValue(root) as Form;
}

type Node = Map<string, string | Node>;

function partsOf(name: string): string[] | null {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) return null;
  const [, first = '', rest = ''] = match;
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)];
}

function put(node: Node, [first = '', ...rest]: string[], value: string): boolean {
  const name = first === '' ? String(node.size) : first;
  if (rest.length === 0) {
    node.set(name, value);
    return true;
  }
  const below = node.get(name) ?? new Map();
  if (typeof below === 'string') return false;
  node.set(name, below);
  return put(below, rest, value);
}

function formValue(node: string | Node): FormValue {
  if (typeof node === 'string') return node;
  const entries = [...node].map(([name, value]) => [name, formValue(value)] as const);
  const isArray = entries.length > 0 && entries.every(([name], index) => name === String(index));
  // Without a prototype, so that no name means something else.
  if (!isArray) return Object.assign(Object.create(null), Object.fromEntries(entries));
  return entries.map(([, value]) => value);
}
