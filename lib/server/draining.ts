import type { Server, ServerResponse } from 'node:http';
import { type Socket, Server as SocketServer } from 'node:net';

/** How long an idle connection of a stopping server waits for a request, and a closed one for its client. */
const IDLE_MS = 5000;
/** As many connections as wait to be accepted at most: the backlog of a listening socket. */
const MOST_WAITING = 511;

/** The connections of a server, which a stop does not break. */
export interface Draining {
  /**
   * Notes a request, before its response is written. False where an earlier response has announced the end of the
   * connection: no client waits for this one's, so it must not be handled.
   */
  admit(response: ServerResponse): boolean;
  /**
   * Accepts no new connection, answers what arrives on the open ones with `Connection: close`, and closes those
   * on which nothing arrives for 5 seconds. Resolves when none is left; after `limitMs` those that remain are
   * closed.
   */
  stop(limitMs: number): Promise<void>;
}

/**
 * Follows the connections of a server so that a stop resets none of them. Node closes idle connections at once,
 * though a request may be on its way, and every other one as soon as its response is written: what the client
 * sends meanwhile is then answered with a reset, which can discard the response as well. Here the server ends only
 * its own side and reads on until the client has ended the other.
 */
export function followConnections(server: Server): Draining {
  /** The unfinished responses of each connection, in the order of their requests. */
  const connections = new Map<Socket, ServerResponse[]>();
  /** Responses that announce the end of their connection. */
  const last = new WeakSet<ServerResponse>();
  let isStopping = false;
  let accepted = 0;

  server.on('connection', (socket) => {
    accepted += 1;
    connections.set(socket, []);
    socket.once('close', () => connections.delete(socket));
    if (isStopping) prepareEnd(socket);
  });

  /** Only the last of several pipelined responses closes the connection: the client awaits all of them. */
  const closeAfterLast = (responses: readonly ServerResponse[]) => {
    const final = responses.at(-1);
    for (const response of responses) {
      if (response.headersSent) continue;
      if (response === final) {
        response.shouldKeepAlive = false;
        last.add(response);
      } else if (last.delete(response)) response.shouldKeepAlive = true;
    }
  };

  const prepareEnd = (socket: Socket) => {
    // Node calls this when the last response is written.
    socket.destroySoon = () => endGently(socket);
    const responses = connections.get(socket) ?? [];
    closeAfterLast(responses);
    if (responses.length === 0) endWhenIdle(socket);
  };

  const endWhenIdle = (socket: Socket) => {
    const { bytesRead } = socket;
    const look = () => {
      if (socket.destroyed || connections.get(socket)?.length) return;
      // A part of a request has arrived.
      if (socket.bytesRead > bytesRead) endWhenIdle(socket);
      else endGently(socket);
    };
    // What has arrived by then is read first.
    const timer = setTimeout(() => setImmediate(look), IDLE_MS);
    socket.once('close', () => clearTimeout(timer));
  };

  /**
   * Accepts the connections that wait to be, which the end of the listening socket would reset: the event loop accepts
   * one a turn, and none is left where a whole turn accepts none.
   */
  const acceptWaiting = (then: () => void, turns = MOST_WAITING) => {
    const before = accepted;
    const look = () => (accepted > before && turns > 0 ? acceptWaiting(then, turns - 1) : then());
    // The first ends the present turn, whose connections may have been accepted before.
    setImmediate(() => setImmediate(look));
  };

  return {
    admit: (response) => {
      const { socket } = response.req;
      const responses = connections.get(socket);
      if (!responses) return true;
      const isOver = responses.some((other) => last.has(other) && other.headersSent);
      if (isOver || socket.writableEnded) return false;
      responses.push(response);
      if (isStopping) closeAfterLast(responses);
      response.once('close', () => {
        responses.splice(responses.indexOf(response), 1);
        // Its headers were sent before the stop: the client may send another request.
        if (isStopping && responses.length === 0 && !socket.writableEnded) endWhenIdle(socket);
      });
      return true;
    },
    stop: (limitMs) =>
      new Promise((resolve) => {
        acceptWaiting(() => {
          isStopping = true;
          const limit = setTimeout(() => {
            for (const socket of connections.keys()) socket.destroy();
          }, limitMs);
          // Past the HTTP server's own, which destroys idle connections.
          SocketServer.prototype.close.call(server, () => {
            clearTimeout(limit);
            resolve();
          });
          for (const socket of connections.keys()) prepareEnd(socket);
        });
      }),
  };
}

/** Sends what is written and the end, and waits for the client's: bytes that meet a closed socket reset it. */
function endGently(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), IDLE_MS);
  socket.once('close', () => clearTimeout(timer));
}
