import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { answerRemoteCall } from '@/testing/remote-double';
import { type StripeAnswer, StripeDouble, type StripeFault } from '@/testing/stripe/double';
import { compileSchemas } from '@/testing/stripe/validate';

// The double over HTTP: Stripe's API, the script and frames that stand in for Stripe.js, the page of the bank, and the
// double's methods for other processes. As a program: `node --import tsx testing/stripe/server.ts [port] [file]`.

export interface ListeningStripe {
  /** For `STRIPE_API_BASE`. */
  url: string;
  /** For `STRIPE_JS_URL`. */
  script: string;
  stop(): Promise<void>;
}

/** How often is looked for what is due, ms. */
const TICK_MS = 50;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
};

/** Starts a double on this computer; on a free port unless one is given. */
export async function listenAsStripe(double: StripeDouble, port = 0): Promise<ListeningStripe> {
  const server = createServer((incoming, response) => {
    answer(double, incoming, response).catch((error) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error?.stack));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  double.origin = url;
  const timer = setInterval(() => double.runDue(), TICK_MS);
  return {
    url,
    script: `${url}/v3/stripe.js`,
    stop: () => {
      clearInterval(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(
  double: StripeDouble,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (await answerRemoteCall(double, incoming, response)) return;
  const { method = 'GET', url = '/' } = incoming;
  const { pathname, searchParams } = new URL(url, double.origin);
  if (method === 'OPTIONS') {
    response.writeHead(204, CORS).end();
    return;
  }
  const body = await bodyOf(incoming);
  const [, intent] = /^\/authenticate\/(\w+)$/.exec(pathname) ?? [];
  if (pathname === '/v3/stripe.js') sendScript(response, 'stripe-js');
  else if (pathname === '/element.js') sendScript(response, 'element');
  else if (pathname === '/element') sendPage(response, 200, ELEMENT);
  else if (pathname === '/stripe-js/confirmation_tokens') {
    const key = (incoming.headers.authorization ?? '').replace('Bearer ', '');
    const made = double.createToken(key, JSON.parse(body));
    send(response, { ...made, headers: {} });
  } else if (intent !== undefined) {
    const secret = searchParams.get('client_secret') ?? '';
    authenticationPage(double, response, intent, secret, method === 'POST' ? body : null);
  } else {
    const headers = incoming.headers as Record<string, string | undefined>;
    await answerApi(double, response, { method, url, headers, body });
  }
}

async function answerApi(
  double: StripeDouble,
  response: ServerResponse,
  request: Parameters<StripeDouble['answer']>[0],
): Promise<void> {
  const fault = double.takeFault(request);
  if (fault?.kind === 'dropped') {
    response.destroy();
    return;
  }
  const end = double.begin(request);
  if (!end) {
    const message = 'There is currently another in-progress request using this Idempotent Key';
    const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message };
    send(response, { status: 409, body: { error }, headers: {} });
    return;
  }
  try {
    await answerBegun(double, response, request, fault);
  } finally {
    end();
  }
}

async function answerBegun(
  double: StripeDouble,
  response: ServerResponse,
  request: Parameters<StripeDouble['answer']>[0],
  fault: StripeFault | undefined,
): Promise<void> {
  if (fault?.kind === 'late') await pause(fault.ms);
  const answered = double.answer(request, fault);
  if (fault?.kind === 'slow') await pause(fault.ms);
  if (fault?.kind === 'lost') response.destroy();
  else send(response, answered);
}

const pause = (ms = 1000) => new Promise((resolve) => setTimeout(resolve, ms));

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status, body, headers }: StripeAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...CORS, ...headers });
  response.end(JSON.stringify(body));
}

const scripts = new Map<string, string>();

function sendScript(response: ServerResponse, name: string): void {
  let code = scripts.get(name);
  if (code === undefined) {
    const file = new URL(`browser/${name}.ts`, import.meta.url);
    code = transformSync(readFileSync(file, 'utf8'), { loader: 'ts', format: 'iife' }).code;
    scripts.set(name, code);
  }
  response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', ...CORS }).end(code);
}

function sendPage(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<style>body { font: 14px sans-serif; margin: 0 } label { display: block; margin: 0 0 8px }
input, select { display: block; width: 100%; box-sizing: border-box; padding: 8px; font: inherit }
[hidden] { display: none }</style>${body}</html>`);
}

const ELEMENT = `<title>Payment</title>
<label id="types">Payment method <select id="type"></select></label>
<div id="card">
<label>Card number <input id="number" inputmode="numeric" autocomplete="cc-number"></label>
<label>Expiration date <input id="expiry" placeholder="MM / YY" autocomplete="cc-exp"></label>
<label>Security code <input id="cvc" inputmode="numeric" autocomplete="cc-csc"></label>
</div>
<div id="bank"><label>IBAN <input id="iban"></label></div>
<p id="problem" role="alert"></p>
<script src="/element.js"></script>`;

/** Where a buyer proves to be the owner of a card: a page of its own, or a frame over another one. */
function authenticationPage(
  double: StripeDouble,
  response: ServerResponse,
  intent: string,
  secret: string,
  body: string | null,
): void {
  const waiting = double.waiting(intent, secret);
  if (!waiting) {
    sendPage(response, 404, '<title>Not found</title><h1>There is nothing to authenticate</h1>');
    return;
  }
  if (body === null) {
    sendPage(
      response,
      200,
      `<title>Your bank</title><h1>Confirm your payment</h1>
<form method="post"><button name="outcome" value="succeed">Complete authentication</button>
<button name="outcome" value="fail">Fail authentication</button></form>`,
    );
    return;
  }
  const outcome = new URLSearchParams(body).get('outcome') === 'succeed' ? 'succeed' : 'fail';
  double.authenticate(waiting.account, waiting.mode, intent, outcome);
  if (waiting.returnUrl !== null) {
    const location = new URL(waiting.returnUrl);
    location.searchParams.set(waiting.kind, intent);
    location.searchParams.set(`${waiting.kind}_client_secret`, secret);
    location.searchParams.set('redirect_status', outcome === 'succeed' ? 'succeeded' : 'failed');
    response.writeHead(303, { location: location.href }).end();
    return;
  }
  sendPage(
    response,
    200,
    `<title>Your bank</title><h1>Thank you</h1>
<script>window.parent.postMessage({ authenticated: true }, '*')</script>`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , port = '0', file] = process.argv;
  compileSchemas();
  const { url } = await listenAsStripe(new StripeDouble(file ?? null), Number(port));
  process.stdout.write(`${url}\n`);
  // It ends with the process that started it.
  process.stdin.on('end', () => process.exit()).resume();
}
