/** An operation as far as the server needs to know it. */
export interface Offered {
  readonly method: string;
  /** `/v1/products/{id}` */
  readonly path: string;
}

interface Node {
  readonly fixed: Map<string, Node>;
  parameter?: Node;
  methods?: Set<string>;
}

/** Finds the methods that a path of the API offers. */
export interface RouteTable {
  /** The methods, or null where nothing has that path. */
  methodsOf(segments: readonly string[]): ReadonlySet<string> | null;
}

/** Builds the table of the API's paths. HEAD goes with GET, and OPTIONS with everything. */
export function routeTable(offered: readonly Offered[]): RouteTable {
  const root: Node = { fixed: new Map() };
  for (const { method, path } of offered) {
    const node = segmentsOf(path).reduce(descend, root);
    node.methods ??= new Set(['OPTIONS']);
    node.methods.add(method);
    if (method === 'GET') node.methods.add('HEAD');
  }
  return { methodsOf: (segments) => find(root, segments)?.methods ?? null };
}

/** A path's segments; a trailing slash makes no difference. */
export function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/');
}

function descend(node: Node, segment: string): Node {
  if (segment.startsWith('{')) {
    node.parameter ??= { fixed: new Map() };
    return node.parameter;
  }
  const next = node.fixed.get(segment) ?? { fixed: new Map() };
  node.fixed.set(segment, next);
  return next;
}

/** A fixed segment wins over a parameter, as it does in Next. */
function find(node: Node, segments: readonly string[]): Node | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return node.methods ? node : undefined;
  const fixed = node.fixed.get(segment);
  const parameter = segment === '' ? undefined : node.parameter;
  return (fixed && find(fixed, rest)) ?? (parameter && find(parameter, rest));
}
