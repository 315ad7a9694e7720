import type { Auth } from '@/lib/contract/contract';

/** An operation as far as the server needs to know it. */
export interface Offered {
  readonly method: string;
  /** `/v1/products/{id}` */
  readonly path: string;
  /** Whose credential it looks at; left out, it answers anybody. */
  readonly auth?: Auth;
}

interface Node<Route> {
  readonly fixed: Map<string, Node<Route>>;
  parameter?: Node<Route>;
  offer?: Offer<Route>;
}

/** What a path of the API offers. */
export interface Offer<Route> {
  readonly methods: ReadonlySet<string>;
  /** By method. What OPTIONS gets is nobody's in particular. */
  readonly routes: ReadonlyMap<string, Route>;
}

/** Finds what a path of the API offers. */
export interface RouteTable<Route extends Offered = Offered> {
  /** Null where nothing has that path. */
  find(segments: readonly string[]): Offer<Route> | null;
}

/** Builds the table of the API's paths. HEAD goes with GET, and OPTIONS with everything. */
export function routeTable<Route extends Offered>(offered: readonly Route[]): RouteTable<Route> {
  const root: Node<Route> = { fixed: new Map() };
  for (const route of offered) {
    const node = segmentsOf(route.path).reduce(descend, root);
    const routes = new Map(node.offer?.routes).set(route.method, route);
    if (route.method === 'GET') routes.set('HEAD', route);
    node.offer = { routes, methods: new Set([...routes.keys(), 'OPTIONS']) };
  }
  return { find: (segments) => find(root, segments)?.offer ?? null };
}

/** A path's segments; a trailing slash makes no difference. */
export function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/');
}

/** The folder of a path's route file. */
export function folderOf({ path }: Offered): string {
  return `app${path.replace(/\/$/, '').replace(/\{(\w+)\}/g, '[$1]')}`;
}

/** What stands in an address where the path of its operation has `{names}`. */
export function parametersOf({ path }: Offered, address: string): Record<string, string> {
  const segments = segmentsOf(address);
  const named = segmentsOf(path).flatMap((part, index) =>
    part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(segments[index] ?? '')]] : [],
  );
  return Object.fromEntries(named) as Record<string, string>;
}

function descend<Route>(node: Node<Route>, segment: string): Node<Route> {
  if (segment.startsWith('{')) {
    node.parameter ??= { fixed: new Map() };
    return node.parameter;
  }
  const next = node.fixed.get(segment) ?? { fixed: new Map() };
  node.fixed.set(segment, next);
  return next;
}

/** A fixed segment wins over a parameter, as it does in Next. */
function find<Route>(node: Node<Route>, segments: readonly string[]): Node<Route> | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return node.offer ? node : undefined;
  const fixed = node.fixed.get(segment);
  const parameter = segment === '' ? undefined : node.parameter;
  return (fixed && find(fixed, rest)) ?? (parameter && find(parameter, rest));
}
