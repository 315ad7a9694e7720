import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy between the product and its database, which can be interrupted. */
export class DatabaseProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;

  private constructor(target: URL) {
    this.#server = createServer((inner) => {
      const outer = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [inner, outer],
        [outer, inner],
      ] as const) {
        this.#sockets.add(from);
        from.on('data', (bytes) => {
          if (!this.#isSilent) to.write(bytes);
        });
        from.on('error', () => {});
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
      }
    });
  }

  /** Starts a proxy of a database; answers the database's address through it. */
  static async start(databaseUrl: string): Promise<{ proxy: DatabaseProxy; url: string }> {
    const proxy = new DatabaseProxy(new URL(databaseUrl));
    await proxy.#listen(0);
    const url = new URL(databaseUrl);
    url.port = String(proxy.#port());
    return { proxy, url: url.href };
  }

  #port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  #listen(port: number): Promise<void> {
    return new Promise((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  /** Drops all data without closing connections. */
  silence(): void {
    this.#isSilent = true;
  }

  /** Closes all connections and refuses new ones until the returned function is called. */
  async cut(): Promise<() => Promise<void>> {
    const port = this.#port();
    await this.stop();
    return () => this.#listen(port);
  }

  /** Forwards data again; connections that lost data are closed. */
  mend(): void {
    this.#isSilent = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    return closed;
  }
}
