import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { exportPortalCustomer } from '@/lib/resources/customer-exports/contract';
import {
  createCustomerSession,
  endPortalSession,
  redeemPortalAccess,
  requestPortalAccess,
} from '@/lib/resources/customer-sessions/contract';
import { purgeCustomerSessions, sendPortalAccessJob } from '@/lib/resources/customer-sessions/jobs';
import { sendPortalAccess } from '@/lib/resources/customer-sessions/service';
import { deleteCustomer, getCustomer, updateCustomer } from '@/lib/resources/customers/contract';
import { listCustomerOrders } from '@/lib/resources/orders/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi, refusal } from '@/testing/call-api';
import { makeCustomer, makeSeller, type Seller } from '@/testing/factories';
import { findMails, runMail } from '@/testing/mails';
import { buyer, confirm, makeCheckout, makeProduct } from '@/testing/shop';

// Sign-in to the customer's portal: docs/contract/portal.md#sign-in.

let seller: Seller;
let email: string;
let customer: { id: string };
/** Every test has a shop, an address and a client of its own. */
let from: { headers: Record<string, string> };
beforeEach(async () => {
  seller = await makeSeller();
  email = `buyer-${newId()}@example.com`;
  customer = await makeCustomer(seller.organizationId, { email });
  from = client();
});

function client() {
  const part = () => newId().slice(-4);
  return { headers: { 'x-client-ip': `2001:db8:${part()}:${part()}::1` } };
}

const waiting = (organization_id: string) =>
  db(null).$queryRaw<{ payload: object }[]>`
    SELECT j.payload FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = ${sendPortalAccess.name} AND j.payload ->> 'organization_id' = ${organization_id}`;

/** Requests access and does the job; returns the link and the code of its mail, undefined where none was made. */
async function requestAccess(address = email, organization_id = seller.organizationId) {
  await callApi(requestPortalAccess, { body: { organization_id, email: address } }, from);
  return runJobs(organization_id);
}

async function runJobs(organization_id = seller.organizationId) {
  const before = (await mailsOf(organization_id)).length;
  for (const { payload } of await waiting(organization_id)) {
    await sendPortalAccessJob.run(payload, new AbortController().signal);
  }
  const mails = await mailsOf(organization_id);
  const secrets = mails.length > before ? mails.at(-1)?.secrets : undefined;
  if (!secrets) return undefined;
  const { url, code } = secrets as { url: string; code: string };
  return { url, code, token: url.split('#')[1] ?? '' };
}

const mailsOf = (organizationId: string) => findMails({ organizationId, kind: 'portal_access' });

async function access(address = email) {
  const sent = await requestAccess(address);
  if (!sent) throw new Error('No mail was sent');
  return sent;
}

const redeem = (body: object, more: { idempotencyKey?: string } = {}) =>
  callApi(redeemPortalAccess, { body }, { ...from, ...more });
