import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client may take none of the bytes that wait for it. */
export const STALLED_READER_MS = 60_000;
/** Connections are looked at so many times within that time. */
const LOOKS = 6;

interface Progress {
  taken: number;
  isWaiting: boolean;
  /** Since when nothing has changed. */
  since: number;
}

/**
 * Cuts connections whose client has taken none of the waiting bytes for `limitMs`: what it asked for
 * is then given up and holds no memory, file or place any longer. A timeout of the socket would not
 * do, for that begins again with every byte that the client sends. The operating system holds up to
 * some megabytes itself and takes more when about a third of that is free, so a client on a fast line
 * that reads less than that within the time is cut as well.
 */
export function cutStalledReaders(server: Server, limitMs: number): void {
  const sockets = new Map<Socket, Progress>();
  server.on('connection', (socket) => {
    sockets.set(socket, { taken: 0, isWaiting: false, since: performance.now() });
    socket.once('close', () => sockets.delete(socket));
  });
  const look = () => {
    const now = performance.now();
    for (const [socket, last] of sockets) {
      const isWaiting = socket.writableLength > 0;
      // What is written and waits no longer: a chunk counts when the system has taken all of it.
      const taken = socket.bytesWritten - socket.writableLength;
      const isStalled = isWaiting && last.isWaiting && taken === last.taken;
      sockets.set(socket, { taken, isWaiting, since: isStalled ? last.since : now });
      if (isStalled && now - last.since >= limitMs) socket.destroy();
    }
  };
  const timer = setInterval(look, limitMs / LOOKS).unref();
  server.once('close', () => clearInterval(timer));
}
