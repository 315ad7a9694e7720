import type { Auth, Method } from '@/lib/contract/contract';

/** A request as it is shown and copied: without a credential. */
export interface ApiRequest {
  method: Method;
  /** Absolute. */
  url: string;
  auth: Auth;
  /** Undefined where the operation takes none. */
  body?: unknown;
  /** Sent as the fields of a form, not as JSON. */
  isForm?: boolean;
  /** The header of this name. */
  ifMatch?: string;
  /** Carries an `Idempotency-Key`, another one at each submission. */
  isIdempotent?: boolean;
}

/** The variables of the environment that hold the tokens, which snippets name in their place. */
const TOKENS: Partial<Record<Auth, string>> = {
  seller: 'TILLDESK_TOKEN',
  customer: 'TILLDESK_CUSTOMER_TOKEN',
};

/** The request as a curl command. */
export function curlOf(request: ApiRequest): string {
  const { method, url, auth, ifMatch, isIdempotent } = request;
  const token = TOKENS[auth];
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`,
    ...(token ? [`-H "Authorization: Bearer $${token}"`] : []),
    ...(isIdempotent ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(ifMatch ? [`-H ${quote(`If-Match: ${ifMatch}`)}`] : []),
    ...curlBody(request),
  ].join(' \\\n  ');
}

function curlBody({ body, isForm }: ApiRequest): string[] {
  if (body === undefined) return [];
  if (isForm) {
    return Object.entries(body as object).map(
      ([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`,
    );
  }
  return [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body, null, 2))}`];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The request as TypeScript for Node, Deno and Bun. */
export function fetchOf(request: ApiRequest): string {
  const { method, url, auth, body, isForm = false, ifMatch, isIdempotent } = request;
  const token = TOKENS[auth];
  const headers = [
    ...(token ? [`Authorization: \`Bearer \${process.env.${token}}\`,`] : []),
    ...(isIdempotent ? [`'Idempotency-Key': crypto.randomUUID(),`] : []),
    ...(ifMatch ? [`'If-Match': ${literal(ifMatch)},`] : []),
    // A form says its type itself.
    ...(body === undefined || isForm ? [] : [`'Content-Type': 'application/json',`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length > 0 ? [`headers: {\n    ${headers.join('\n    ')}\n  },`] : []),
    ...(body === undefined
      ? []
      : [
          `body: ${isForm ? 'new URLSearchParams' : 'JSON.stringify'}(${literal(body).replaceAll('\n', '\n  ')}),`,
        ]),
  ];
  const given = options.length > 0 ? `, {\n  ${options.join('\n  ')}\n}` : '';
  return [
    `const response = await fetch(${literal(url)}${given});`,
    'if (!response.ok) throw new Error(await response.text());',
    ...(method === 'DELETE' ? [] : ['const answer = await response.json();']),
  ].join('\n');
}

/**
 * JSON as a literal of TypeScript: names without quotation marks, where they need none. A literal's `__proto__` is the
 * object's prototype unless its name is computed.
 */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(/^(\s*)"__proto__":/gm, "$1['__proto__']:")
    .replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replace(/"((?:[^"\\]|\\.)*)"/g, (whole, text: string) =>
      text.includes("'") || text.includes('\\') ? whole : `'${text}'`,
    );
}