const redeemCode = (code: string, address = email, organization_id = seller.organizationId) =>
  redeem({ organization_id, email: address, code });
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { status: number }) => error.status,
  );
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a link or a code', () => {
  it('opens a full session, once, and confirms the address', async () => {
    const { url, token, code } = await access();
    expect(url).toBe(`http://localhost:3000/portal/${seller.slug}/access#${token}`);
    expect(token).toMatch(/^td_pl_[\w-]{43}$/);
    expect(code).toMatch(/^\d{6}$/);
    const session = await redeem({ token });
    expect(session).toMatchObject({
      customer_id: customer.id,
      customer: { email, email_verified: true },
    });
    expect(session).not.toHaveProperty('customer_portal_url');
    const { items } = await callApi(listCustomerOrders, {}, { as: session });
    expect(items).toEqual([]);
    expect(await outcome(redeem({ token }))).toBe(404);
    expect(await outcome(redeemCode(code))).toBe(404);
  });

  it('the code works as well, with blanks and any case of the address; then the link is used up', {
    tags: 'soak',
  }, async () => {
    const { token, code } = await access();
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    const session = await redeemCode(typed, email.toUpperCase());
    expect(session.customer.email_verified).toBe(true);
    expect(await outcome(redeem({ token }))).toBe(404);
  });

  it('opens one session, however many redeem it at once', async () => {
    const { token, code } = await access();
    const tries = Array.from({ length: 8 }, (_, index) =>
      outcome(index % 2 ? redeem({ token }) : redeemCode(code)),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 404)).toHaveLength(7);
    const where = { customerId: customer.id };
    expect(await db(null).customerSession.count({ where })).toBe(1);
  });

  it('a lost answer is repeated under its idempotency key, to whoever has the credential', async () => {
    const { token } = await access();
    const idempotencyKey = newId();
    const first = await redeem({ token }, { idempotencyKey });
    expect(await redeem({ token }, { idempotencyKey })).toEqual(first);
    expect(await outcome(redeem({ token: 'td_pl_guess' }, { idempotencyKey }))).toBe(404);
  });

  it('is over after 15 minutes, and deleted', async () => {
    const { token, code } = await access();
    const where = { customerId: customer.id };
    const link = await db(null).portalLink.findFirstOrThrow({ where });
    expect(link.expiresAt.getTime() - link.createdAt.getTime()).toBe(15 * 60_000);
    await db(null).portalLink.updateMany({ where, data: { expiresAt: new Date() } });
    expect(await outcome(redeem({ token }))).toBe(404);
    expect(await outcome(redeemCode(code))).toBe(404);
    await purgeCustomerSessions(new Date());
    expect(await db(null).portalLink.count({ where })).toBe(0);
  });

  it('belongs to its organization and its address', async () => {
    const other = await makeSeller();
    await makeCustomer(other.organizationId, { email });
    const stranger = await makeCustomer(seller.organizationId, { email: `x-${email}` });
    const { code } = await access();
    expect(await outcome(redeemCode(code, email, other.organizationId))).toBe(404);
    expect(await outcome(redeemCode(code, `x-${email}`))).toBe(404);
    expect((await redeemCode(code)).customer_id).not.toBe(stranger.id);
  });

  it('is refused where another organization is named, and still works in its own', async () => {
    const other = await makeSeller();
    const { token } = await access();
    const inOther = redeem({ token, organization_id: other.organizationId });
    expect(await outcome(inOther)).toBe(404);
    const session = await redeem({ token, organization_id: seller.organizationId });
    expect(session.customer_id).toBe(customer.id);
  });

  it('ends when the seller changes the address or deletes the customer', async () => {
    const as = { as: seller };
    const moved = await access();
    const opened = await redeemCode(moved.code);
    const { token } = await access();
    const body = { email: `new-${email}` };
    const changed = await callApi(updateCustomer, { params: customer, body }, as);
    expect(changed.email_verified).toBe(false);
    expect(await outcome(redeem({ token }))).toBe(404);
    const { status } = await refusal(listCustomerOrders, {}, { as: opened });
    expect(status).toBe(401);
    const last = await access(`new-${email}`);
    await callApi(deleteCustomer, { params: customer }, as);
    expect(await outcome(redeem({ token: last.token }))).toBe(404);
  });

  it('stands nowhere in clear: neither database, nor mail once it has ended, nor stored reply', async () => {
    const { token, code } = await access();
    const session = await redeem({ token }, { idempotencyKey: newId() });
    const [mail] = await mailsOf(seller.organizationId);
    await runMail(mail?.id ?? '');
    const second = await access();
    const stored = JSON.stringify([
      await db(null).portalLink.findMany(),
      await db(null).customerSession.findMany(),
      await db(null).idempotencyEntry.findMany(),
      await db(null).event.findMany({
        where: { organizationId: seller.organizationId },
        omit: { sequence: true },
      }),
      await db(null).mail.findMany({ where: { organizationId: seller.organizationId } }),
    ]);
    for (const secret of [token, session.token, second.token]) expect(stored).not.toContain(secret);
    const mails = await db(null).mail.findMany({ where: { id: mail?.id ?? '' } });
    expect(mails).toMatchObject([{ secrets: null }]);
    expect(`${mails[0]?.html} ${mails[0]?.text}`).not.toMatch(new RegExp(`${token}|${code}`));
  });
});

