import type { IncomingMessage, ServerResponse } from 'node:http';

// A double that runs beside the product, used by tests of other processes: they call its methods by its own server.

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
export function answerSignIn(
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
