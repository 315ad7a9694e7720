import type { Auth } from '@/lib/contract/contract';

/** The part of an operation that routing depends on. */
export interface OperationRoute {
  readonly method: string;
  /** `/v1/products/{id}` */
  readonly path: string;
  /** The credential that it reads; undefined where it answers anybody. */
  readonly auth?: Auth;
  /** It answers a stream that stays open, which has limits of its own. */
  readonly isStream?: boolean;
}

interface Node<Route> {
  readonly fixed: Map<string, Node<Route>>;
  parameter?: Node<Route>;
  pathRoutes?: PathRoutes<Route>;
}

/** The methods and operations of a path. */
export interface PathRoutes<Route> {
  readonly methods: ReadonlySet<string>;
  /** By method, without OPTIONS. */
  readonly routes: ReadonlyMap<string, Route>;
}

/** Finds the operations of a path. */
export interface RouteTable<Route extends OperationRoute = OperationRoute> {
  /** Null for an unknown path. */
  find(segments: readonly string[]): PathRoutes<Route> | null;
}

/** Builds the routing table of the API. GET answers HEAD as well, and every path OPTIONS. */
export function routeTable<Route extends OperationRoute>(
  operations: readonly Route[],
): RouteTable<Route> {
  const root: Node<Route> = { fixed: new Map() };
  for (const route of operations) {
    const node = segmentsOf(route.path).reduce(childOf, root);
    const routes = new Map(node.pathRoutes?.routes).set(route.method, route);
    if (route.method === 'GET') routes.set('HEAD', route);
    node.pathRoutes = { routes, methods: new Set([...routes.keys(), 'OPTIONS']) };
  }
  return { find: (segments) => find(root, segments)?.pathRoutes ?? null };
}

/** A path's segments; a trailing slash makes no difference. */
export function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/');
}

/** The folder of a path's route file. */
export function folderOf({ path }: OperationRoute): string {
  return `app${path.replace(/\/$/, '').replace(/\{(\w+)\}/g, '[$1]')}`;
}

/** The path parameters of a URL. */
export function parametersOf({ path }: OperationRoute, address: string): Record<string, string> {
  const segments = segmentsOf(address);
  const named = segmentsOf(path).flatMap((part, index) =>
    part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(segments[index] ?? '')]] : [],
  );
  return Object.fromEntries(named) as Record<string, string>;
}

function childOf<Route>(node: Node<Route>, segment: string): Node<Route> {
  if (segment.startsWith('{')) {
    node.parameter ??= { fixed: new Map() };
    return node.parameter;
  }
  const next = node.fixed.get(segment) ?? { fixed: new Map() };
  node.fixed.set(segment, next);
  return next;
}

/** A fixed segment has priority over a parameter, as in Next. */
function find<Route>(node: Node<Route>, segments: readonly string[]): Node<Route> | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return node.pathRoutes ? node : undefined;
  const fixed = node.fixed.get(segment);
  const parameter = segment === '' ? undefined : node.parameter;
  return (fixed && find(fixed, rest)) ?? (parameter && find(parameter, rest));
}
