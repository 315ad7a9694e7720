import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client may read none of the waiting bytes. */
export const STALLED_LIMIT_MS = 60_000;
/** How often connections are checked within that time. */
const CHECKS_PER_LIMIT = 6;

interface Progress {
  taken: number;
  isWaiting: boolean;
  /** The time of the last progress. */
  since: number;
}

/**
 * Closes connections whose client has read none of the waiting bytes for `limitMs`, which releases memory,
 * file and place in the queue of its request. A socket timeout would not do: bytes from the client reset it.
 * The operating system buffers some megabytes and takes more when about a third is free, so a client that
 * reads less than that within the time is closed as well.
 */
export function closeStalledConnections(server: Server, limitMs: number): void {
  const sockets = new Map<Socket, Progress>();
  server.on('connection', (socket) => {
    sockets.set(socket, { taken: 0, isWaiting: false, since: performance.now() });
    socket.once('close', () => sockets.delete(socket));
  });
  const look = () => {
    const now = performance.now();
    for (const [socket, last] of sockets) {
      const isWaiting = socket.writableLength > 0;
      // The bytes that the operating system has taken: a chunk counts when it is complete.
      const taken = socket.bytesWritten - socket.writableLength;
      const isStalled = isWaiting && last.isWaiting && taken === last.taken;
      sockets.set(socket, { taken, isWaiting, since: isStalled ? last.since : now });
      if (isStalled && now - last.since >= limitMs) socket.destroy();
    }
  };
  const timer = setInterval(look, limitMs / CHECKS_PER_LIMIT).unref();
  server.once('close', () => clearInterval(timer));
}
