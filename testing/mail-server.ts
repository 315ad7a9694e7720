import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ParsedMail, simpleParser } from 'mailparser';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';

// A mail server on this computer, which keeps what it is given: for tests of mails, in the browser too.

/** A mail as it arrived. */
export interface ReceivedMail extends ParsedMail {
  /** The address of the envelope. */
  recipient: string;
}

/** A server's answer that takes a mail no further. */
export interface Refusal {
  /** The command that is answered with it; `hang`: it is not answered at all. */
  at: 'AUTH' | 'MAIL' | 'RCPT' | 'DATA';
  code?: number;
  text?: string;
  hang?: boolean;
}

export interface MailServerOptions {
  /** TLS from the first byte, by STARTTLS, or none; the certificate is signed by itself, for localhost. */
  security?: 'tls' | 'starttls' | 'none';
  /** Mails are taken from this user alone. */
  auth?: { user: string; password: string };
}

/** How long {@link MailServer.next} waits (ms). */
const WAIT_MS = 20_000;

export class MailServer {
  /** What has arrived, oldest first. */
  readonly received: ReceivedMail[] = [];
  /** For every command that it names, until it is removed. */
  refusal: Refusal | null = null;
  /** Runs before a mail is answered as taken. */
  beforeAnswer: ((mail: ReceivedMail) => Promise<void>) | null = null;
  #read = 0;

  private constructor(
    private readonly server: SMTPServer,
    /** The setting SMTP_URL; its client trusts the certificate where that is given to it. */
    readonly url: string,
    /** The certificate (PEM), for NODE_EXTRA_CA_CERTS. */
    readonly certificate: string,
  ) {}

  /** Starts one on a free port of this computer. */
  static async start({ security = 'none', auth }: MailServerOptions = {}): Promise<MailServer> {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
      ],
    });
    const holder: { server?: MailServer } = {};
    const answer = (at: Refusal['at'], callback: (error?: Error | null) => void) => {
      const refusal = holder.server?.refusal;
      if (refusal?.at !== at) return callback();
      if (refusal.hang) return;
      const { code = 550, text = 'Refused' } = refusal;
      callback(Object.assign(new Error(text), { responseCode: code }));
    };
    const server = new SMTPServer({
      key,
      cert,
      secure: security === 'tls',
      disabledCommands: security === 'starttls' ? [] : ['STARTTLS'],
      allowInsecureAuth: security === 'none',
      authOptional: auth === undefined,
      logger: false,
      closeTimeout: 100,
      onAuth: ({ username, password }, _, callback) =>
        answer('AUTH', (error) => {
          const isRight = username === auth?.user && password === auth?.password;
          if (error || !isRight) callback(error ?? new Error('Wrong password'));
          else callback(null, { user: username });
        }),
      onMailFrom: (_, __, callback) => answer('MAIL', callback),
      onRcptTo: (_, __, callback) => answer('RCPT', callback),
      onData: (stream, session, callback) => {
        simpleParser(stream).then(
          (parsed) =>
            answer('DATA', (error) => {
              if (error) return callback(error);
              const [to] = session.envelope.rcptTo;
              const mail = { ...parsed, recipient: to?.address ?? '' };
              holder.server?.received.push(mail);
              const done = holder.server?.beforeAnswer?.(mail) ?? Promise.resolve();
              done.then(() => callback(), callback);
            }),
          callback,
        );
      },
    });
    // A client that goes away in the middle is no failure of the test.
    server.on('error', () => {});
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const login = auth
      ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.password)}@`
      : '';
    const url = `${security === 'tls' ? 'smtps' : 'smtp'}://${login}localhost:${port}`;
    const started = new MailServer(server, url, cert);
    holder.server = started;
    return started;
  }

  /** The next mail that was not returned yet, to `recipient` where it is given. Throws after 20 seconds without. */
  async next(recipient?: string): Promise<ReceivedMail> {
    const deadline = Date.now() + WAIT_MS;
    while (Date.now() < deadline) {
      while (this.#read < this.received.length) {
        const mail = this.received[this.#read];
        this.#read += 1;
        if (mail && (recipient === undefined || mail.recipient === recipient)) return mail;
      }
      await sleep(20);
    }
    throw new Error(`No mail to ${recipient ?? 'anybody'} has arrived`);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
