import { connect, createServer, type Server } from 'node:net';
import { codeOf, OperatorError } from '@/lib/runtime/operator-error';

/** Listens on a port. Throws an operator's error with the reason where that fails. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(explain(error, port, host));
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      resolve();
    });
  });
}

/**
 * Throws an operator's error where nothing can listen at `host`, or something listens at this port. It asks the port
 * instead of listening for a moment, which would accept clients that try again while the product restarts, and reset
 * them.
 */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const probe = createServer();
  await listen(probe, 0, host);
  probe.close();
  if (await answers(port, host)) throw new OperatorError(inUse(port));
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1000 });
    const end = (isAnswered: boolean) => {
      socket.destroy();
      resolve(isAnswered);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

const inUse = (port: number) =>
  `Port ${port} is in use: stop the program that has it, or set PORT to another one.`;

function explain(error: Error, port: number, host: string): Error {
  const noAddress = `This computer does not have the address ${host}: set HOST to one that it has.`;
  const reasons: Record<string, string> = {
    EADDRINUSE: inUse(port),
    EACCES: `Port ${port} is not for ordinary users: set PORT to one above 1023.`,
    EADDRNOTAVAIL: noAddress,
    ENOTFOUND: noAddress,
    EAI_AGAIN: noAddress,
  };
  const reason = reasons[codeOf(error) ?? ''];
  return reason ? new OperatorError(reason) : error;
}
