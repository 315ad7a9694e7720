import type { Server } from 'node:net';
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

function explain(error: Error, port: number, host: string): Error {
  const noAddress = `This computer does not have the address ${host}: set HOST to one that it has.`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use: stop the program that has it, or set PORT to another one.`,
    EACCES: `Port ${port} is not for ordinary users: set PORT to one above 1023.`,
    EADDRNOTAVAIL: noAddress,
    ENOTFOUND: noAddress,
    EAI_AGAIN: noAddress,
  };
  const reason = reasons[codeOf(error) ?? ''];
  return reason ? new OperatorError(reason) : error;
}
