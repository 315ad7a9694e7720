import pg from 'pg';

// COPY over a connection of `pg`, which leaves both directions to subclasses of its query.

/** The messages of COPY that a connection sends. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

class CopyOut extends pg.Query {
  readonly chunks: Buffer[] = [];
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.chunks.push(Buffer.from(chunk)); // a view of the connection's buffer, which is used again
  }
}

class CopyIn extends pg.Query {
  constructor(
    sql: string,
    private readonly lines: string,
  ) {
    super(sql);
  }
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(Buffer.from(this.lines));
    connection.endCopyFrom();
  }
}

/** Runs `COPY … TO STDOUT` and returns its text: a line for each row. */
export async function copyOut(client: pg.Client, sql: string): Promise<string> {
  const { chunks } = await done(client, new CopyOut(sql));
  return Buffer.concat(chunks).toString();
}

/** Runs `COPY … FROM STDIN` with the text of another COPY. */
export async function copyIn(client: pg.Client, sql: string, text: string): Promise<void> {
  await done(client, new CopyIn(sql, text));
}

function done<T extends pg.Query>(client: pg.Client, query: T): Promise<T> {
  return new Promise((resolve, reject) => {
    query.once('end', () => resolve(query)).once('error', reject);
    client.query(query);
  });
}
