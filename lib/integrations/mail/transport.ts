import { createTransport } from 'nodemailer';
import { isLoopback } from '@/lib/contract/loopback';
import { env } from '@/lib/runtime/env';

/** What the mail server made of a mail. */
export type Delivery =
  /** It has taken it; `response` is its answer. */
  | { outcome: 'accepted'; response: string }
  /** It may take it later, or could not be reached. */
  | { outcome: 'deferred'; response: string }
  /** It will not take it; `isAddress` where it does not deliver to the address. */
  | { outcome: 'refused'; response: string; isAddress: boolean };

/** A mail as it goes to the server. */
export interface OutgoingMail {
  subject: string;
  html: string;
  text: string;
  from: { name: string; address: string };
  to: { name: string; address: string };
  replyTo: string | null;
  /** With angle brackets. */
  messageId: string;
}

/** Milliseconds to connect, for the greeting and without an answer. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** A sending takes this at most (ms), however slowly the server answers. */
export const SENDING_MS = 60_000;
const MAX_RESPONSE = 1000;

/**
 * Gives a mail to the server of SMTP_URL, on a connection of its own. `signal` ends it at once, as deferred. A
 * password goes over TLS alone, but to this computer; the address's query has nodemailer's options, such as
 * `?requireTLS=false`. Throws nothing that the server or the network causes.
 */
export async function deliver(mail: OutgoingMail, signal: AbortSignal): Promise<Delivery> {
  const { SMTP_URL = '' } = env();
  const requireTLS = new URL(SMTP_URL).password !== '' && !isLoopback(SMTP_URL);
  const transport = createTransport({ url: SMTP_URL, requireTLS, ...TIMEOUTS });
  const { replyTo, ...message } = mail;
  try {
    const { response } = await transport.sendMail({
      ...message,
      ...(replyTo !== null && { replyTo }),
      // The address as it is, whatever a parser of headers would make of it.
      envelope: { from: mail.from.address, to: [mail.to.address] },
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.any([signal, AbortSignal.timeout(SENDING_MS)]),
    });
    return { outcome: 'accepted', response: printable(response) };
  } catch (error) {
    return failure(error as SmtpError);
  } finally {
    transport.close();
  }
}

/** As nodemailer's errors are. */
interface SmtpError extends Error {
  code?: string;
  /** The SMTP command that failed. */
  command?: string;
  response?: string;
  responseCode?: number;
}

/** What a failed command makes of the mail (docs/contract/mail.md#refused-addresses). */
function failure({ code, command = '', responseCode = 0, response, message }: SmtpError): Delivery {
  const answer = printable(response ?? message);
  const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1] ?? '';
  // An address that cannot be written in the protocol.
  const isUnsendable = code === 'EENVELOPE' && command === 'API';
  const isFinal = isUnsendable || isRefusal(command, responseCode, enhanced);
  if (!isFinal) return { outcome: 'deferred', response: answer };
  const isAddress = !isUnsendable && isAboutAddress(command, responseCode, enhanced);
  return { outcome: 'refused', response: answer, isAddress };
}

/** Enhanced status of relaying, sign-in and TLS, and of the sender's address: the operator's to mend. */
const OF_SETUP = /^5\.(7\.|1\.[78]$)/;
const OF_SIGN_IN: readonly number[] = [530, 535];

/** Whether another try cannot succeed. Of the message itself the server judges at DATA. */
function isRefusal(command: string, status: number, enhanced: string): boolean {
  if (status < 500) return false;
  if (command === 'DATA') return true;
  return command === 'RCPT TO' && !OF_SIGN_IN.includes(status) && !OF_SETUP.test(enhanced);
}

/** Whether the refusal is of the mailbox, which any other mail would meet too. */
function isAboutAddress(command: string, status: number, enhanced: string): boolean {
  if (/^5\.1\./.test(enhanced)) return !OF_SETUP.test(enhanced);
  if (command !== 'RCPT TO') return false;
  return enhanced.startsWith('5.2.') || [550, 551, 553].includes(status);
}

/** On one line, without control characters, which PostgreSQL would not take either. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_RESPONSE);
}
