import { describe, expect, it } from 'vitest';
import type { ApiFailure } from '@/lib/client/client';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import {
  redeemPortalAccess,
  requestPortalAccess,
} from '@/lib/resources/customer-sessions/contract';
import { createCustomer, deleteCustomer, updateCustomer } from '@/lib/resources/customers/contract';
import { listLicenseKeys } from '@/lib/resources/license-keys/contract';
import {
  exportMails,
  getMail,
  getMailSettings,
  listMails,
  resendMail,
  sendTestMail,
} from '@/lib/resources/mails/contract';
import type { MailToSend } from '@/lib/resources/mails/kinds';
import { countRequested, queueMail } from '@/lib/resources/mails/service';
import { acceptInvitation, createInvitation } from '@/lib/resources/members/contract';
import { callApi, refusal } from '@/testing/call-api';
import { makeSeller, makeToken, makeUser, type Seller } from '@/testing/factories';
import { findMails, runMail } from '@/testing/mails';
import { confirm, makeCheckout, makeKeyProduct } from '@/testing/shop';

const AT = '2026-01-01T00:00:00Z';

/** Queues a mail of the seller and keeps it in the outbox. */
async function keep(seller: Seller, given: Partial<MailToSend> = {}): Promise<string> {
  const { organizationId } = seller;
  const mail = {
    kind: 'portal_access',
    organizationId,
    recipient: 'jo@example.net',
    data: { expires_at: AT },
    secrets: { url: 'https://shop.example/redeem#a-secret-token', code: '918273' },
    ...given,
  } as MailToSend;
  const id = await transaction(systemScope(organizationId), (scope) => queueMail(scope, mail));
  await runMail(id);
  return id;
}

describe('the outbox', () => {
  it('shows mails by kind, status and words, with their secrets masked', async () => {
    const as = await makeSeller();
    const id = await keep(as, { recipientName: 'Jo Doe' });
    const test = await callApi(sendTestMail, { params: { id: as.organizationId } }, { as });
    expect(test).toMatchObject({ kind: 'test_mail', status: 'queued', subject: null });
    const { items } = await callApi(listMails, {}, { as });
    expect(items.map((mail) => mail.id)).toEqual([test.id, id]);
    const idsOf = async (query: object) =>
      (await callApi(listMails, { query }, { as })).items.map((mail) => mail.id);
    expect(await idsOf({ kind: ['portal_access'] })).toEqual([id]);
    expect(await idsOf({ status: ['queued'] })).toEqual([test.id]);
    expect(await idsOf({ query: 'JO DOE' })).toEqual([id]);
    expect(await idsOf({ kind: ['receipt'] })).toEqual([]);
    const mail = await callApi(getMail, { params: { id } }, { as });
    expect(mail).toMatchObject({ status: 'kept', reason: 'no_mail_server', attempts: 1 });
    expect(mail.text).toContain('••••••');
    const exported = await callApi(exportMails, {}, { as });
    expect(JSON.stringify([mail, exported])).not.toMatch(/918273|a-secret-token/);
  });

  it('is for owners and admins alone', async () => {
    const seller = await makeSeller();
    const id = await keep(seller);
    const member = await makeUser();
    await db(null).membership.create({
      data: { organizationId: seller.organizationId, userId: member.id, role: 'member' },
    });
    const as = { token: await makeToken({ userId: member.id }) };
    const refused = await refusal(getMail, { params: { id } }, { as });
    expect(refused).toMatchObject({ status: 403, error: 'NotPermitted' });
    expect(await refusal(listMails, {}, { as })).toMatchObject({ status: 403 });
    const again = await refusal(resendMail, { params: { id } }, { as });
    expect(again).toMatchObject({ status: 403, error: 'NotPermitted' });
  });

  it('says how mails are sent', async () => {
    const as = await makeSeller();
    const settings = await callApi(getMailSettings, {}, { as });
    expect(settings).toEqual({ has_mail_server: false, from: null, sandbox: 'members' });
  });

  it('takes test mails to people alone', async () => {
    const { organizationId, userId } = await makeSeller();
    const { email } = await db(null).user.findUniqueOrThrow({ where: { id: userId } });
    const params = { id: organizationId };
    const as = { token: await makeToken({ userId }) };
    expect(await callApi(sendTestMail, { params }, { as })).toMatchObject({ recipient: email });
    const machine = { token: await makeToken({ organizationId }) };
    const refused = await refusal(sendTestMail, { params }, { as: machine });
    expect(refused).toMatchObject({ status: 403 });
  });
});

