import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '@/lib/contract/loopback';
import { env, publicUrl } from '@/lib/runtime/env';

/** Which addresses a request may go to, beside public ones (docs/contract/events.md#endpoint-addresses). */
export type AddressRule = 'public' | 'public_or_loopback' | 'any';

/** The rule for what tenants and buyers name (docs/contract/events.md#endpoint-addresses). */
export function tenantRule(): AddressRule {
  if (env().WEBHOOK_ALLOW_PRIVATE === '1') return 'any';
  return isLoopback(publicUrl()) ? 'public_or_loopback' : 'public';
}

/** An address as a host resolves to it. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Milliseconds that a name server has for an answer; it is asked once. */
const NAME_SERVER_MS = 5000;

/**
 * Whether a rule lets a request go to an IP address. Public is what the registries call global unicast alone: private,
 * loopback, link-local, carrier-grade, multicast and reserved ranges are not, nor those that stand for IPv4 addresses
 * (mapped ones, NAT64), by which a private one could be reached.
 */
export function isAllowed(address: string, rule: AddressRule): boolean {
  if (rule === 'any') return true;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return rule === 'public_or_loopback';
  if (parsed.kind() === 'ipv6' && !GLOBAL_IPV6.some((block) => parsed.match(block))) return false;
  return range === 'unicast';
}

/** What is assigned for global use of IPv6; everything else, local NAT64 prefixes too, is not public. */
const GLOBAL_IPV6 = [ipaddr.parseCIDR('2000::/3')];

/**
 * The addresses of a URL's host, also where it is one itself. Asks the name servers without the thread pool, which a few
 * slow ones would fill for everything else. The computer's own names count only where every address is allowed.
 * Rejects where there is none, or `signal` is aborted.
 */
export async function resolveHost(
  hostname: string,
  rule: AddressRule,
  signal: AbortSignal,
): Promise<ResolvedAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const literal = isIP(host);
  if (literal) return [{ address: host, family: literal as 4 | 6 }];
  if (/^(.+\.)?localhost$/i.test(host)) return LOOPBACK;
  const found = await ask(host, signal);
  if (found.length > 0) return found;
  if (rule === 'any') return (await lookup(host, { all: true })) as ResolvedAddress[];
  throw new Error(`${host} has no address`);
}

const LOOPBACK: ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

async function ask(host: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 1 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(host),
      resolver.resolve6(host),
    ]);
    return [...addressesOf(four, 4), ...addressesOf(six, 6)];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] {
  if (answer.status === 'rejected') return [];
  return answer.value.map((address) => ({ address, family }));
}
