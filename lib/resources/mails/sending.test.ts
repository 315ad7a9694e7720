import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db } from '@/lib/database/connection/client';
import { installationScope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { createCustomer, deleteCustomer, updateCustomer } from '@/lib/resources/customers/contract';
import { eraseOldMails, sendMails } from '@/lib/resources/mails/jobs';
import type { MailToSend } from '@/lib/resources/mails/kinds';
import { MAX_TRIES } from '@/lib/resources/mails/rules';
import { queueMail } from '@/lib/resources/mails/service';
import { renderMail } from '@/lib/resources/mails/templates/render';
import { work } from '@/lib/resources/tasks';
import { provideSettings } from '@/lib/runtime/env';
import { addJob, handler, jobKind } from '@/lib/runtime/jobs/job';
import { startWorker } from '@/lib/runtime/jobs/worker';
import { callApi } from '@/testing/call-api';
import { makeSeller } from '@/testing/factories';
import { MailServer, type MailServerOptions } from '@/testing/mail-server';
import { runMail } from '@/testing/mails';
import { part } from '@/testing/soak';

const servers: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  provideSettings({ SMTP_URL: '', MAIL_FROM: '', MAIL_SANDBOX: '' });
});

/** A mail server that the product sends to; its certificate is not checked unless `query` says so. */
async function serve(
  options: MailServerOptions = {},
  query = options.security && options.security !== 'none' ? '?tls.rejectUnauthorized=false' : '',
): Promise<MailServer> {
  const server = await MailServer.start(options);
  servers.push(server);
  provideSettings({
    SMTP_URL: `${server.url}/${query}`,
    MAIL_FROM: 'shop@example.com',
    MAIL_SANDBOX: 'send',
  });
  return server;
}

async function makeShop() {
  const { organizationId } = await makeSeller();
  await db(null).organization.update({
    where: { id: organizationId },
    data: { name: 'Jörg "the" Shop, Ltd.', email: 'answers@example.com' },
  });
  return organizationId;
}

function queue(organizationId: string, given: Partial<MailToSend> = {}): Promise<string> {
  const mail = {
    kind: 'portal_access',
    organizationId,
    recipient: 'jo@example.net',
    recipientName: 'Jo Doe',
    data: { expires_at: '2026-01-01T00:00:00Z' },
    secrets: { url: 'https://shop.example/redeem#a-secret-token', code: '918273' },
    ...given,
  } as MailToSend;
  return transaction(systemScope(organizationId), (scope) => queueMail(scope, mail));
}

const read = (id: string) => db(null).mail.findUniqueOrThrow({ where: { id } });

/** The jobs that wait for a mail to be tried again. */
function waiting(id: string) {
  return db(null).$queryRaw<{ run_at: Date }[]>`
    SELECT run_at FROM graphile_worker.jobs WHERE key = ${id}`;
}