describe('resending', () => {
  const resend = (as: Seller, id: string) => callApi(resendMail, { params: { id } }, { as });
  const why = async (as: Seller, id: string): Promise<ApiFailure> =>
    refusal(resendMail, { params: { id } }, { as });

  it('makes a new mail with new secrets, to the address that its customer has now', async () => {
    const as = await makeSeller();
    const customer = await callApi(createCustomer, { body: { email: 'old@example.net' } }, { as });
    const id = await keep(as, { recipient: customer.email, customerId: customer.id });
    await callApi(
      updateCustomer,
      { params: { id: customer.id }, body: { email: 'new@example.net' } },
      { as },
    );
    const again = await resend(as, id);
    expect(again).toMatchObject({ status: 'queued', recipient: 'new@example.net' });
    const [first, second] = await findMails({ organizationId: as.organizationId });
    expect(second?.messageId).not.toBe(first?.messageId);
    const code = second?.kind === 'portal_access' ? second.secrets.code : '';
    const session = await callApi(redeemPortalAccess, {
      body: { organization_id: as.organizationId, email: 'new@example.net', code },
    });
    expect(session.customer_id).toBe(customer.id);
    await callApi(deleteCustomer, { params: { id: customer.id } }, { as });
    expect(await why(as, id)).toMatchObject({ status: 403, error: 'NotPermitted' });
  });

  it('of a mail to a seller about a customer goes to the seller, until it is erased', async () => {
    const as = await makeSeller();
    const customer = await callApi(createCustomer, { body: { email: 'c@example.net' } }, { as });
    const id = await keep(as, {
      kind: 'new_sale',
      recipient: 'owner@example.net',
      customerId: customer.id,
      data: {
        product_name: 'Pro',
        customer_email: customer.email,
        customer_name: null,
        amount: 500,
        currency: 'usd',
        url: 'https://shop.example/orders/1',
      },
      secrets: {},
    });
    const again = await resend(as, id);
    expect(again).toMatchObject({ recipient: 'owner@example.net', customer_id: customer.id });
    await callApi(deleteCustomer, { params: { id: customer.id } }, { as });
    expect(await why(as, id)).toMatchObject({ status: 403, error: 'NotPermitted' });
  });

  it('is limited by address, with invitations and test mails, in any case of it', async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const params = { id: organizationId };
    const email = `invited-${crypto.randomUUID()}@example.net`;
    const inviteAs = (given: string) =>
      ({ params, body: { email: given, role: 'member' as const } }) as const;
    await callApi(createInvitation, inviteAs(email), { as });
    const [mail] = await findMails({ organizationId });
    const id = mail?.id ?? '';
    await runMail(id);
    await Promise.all(Array.from({ length: 3 }, () => resend(as, id)));
    await callApi(createInvitation, inviteAs(email.toUpperCase()), { as });
    expect(await why(as, id)).toMatchObject({ status: 429, error: 'TooManyRequests' });
    expect(await refusal(createInvitation, inviteAs(email), { as })).toMatchObject({ status: 429 });
    expect(await findMails({ organizationId })).toHaveLength(5);
    await callApi(createInvitation, inviteAs(`other-${email}`), { as });
    const other = await makeSeller();
    const elsewhere = { ...inviteAs(email), params: { id: other.organizationId } };
    const refused = await refusal(createInvitation, elsewhere, { as: other });
    expect(refused).toMatchObject({ status: 429, error: 'TooManyRequests' });
    for (let sent = 0; sent < 5; sent += 1) await callApi(sendTestMail, { params }, { as });
    expect(await refusal(sendTestMail, { params }, { as })).toMatchObject({ status: 429 });
  });

  it('shares the limit of portal access with its buyer', async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const email = `buyer-${crypto.randomUUID()}@example.net`;
    const customer = await callApi(createCustomer, { body: { email } }, { as });
    const id = await keep(as, { recipient: 'old@example.net', customerId: customer.id });
    const body = { organization_id: organizationId, email };
    for (let asked = 0; asked < 3; asked += 1) await callApi(requestPortalAccess, { body });
    await resend(as, id);
    await resend(as, id);
    expect(await why(as, id)).toMatchObject({ status: 429 });
  });

  it('is limited by organization', async () => {
    const as = await makeSeller();
    const { organizationId } = as;
    const scope = systemScope(organizationId);
    for (let sent = 0; sent < 200; sent += 1) {
      const email = `${sent}@example.net`;
      await countRequested({ organizationId, kind: 'test_mail', email }, scope);
    }
    const params = { id: organizationId };
    expect(await refusal(sendTestMail, { params }, { as })).toMatchObject({ status: 429 });
  });

  it('gives a pending invitation a new link, and ends with the invitation', async () => {
    const as = await makeSeller();
    const invited = await makeUser();
    const { url } = await callApi(
      createInvitation,
      { params: { id: as.organizationId }, body: { email: invited.email, role: 'admin' } },
      { as },
    );
    const data = { organization_name: 'Shop', role: 'admin', inviter: null, expires_at: AT };
    const id = await keep(as, {
      kind: 'invitation',
      recipient: invited.email,
      data,
      secrets: { url },
    } as Partial<MailToSend>);
    const { id: nextId } = await resend(as, id);
    const [next] = await findMails({ id: nextId });
    const nextUrl = next?.kind === 'invitation' ? next.secrets.url : '';
    const tokenOf = (link: string) => link.split('/').at(-1) ?? '';
    const token = await makeToken({ userId: invited.id });
    const accept = (link: string) => ({ body: { token: tokenOf(link) } });
    expect(await refusal(acceptInvitation, accept(url), { as: { token } })).toMatchObject({
      status: 404,
    });
    await callApi(acceptInvitation, accept(nextUrl), { as: { token } });
    expect(await why(as, id)).toMatchObject({ status: 403, error: 'NotPermitted' });
  });

  it("reads a receipt's license keys again", async () => {
    const as = await makeSeller();
    const product = await makeKeyProduct(as);
    await confirm(await makeCheckout(as, product.id));
    const [sold] = (await callApi(listLicenseKeys, {}, { as })).items;
    const key = sold?.key ?? '';
    const [receipt] = await findMails({ organizationId: as.organizationId, kind: 'receipt' });
    const id = receipt?.id ?? '';
    await runMail(id);
    const { text } = await callApi(getMail, { params: { id } }, { as });
    expect(text).not.toContain(key);
    const again = await resend(as, id);
    expect(again.order_id).toBe(receipt?.orderId);
    const [queued] = await findMails({ id: again.id });
    expect(queued).toMatchObject({ secrets: { license_keys: [{ key }] } });
  });

  it('waits for a mail that is not sent yet', async () => {
    const as = await makeSeller();
    const { id } = await callApi(sendTestMail, { params: { id: as.organizationId } }, { as });
    expect(await why(as, id)).toMatchObject({ status: 403, error: 'NotPermitted' });
    await runMail(id);
    expect(await resend(as, id)).toMatchObject({ kind: 'test_mail', status: 'queued' });
  });
});

it('writes to a refused address again once it is written anew', async () => {
  const as = await makeSeller();
  const { organizationId } = as;
  const email = 'gone@example.net';
  const suppress = () =>
    db(null).mailSuppression.create({
      data: { id: crypto.randomUUID(), organizationId, email, response: '550 No' },
    });
  const count = () => db(null).mailSuppression.count({ where: { organizationId } });
  await suppress();
  const { id } = await callApi(createCustomer, { body: { email } }, { as });
  expect(await count()).toBe(0);
  await suppress();
  await callApi(updateCustomer, { params: { id }, body: { name: 'Jo' } }, { as });
  expect(await count()).toBe(1);
  await callApi(updateCustomer, { params: { id }, body: { email: 'Gone@example.net' } }, { as });
  expect(await count()).toBe(0);
  await suppress();
  const params = { id: organizationId };
  await callApi(createInvitation, { params, body: { email, role: 'member' } }, { as });
  expect(await count()).toBe(0);
});
