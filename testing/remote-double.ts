import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// What doubles of outside systems have in common: a server that answers by the double, and that tests of other processes
// call its methods by.

/** A request to a double. */
export interface Call {
  method: string;
  /** Without the place of the API. */
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  authorization: string;
}

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What happens to a request before, or instead of, its answer; true where it has answered. */
export type Fault = (
  request: Call,
  response: ServerResponse,
  answer: () => Answer,
) => boolean | Promise<boolean>;

/** A double of a platform: what it answers, and where it sends who signs in at its page; null where nobody does. */
interface PlatformDouble {
  readonly calls: Call[];
  fault: Fault | null;
  answer(call: Call): Answer;
  authorize(query: URLSearchParams): string | null;
}

export interface Listening {
  /** Of its API. */
  url: string;
  stop(): void;
}

/** Starts a double on a free port of this computer: its page to sign in, its API, and its methods for other processes. */
export async function listenAs(
  double: PlatformDouble,
  platform: { name: string; signIn: string; api: string },
): Promise<Listening> {
  const server = createServer(async (incoming, response) => {
    if (await answerRemoteCall(double, incoming, response)) return;
    const call = await read(incoming);
    if (call.path === platform.signIn) {
      answerSignIn(response, platform.name, call.query, double.authorize(call.query));
      return;
    }
    // The version is a part of the path in one of them.
    if (platform.api !== '') call.path = call.path.replace(/^\/api\/v\d+/, '');
    double.calls.push(call);
    const answer = () => double.answer(call);
    if (double.fault && (await double.fault(call, response, answer))) return;
    const { status, body, headers } = answer();
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${platform.api}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function read(incoming: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(incoming.url ?? '', 'http://outside.test');
  const isForm = incoming.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text || '{}'),
    authorization: incoming.headers.authorization ?? '',
  };
}

const PATH = '/double';

/** The methods of a double, as another process calls them. */
export type Remote<Double> = {
  [Name in keyof Double as Double[Name] extends (...given: never[]) => unknown
    ? Name
    : never]: Double[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : never;
};

/** Calls a double that listens at an address. What its methods are given and answer goes as JSON. */
export function remoteDouble<Double extends object>(url: string): Remote<Double> {
  const call = async (method: string, given: unknown[]) => {
    const body = JSON.stringify({ method, given });
    const response = await fetch(`${new URL(url).origin}${PATH}`, { method: 'POST', body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return new Proxy({} as Remote<Double>, {
    get:
      (_target, method) =>
      (...given: unknown[]) =>
        call(String(method), given),
  });
}

/** Answers such a call; false for any other request. */
export async function answerRemoteCall(
  double: object,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (incoming.url !== PATH) return false;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method, given } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  try {
    const named = Reflect.get(double, method);
    if (typeof named !== 'function') throw new Error('The double has no such method');
    const result = await named.apply(double, given);
    response.end(result === undefined ? '' : JSON.stringify(result));
  } catch (error) {
    response.writeHead(400).end(String(error));
  }
  return true;
}

/** The page of an app: sends the browser back, or asks who signs in, whose name goes with the parameters as `account`. */
function answerSignIn(
  response: ServerResponse,
  platform: string,
  query: URLSearchParams,
  location: string | null,
): void {
  if (location) {
    response.writeHead(302, { location }).end();
    return;
  }
  const kept = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const isAnswered = query.has('account');
  response.writeHead(isAnswered ? 400 : 200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><title>${platform}</title><h1>Sign in to ${platform}</h1>
${isAnswered ? '<p>This request is not valid.</p>' : ''}<form>${kept.join('')}
<label>User name <input name="account" required></label> <button>Authorize</button></form></html>`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
