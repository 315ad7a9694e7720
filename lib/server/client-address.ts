import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Whose request this is: the address that the outermost believed proxy saw. With no proxy believed,
 * `X-Forwarded-For` counts for nothing.
 */
export function clientAddress(request: IncomingMessage, proxies: number): string {
  const socket = request.socket.remoteAddress ?? '';
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const chain = [...forwarded.map((address) => address.trim()).filter(Boolean), socket];
  const claimed = chain.at(-1 - Math.min(proxies, chain.length - 1)) ?? '';
  return plain(isIP(claimed) ? claimed : socket);
}

/** An IPv4 address is written as one also where it came over an IPv6 socket. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