describe('a mail that is taken', () => {
  it.each([
    { security: 'none' },
    { security: 'tls', auth: { user: 'ünser@shop', password: 'p:w/@?#' } },
    { security: 'starttls', auth: { user: 'shop', password: 'secret' } },
  ] satisfies MailServerOptions[])('goes over $security with its headers', async (options) => {
    const server = await serve(options);
    const id = await queue(await makeShop());
    await runMail(id);
    const [mail, ...others] = server.received;
    expect(others).toEqual([]);
    expect(mail?.from?.value).toEqual([
      { name: 'Jörg "the" Shop, Ltd.', address: 'shop@example.com' },
    ]);
    expect(mail?.recipient).toBe('jo@example.net');
    expect(mail?.replyTo?.text).toBe('answers@example.com');
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.text).toContain('918273');
    const row = await read(id);
    expect(row).toMatchObject({ status: 'sent', attempts: 1, secrets: null, leasedUntil: null });
    expect(mail?.messageId).toBe(row.messageId);
    expect(row.response).toMatch(/^250 /);
    expect(row.sentAt).not.toBeNull();
    expect(JSON.stringify(row)).not.toMatch(/918273|a-secret-token/);
  });

  it('is sent once, however often its job runs at once', async () => {
    const server = await serve();
    const id = await queue(await makeShop());
    await Promise.all(Array.from({ length: 8 }, () => runMail(id)));
    await runMail(id);
    expect(server.received).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('is sent by a worker soon after its transaction', async () => {
    const server = await serve();
    const worker = startWorker({ periodic: [], handlers: work.handlers });
    servers.push(worker);
    await queue(await makeShop(), { recipient: 'worker@example.net' });
    const { recipient } = await server.next('worker@example.net');
    expect(recipient).toBe('worker@example.net');
  });
});

it('sends a mail once where the connection is lost while its end is written', async () => {
  const server = await serve();
  await db(null).$executeRaw`CREATE SEQUENCE lost_connections`;
  await db(null).$executeRaw`
    CREATE FUNCTION lose_connection() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('lost_connections') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
      RETURN NEW;
    END $$`;
  await db(null).$executeRaw`
    CREATE TRIGGER lose_connection BEFORE UPDATE ON mails FOR EACH ROW
    WHEN (NEW.recipient = 'once@example.net' AND NEW.status = 'sent') EXECUTE FUNCTION lose_connection()`;
  const id = await queue(await makeShop(), { recipient: 'once@example.net' });
  await runMail(id);
  await runMail(id);
  expect(server.received).toHaveLength(1);
  expect(await read(id)).toMatchObject({ status: 'sent', attempts: 1 });
  const [lost] = await db(null).$queryRaw<object[]>`SELECT last_value::int FROM lost_connections`;
  expect(lost).toEqual({ last_value: 2 });
});

describe('a mail that is not taken', () => {
  const TEMPORARY = [
    { at: 'RCPT', code: 451, text: 'Greylisted' },
    { at: 'DATA', code: 452, text: 'Disk full' },
    { at: 'MAIL', code: 550, text: 'Not your address' },
    { at: 'AUTH', code: 535, text: 'Wrong password' },
    { at: 'RCPT', code: 530, text: 'Authentication required' },
    { at: 'RCPT', code: 535, text: 'Wrong password' },
    { at: 'RCPT', code: 550, text: '5.7.1 Relaying denied' },
    { at: 'RCPT', code: 554, text: '5.7.0 Must issue a STARTTLS command first' },
    { at: 'RCPT', code: 550, text: '5.1.8 Sender address rejected' },
  ] as const;
  it.each(part(TEMPORARY, 'temporary', 3))(
    'for $code $text to $at is tried again under the same ID',
    async (refusal) => {
      const server = await serve({ auth: { user: 'shop', password: 'secret' } });
      const id = await queue(await makeShop());
      server.refusal = refusal;
      await runMail(id);
      const deferred = await read(id);
      expect(deferred).toMatchObject({ status: 'queued', attempts: 1, leasedUntil: null });
      expect(deferred.response).toContain(refusal.text);
      expect(deferred.secrets).not.toBeNull();
      const [job] = await waiting(id);
      expect(job?.run_at.getTime()).toBeGreaterThan(Date.now() + 5000);
      server.refusal = null;
      await runMail(id);
      expect(server.received.map(({ messageId }) => messageId)).toEqual([deferred.messageId]);
      expect(await read(id)).toMatchObject({ status: 'sent', attempts: 2 });
    },
  );

  it('fails after the last try', async () => {
    const server = await serve();
    server.refusal = { at: 'RCPT', code: 450, text: 'Later' };
    const id = await queue(await makeShop());
    await db(null).mail.update({ where: { id }, data: { attempts: MAX_TRIES - 1 } });
    await runMail(id);
    expect(await read(id)).toMatchObject({
      status: 'failed',
      attempts: MAX_TRIES,
      response: '450 Later',
      secrets: null,
    });
    await runMail(id);
    expect((await read(id)).attempts).toBe(MAX_TRIES);
    expect(await waiting(id)).toEqual([]);
  });

  it.each([
    { at: 'RCPT', code: 550, text: 'No such user' },
    { at: 'RCPT', code: 551, text: 'User not local' },
    { at: 'RCPT', code: 553, text: 'Mailbox name not allowed' },
    { at: 'RCPT', code: 554, text: '5.1.1 No such user' },
    { at: 'RCPT', code: 552, text: '5.2.1 Mailbox disabled' },
    { at: 'DATA', code: 550, text: '5.1.1 No such user' },
  ] as const)(
    'for $code $text to $at fails, and so its address',
    { tags: 'soak' },
    async (refusal) => {
      const server = await serve();
      const shop = await makeShop();
      server.refusal = refusal;
      const id = await queue(shop, { recipient: 'Jo@Example.net' });
      await runMail(id);
      expect(await read(id)).toMatchObject({
        status: 'failed',
        attempts: 1,
        response: `${refusal.code} ${refusal.text}`,
        secrets: null,
      });
      expect(await waiting(id)).toEqual([]);
      server.refusal = null;
      const next = await queue(shop, { recipient: 'jo@example.net' });
      await runMail(next);
      expect(await read(next)).toMatchObject({ status: 'kept', reason: 'suppressed' });
      const elsewhere = await queue(await makeShop(), { recipient: 'jo@example.net' });
      await runMail(elsewhere);
      expect(await read(elsewhere)).toMatchObject({ status: 'sent' });
      expect(server.received).toHaveLength(1);
    },
  );

  const OF_MESSAGE = [
    { at: 'RCPT', code: 554, text: 'Transaction failed' },
    { at: 'DATA', code: 550, text: 'Looks like spam' },
    { at: 'DATA', code: 552, text: '5.2.3 Message too long' },
    { at: 'DATA', code: 554, text: '5.7.1 Looks like spam' },
  ] as const;
  it.each(part(OF_MESSAGE, 'of the message', 3))(
    'for $code $text to $at fails, but not its address',
    async (refusal) => {
      const server = await serve();
      const shop = await makeShop();
      server.refusal = refusal;
      const id = await queue(shop);
      await runMail(id);
      expect(await read(id)).toMatchObject({ status: 'failed', attempts: 1, secrets: null });
      server.refusal = null;
      const next = await queue(shop);
      await runMail(next);
      expect(await read(next)).toMatchObject({ status: 'sent' });
    },
  );

  it('waits for a server that is away', async () => {
    const server = await serve();
    await server.stop();
    const id = await queue(await makeShop());
    await runMail(id);
    const row = await read(id);
    expect(row).toMatchObject({ status: 'queued', attempts: 1 });
    expect(row.response).toContain('ECONNREFUSED');
  });

  it('does not go to a server whose certificate nobody vouches for', async () => {
    const server = await serve({ security: 'tls' }, '');
    const id = await queue(await makeShop());
    await runMail(id);
    expect((await read(id)).response).toMatch(/self-signed/);
    expect(server.received).toEqual([]);
  });
});

describe('a server that hangs', () => {
  /** Accepts connections and says nothing. */
  async function silence(): Promise<void> {
    const server: Server = createServer((socket) => socket.on('error', () => {}).unref());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    servers.push({ stop: async () => void server.close() });
    const query = 'greetingTimeout=300&connectionTimeout=300&socketTimeout=300';
    provideSettings({
      SMTP_URL: `smtp://127.0.0.1:${port}/?${query}`,
      MAIL_FROM: 'shop@example.com',
      MAIL_SANDBOX: 'send',
    });
  }

  it('before it greets is left, and tried again', async () => {
    await silence();
    const id = await queue(await makeShop());
    await runMail(id);
    expect(await read(id)).toMatchObject({ status: 'queued', attempts: 1 });
    expect(await waiting(id)).toHaveLength(1);
  });

  it('in the middle is left, and tried again', { tags: 'soak' }, async () => {
    const server = await serve({}, '?socketTimeout=300');
    server.refusal = { at: 'DATA', hang: true };
    const id = await queue(await makeShop());
    await runMail(id);
    expect(await read(id)).toMatchObject({ status: 'queued', attempts: 1 });
    server.refusal = null;
    await runMail(id);
    expect(server.received).toHaveLength(1);
  });

  it('holds up no other jobs', { tags: 'soak' }, async () => {
    await serve({}, '?socketTimeout=2000').then((server) => {
      server.refusal = { at: 'DATA', hang: true };
    });
    const shop = await makeShop();
    const ids = [await queue(shop), await queue(shop), await queue(shop)];
    for (let sales = 0; sales < 3; sales += 1) {
      ids.push(await queue(shop, { kind: 'test_mail', data: { requested_by: null }, secrets: {} }));
    }
    const other = jobKind('other_than_mails', z.object({}));
    let tried: number | undefined;
    const note = handler(other, async () => {
      tried = await db(null).mail.count({ where: { id: { in: ids }, attempts: { gt: 0 } } });
    });
    await transaction(systemScope(shop), (scope) => addJob(scope, other, {}));
    servers.push(startWorker({ periodic: [], handlers: [...work.handlers, note] }));
    await expect.poll(() => tried).toBeLessThanOrEqual(2);
  });

  it('holds up no mails of sign-in and reset, which go before all others', {
    tags: 'soak',
  }, async () => {
    // Other tests leave mails that are tried again.
    await db(null).$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    const server = await serve();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const isFirst = ({ recipient }: { recipient: string }) => recipient === 'ada@example.com';
    server.beforeAnswer = (mail) => (isFirst(mail) ? Promise.resolve() : released);
    const shop = await makeShop();
    const expires_at = '2026-01-01T00:00:00Z';
    const invitation = {
      kind: 'invitation',
      data: { organization_name: 'Shop', role: 'admin', inviter: null, expires_at },
      secrets: { url: 'https://shop.example/invitation#secret' },
    } as const;
    const sale = { kind: 'test_mail', data: { requested_by: null }, secrets: {} } as const;
    for (let count = 0; count < 3; count += 1) {
      await queue(shop, invitation);
      await queue(shop, sale);
      await queue(shop);
    }
    servers.push(startWorker({ periodic: [], handlers: work.handlers }));
    // Every other queue waits for the answer to a mail.
    await expect.poll(() => server.received.length).toBe(2);
    const account = { organizationId: null, recipient: 'ada@example.com', data: { name: 'Ada' } };
    const secrets = { url: 'https://shop.example/link#secret' };
    const firsts = [
      { ...account, kind: 'reset_password', secrets },
      { ...account, kind: 'sign_in_link', data: { name: 'Ada', cause: 'requested' }, secrets },
      { ...account, kind: 'confirm_email', data: { name: 'Ada', cause: 'sign_up' }, secrets },
    ] as const;
    await transaction(installationScope(), async (scope) => {
      for (const mail of firsts) await queueMail(scope, mail);
    });
    await expect.poll(() => server.received.length).toBe(2 + firsts.length);
    expect(server.received.slice(2).every(isFirst)).toBe(true);
    release();
    await expect.poll(() => server.received.length).toBe(9 + firsts.length);
    // Portal access of buyers goes before the invitations that were queued earlier.
    const later = server.received.slice(2 + firsts.length).map(({ subject = '' }) => subject);
    const invited = later.findIndex((subject) => subject.startsWith('You’re invited'));
    const access = later.findLastIndex((subject) => subject.startsWith('Your sign-in code'));
    expect(access).toBeLessThan(invited);
  });

  it('is left by a process that stops, without a try being counted', { tags: 'soak' }, async () => {
    const server = await serve();
    server.refusal = { at: 'DATA', hang: true };
    const id = await queue(await makeShop());
    const stopping = new AbortController();
    const run = () => sendMails(renderMail).run({ mail_id: id }, stopping.signal);
    const running = run();
    await expect.poll(async () => (await read(id)).attempts).toBe(1);
    stopping.abort();
    await running;
    const left = { status: 'queued', attempts: 0, leasedUntil: null };
    expect(await read(id)).toMatchObject(left);
    await run();
    expect(await read(id)).toMatchObject(left);
    const [job] = await waiting(id);
    expect(job?.run_at.getTime()).toBeLessThanOrEqual(Date.now());
    server.refusal = null;
    await runMail(id);
    expect(server.received).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('leaves its mail to that worker until the lease is over', async () => {
    const server = await serve();
    const id = await queue(await makeShop());
    // As a worker leaves it that was killed while it sent.
    const leasedUntil = new Date(Date.now() + 60_000);
    await db(null).mail.update({ where: { id }, data: { attempts: 1, leasedUntil } });
    await runMail(id);
    expect(server.received).toEqual([]);
    expect((await waiting(id)).map(({ run_at: at }) => at)).toEqual([leasedUntil]);
    await db(null).mail.update({ where: { id }, data: { leasedUntil: new Date(0) } });
    await runMail(id);
    expect(server.received).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: 'sent', attempts: 2 });
  });
});

describe('a mail of a customer', () => {
  async function makeCustomer() {
    const as = await makeSeller();
    const body = { email: `old-${crypto.randomUUID()}@example.net`, name: 'Old Name' };
    const { id, email } = await callApi(createCustomer, { body }, { as });
    const mail = (given: Partial<MailToSend> = {}) =>
      queue(as.organizationId, { recipient: email, customerId: id, ...given });
    const change = (fields: object) =>
      callApi(updateCustomer, { params: { id }, body: fields }, { as });
    const remove = () => callApi(deleteCustomer, { params: { id } }, { as });
    return { email, mail, change, remove };
  }
  const toSeller = {
    kind: 'test_mail',
    recipient: 'owner@example.net',
    data: { requested_by: 'Old Name' },
    secrets: {},
  } as const;

  it('goes to the address of the present', async () => {
    const server = await serve();
    const { mail, change } = await makeCustomer();
    const [id, seller] = [await mail(), await mail(toSeller)];
    const now = { email: `new-${crypto.randomUUID()}@example.net`, name: 'New Name' };
    await change(now);
    server.refusal = { at: 'RCPT', code: 451, text: 'Later' };
    await runMail(id);
    server.refusal = null;
    await runMail(id);
    await runMail(seller);
    expect(server.received.map(({ recipient }) => recipient)).toEqual([
      now.email,
      toSeller.recipient,
    ]);
    expect(await read(id)).toMatchObject({ recipient: now.email, recipientName: now.name });
  });

  it('that waits ends with the customer, and what is in the others is erased', async () => {
    const server = await serve();
    const { email, mail, remove } = await makeCustomer();
    const [sent, seller, waits] = [await mail(), await mail(toSeller), await mail()];
    await runMail(sent);
    await runMail(seller);
    await remove();
    await runMail(waits);
    expect(server.received).toHaveLength(2);
    const erased = { data: {}, html: null, text: null, secrets: null };
    const masked = { recipient: '••••••', recipientName: null };
    expect(await read(sent)).toMatchObject({ status: 'sent', ...erased, ...masked });
    expect(await read(seller)).toMatchObject({ ...erased, status: 'sent', subject: null });
    expect((await read(seller)).recipient).toBe(toSeller.recipient);
    const ended = { status: 'kept', reason: 'customer_deleted' };
    expect(await read(waits)).toMatchObject({ ...ended, ...erased, ...masked });
    expect(JSON.stringify([await read(sent), await read(waits)])).not.toContain(email);
    // Queued by work that had read the customer before.
    const late = await mail();
    await runMail(late);
    expect(await read(late)).toMatchObject({ ...ended, ...erased, ...masked });
    expect(server.received).toHaveLength(2);
  });

  it('is erased after 90 days, but for one that waits', async () => {
    await serve();
    const { email, mail } = await makeCustomer();
    const [old, older, young, waits] = [await mail(), await mail(), await mail(), await mail()];
    await runMail(old);
    await runMail(older);
    await runMail(young);
    const now = new Date();
    const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const age = (id: string, times: { createdAt?: Date; queuedAt: Date | null }) =>
      db(null).mail.update({ where: { id }, data: times });
    await age(old, { queuedAt: ago(91) });
    await age(older, { createdAt: ago(91), queuedAt: null });
    await age(waits, { queuedAt: ago(91) });
    // By a test clock it may be of any time.
    await age(young, { createdAt: ago(1000), queuedAt: ago(89) });
    await eraseOldMails(now);
    const kept = { status: 'sent', recipient: email };
    const erased = { ...kept, data: {}, html: null, text: null };
    expect(await read(old)).toMatchObject(erased);
    expect(await read(older)).toMatchObject(erased);
    expect((await read(young)).html).not.toBeNull();
    expect((await read(waits)).data).not.toEqual({});
  });
});

describe('MAIL_SANDBOX', () => {
  const outcome = async (id: string) => {
    await runMail(id);
    const { status, reason } = await read(id);
    return [status, reason];
  };

  it('members sends to the members and the invited alone, outbox to nobody', {
    tags: 'soak',
  }, async () => {
    await serve();
    const { organizationId, userId } = await makeSeller();
    const { email } = await db(null).user.findUniqueOrThrow({ where: { id: userId } });
    await db(null).invitation.create({
      data: {
        id: organizationId,
        organizationId,
        expiresAt: new Date(),
        email: 'invited@example.net',
        role: 'member',
        digest: organizationId,
      },
    });
    provideSettings({ MAIL_SANDBOX: 'members' });
    const to = (recipient: string) => queue(organizationId, { recipient });
    expect(await outcome(await to(email.toUpperCase()))).toEqual(['sent', null]);
    expect(await outcome(await to('Invited@example.net'))).toEqual(['sent', null]);
    expect(await outcome(await to('buyer@example.net'))).toEqual(['kept', 'sandbox']);
    provideSettings({ MAIL_SANDBOX: 'outbox' });
    expect(await outcome(await to(email))).toEqual(['kept', 'sandbox']);
    await db(null).organization.update({
      where: { id: organizationId },
      data: { isSandbox: false },
    });
    expect(await outcome(await to('buyer@example.net'))).toEqual(['sent', null]);
  });

  it('keeps no mail of accounts', async () => {
    const server = await serve();
    provideSettings({ MAIL_SANDBOX: 'outbox' });
    const { organizationId } = await makeSeller();
    const invitation = await queue(organizationId, {
      kind: 'invitation',
      data: {
        organization_name: 'Shop',
        role: 'admin',
        inviter: null,
        expires_at: '2026-01-01T00:00:00Z',
      },
      secrets: { url: 'https://shop.example/invitation#secret' },
    });
    expect(await outcome(invitation)).toEqual(['sent', null]);
    const [invited] = server.received;
    expect(invited?.from?.text).toBe('"Tilldesk" <shop@example.com>');
    expect(invited?.replyTo).toBeUndefined();
    expect(invited?.text).toContain('the organization “Shop”');
    const account = await transaction(installationScope(), (scope) =>
      queueMail(scope, {
        kind: 'password_changed',
        organizationId: null,
        recipient: 'jo@example.com',
        data: { name: 'Jo', at: '2026-01-01T00:00:00Z' },
        secrets: {},
      }),
    );
    expect(await outcome(account)).toEqual(['sent', null]);
    expect(await read(account)).toMatchObject({ html: null, text: null });
    expect(server.received.at(-1)?.from?.text).toBe('"Tilldesk" <shop@example.com>');
    expect(server.received.at(-1)?.replyTo).toBeUndefined();
  });
});