describe('codes', () => {
  it('end with the next mail, whose code alone works; the earlier link stays one that was mailed', {
    tags: 'soak',
  }, async () => {
    const earlier = await access();
    const later = await access();
    expect(later.code === earlier.code || (await outcome(redeemCode(earlier.code)))).not.toBe(200);
    expect((await redeemCode(later.code)).customer_id).toBe(customer.id);
    expect(await outcome(redeemCode(later.code))).toBe(404);
    const { id } = customer;
    await db(null).customer.update({ where: { id }, data: { emailVerified: false } });
    expect((await redeem({ token: earlier.token })).customer.email_verified).toBe(true);
  });

  it('end after ten wrong ones, however many were mailed', async () => {
    const codes = [await access(), await access(), await access()].map(({ code }) => code);
    const guess = ['000000', '000001', '000002', '000003'].find((code) => !codes.includes(code));
    const guesses = Array.from({ length: 10 }, () => outcome(redeemCode(guess ?? '')));
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([404]));
    expect(await outcome(redeemCode(codes[2] ?? ''))).toBe(404);
  });

  it('end after ten wrong ones, sent at once or not; the link of the mail goes on', {
    tags: 'soak',
  }, async () => {
    const { token, code } = await access();
    const guesses = Array.from({ length: 9 }, () => outcome(redeemCode(wrong(code))));
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([404]));
    const links = await db(null).portalLink.findMany({ where: { customerId: customer.id } });
    expect(links).toMatchObject([{ wrongCodes: 9 }]);
    expect(await outcome(redeemCode(wrong(code)))).toBe(404);
    expect(await outcome(redeemCode(code))).toBe(404);
    const session = await redeem({ token });
    expect(session.customer.email_verified).toBe(true);
    expect(await outcome(redeem({ token }))).toBe(404);
  });

  it('end after ten wrong ones while the link is redeemed', { tags: 'soak' }, async () => {
    const { token, code } = await access();
    const guesses = Array.from({ length: 20 }, () => outcome(redeemCode(wrong(code))));
    const opened = redeem({ token });
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([404]));
    expect((await opened).customer_id).toBe(customer.id);
    expect(await outcome(redeemCode(code))).toBe(404);
  });

  it('are limited by client address: 6 failures a minute live', { tags: 'soak' }, async () => {
    await db(null).organization.update({
      where: { id: seller.organizationId },
      data: { isSandbox: false },
    });
    const { code } = await access();
    const guesses = Array.from({ length: 12 }, () => outcome(redeemCode(wrong(code))));
    const answers = await Promise.all(guesses);
    expect(answers.filter((status) => status === 404)).toHaveLength(6);
    expect(answers.filter((status) => status === 429)).toHaveLength(6);
    expect(await outcome(redeemCode(code))).toBe(429);
  });

  it('answer alike for an address that is unknown, and one without a request', async () => {
    const answers = await Promise.all(
      [email, 'nobody@example.com'].map(async (address) => {
        const body = { organization_id: seller.organizationId, email: address, code: '123456' };
        const { status, body: answer } = await refusal(redeemPortalAccess, { body }, from);
        const { request_id, ...content } = answer;
        return { status, content };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });
});

it('a sign-out ends the session of the call, and no other', async () => {
  const [ended, kept] = [await access(), await access()];
  const session = await redeem({ token: ended.token });
  const other = await redeem({ token: kept.token });
  await callApi(endPortalSession, {}, { as: session });
  const { status } = await refusal(listCustomerOrders, {}, { as: session });
  expect(status).toBe(401);
  expect((await refusal(endPortalSession, {}, { as: session })).status).toBe(401);
  expect((await callApi(listCustomerOrders, {}, { as: other })).items).toEqual([]);
});

describe('a request', () => {
  it('answers alike for everybody, and mails customers alone', async () => {
    const foreign = await makeSeller();
    await makeCustomer(foreign.organizationId, { email: 'theirs@example.com' });
    for (const address of ['nobody@example.com', 'theirs@example.com']) {
      expect(await requestAccess(address)).toBeUndefined();
    }
    expect(await requestAccess(email, newId())).toBeUndefined();
    expect(await requestAccess()).toBeDefined();
    expect(await mailsOf(foreign.organizationId)).toEqual([]);
    const [mail] = await mailsOf(seller.organizationId);
    expect(mail).toMatchObject({ recipient: email, customerId: customer.id });
  });

  it('is mailed to the stored address, whatever way it was typed', async () => {
    await access(email.toUpperCase());
    expect(await mailsOf(seller.organizationId)).toMatchObject([{ recipient: email }]);
  });

  it('is mailed 5 times an hour for an address, and answered alike beyond', async () => {
    const send = (address: string) =>
      callApi(
        requestPortalAccess,
        { body: { organization_id: seller.organizationId, email: address } },
        client(),
      );
    await Promise.all(Array.from({ length: 8 }, () => send(email)));
    await send(email.toUpperCase());
    await runJobs();
    expect(await mailsOf(seller.organizationId)).toHaveLength(5);
  });

  it('is refused from the 31st of a client address in an hour', async () => {
    const send = () =>
      callApi(
        requestPortalAccess,
        { body: { organization_id: seller.organizationId, email: `${newId()}@example.com` } },
        from,
      );
    const answers = await Promise.all(Array.from({ length: 34 }, () => outcome(send())));
    expect(answers.filter((status) => status === 429)).toHaveLength(4);
  });

  it('is mailed once, however often its job runs', async () => {
    await callApi(
      requestPortalAccess,
      { body: { organization_id: seller.organizationId, email } },
      from,
    );
    const [job] = await waiting(seller.organizationId);
    expect(JSON.stringify(job)).not.toContain(email);
    const run = () => sendPortalAccessJob.run(job?.payload, new AbortController().signal);
    await Promise.all([run(), run(), run()]);
    expect(await mailsOf(seller.organizationId)).toHaveLength(1);
  });

  it('never takes the address of its link from the request', async () => {
    from.headers = { ...from.headers, host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    expect((await access()).url).toMatch(/^http:\/\/localhost:3000\/portal\//);
  });
});

describe('the link that a seller gets', () => {
  it('opens a session of its own for an hour, once, and confirms no address', async () => {
    const body = { customer_id: customer.id };
    const made = await callApi(createCustomerSession, { body }, { as: seller });
    const [page, token = ''] = made.customer_portal_url.split('#');
    expect(page).toBe(`http://localhost:3000/portal/${seller.slug}/access`);
    const link = await db(null).portalLink.findFirstOrThrow({
      where: { customerId: customer.id },
    });
    expect(link.expiresAt.toISOString()).toBe(made.expires_at);
    const opened = await redeem({ token });
    expect(opened.token).not.toBe(made.token);
    expect(opened.customer.email_verified).toBe(false);
    expect(await outcome(redeem({ token }))).toBe(404);
  });
});

it('a purchase under somebody else’s address gives no sight of what that person has', async () => {
  const product = await makeProduct(seller);
  await confirm(await makeCheckout(seller, product.id), buyer({ customer_email: email }));
  const attacker = await confirm(
    await makeCheckout(seller, product.id),
    buyer({ customer_email: email.toUpperCase() }),
  );
  const as = { token: attacker.customer_session_token };
  const { items } = await callApi(listCustomerOrders, {}, { as });
  expect(items).toHaveLength(1);
  const { status } = await refusal(exportPortalCustomer, { params: customer }, { as });
  expect(status).toBe(404);
  const { email_verified } = await callApi(getCustomer, { params: customer }, { as: seller });
  expect(email_verified).toBe(false);
});
