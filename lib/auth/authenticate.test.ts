import { beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { notesWritten } from '@/lib/database/connection/notes';
import {
  createCustomField,
  deleteCustomField,
  getCustomField,
  listCustomFields,
  updateCustomField,
} from '@/lib/resources/custom-fields/contract';
import { newId } from '@/lib/runtime/ids';
import { digest } from '@/lib/runtime/secrets';
import { callApi, places, refusal, sendRaw } from '@/testing/call-api';
import { makeOrganization, makeSeller, makeToken, type Seller } from '@/testing/factories';

const field = () => ({ type: 'checkbox', slug: newId(), name: 'Terms', properties: {} }) as const;
const add = (as: { token: string }) => callApi(createCustomField, { body: field() }, { as });

let seller: Seller;
beforeAll(async () => {
  seller = await makeSeller();
});

async function answerTo(authorization: string | undefined) {
  const headers = authorization === undefined ? {} : { authorization };
  const response = await sendRaw(listCustomFields, {}, { headers });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, error: body.error, body, headers: response.headers };
}

describe('the credential', () => {
  it.each([undefined, 'Basic abc', 'Bearer', 'Bearer ', 'Bearer a b', 'token td_pat_x'])(
    'is asked for where there is none: %s',
    async (authorization) => {
      const { status, error, body, headers } = await answerTo(authorization);
      expect({ status, error }).toEqual({ status: 401, error: 'Unauthorized' });
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(body.request_id).toBe(headers.get('x-request-id'));
    },
  );

  it('is refused when it is unknown, expired, revoked or of another kind', async () => {
    const expired = await makeToken(
      { userId: seller.userId },
      { expiresAt: new Date(Date.now() - 1000) },
    );
    const revoked = await makeToken({ userId: seller.userId });
    expect(await answerTo(`Bearer ${revoked}`)).toMatchObject({ status: 200 });
    await db(null).token.delete({ where: { digest: digest(revoked) } });
    for (const token of [
      'x',
      'td_pat_unknown',
      'td_oat_unknown',
      'td_cst_unknown',
      expired,
      revoked,
    ]) {
      const { status, error, headers } = await answerTo(`Bearer ${token}`);
      expect({ status, error }).toEqual({ status: 401, error: 'invalid_token' });
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
  });

  it('is a token in whatever case the scheme is written', async () => {
    expect(await answerTo(`bearer ${seller.token}`)).toMatchObject({ status: 200 });
  });

  it('notes its last use once a minute', async () => {
    const token = await makeToken({ userId: seller.userId });
    const read = () => db(null).token.findUniqueOrThrow({ where: { digest: digest(token) } });
    const usedAt = async (lastUsedAt: Date | null) => {
      await db(null).token.update({ where: { digest: digest(token) }, data: { lastUsedAt } });
      await answerTo(`Bearer ${token}`);
      await notesWritten();
      return (await read()).lastUsedAt?.getTime() ?? 0;
    };
    const now = Date.now();
    expect(await usedAt(null)).toBeGreaterThanOrEqual(now);
    expect(await usedAt(new Date(now - 50_000))).toBe(now - 50_000);
    expect(await usedAt(new Date(now - 61_000))).toBeGreaterThanOrEqual(now);
  });
});

describe('scopes', () => {
  const withScopes = async (...scopes: Permission[]) => ({
    token: await makeToken({ userId: seller.userId }, { scopes }),
  });

  it('must cover the operation; writing includes reading', async () => {
    const { id } = await add(seller);
    const reader = await withScopes('custom_fields:read');
    const writer = await withScopes('custom_fields:write');
    const other = await withScopes('products:write', 'admin');
    const none = await withScopes();

    for (const as of [reader, writer]) await callApi(getCustomField, { params: { id } }, { as });
    await callApi(updateCustomField, { params: { id }, body: { name: 'New' } }, { as: writer });
    for (const as of [other, none]) {
      const failure = await refusal(getCustomField, { params: { id } }, { as });
      expect(failure).toMatchObject({ status: 403, error: 'insufficient_scope' });
    }
    for (const as of [reader, other, none]) {
      const failure = await refusal(deleteCustomField, { params: { id } }, { as });
      expect(failure).toMatchObject({ status: 403, error: 'insufficient_scope' });
    }
  });

  it('are named in the answer', async () => {
    const as = await withScopes('products:read');
    const { headers } = await sendRaw(listCustomFields, {}, { as });
    expect(headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="custom_fields:read"',
    );
  });
});

describe('roles', () => {
  it('let a member read everything and write little', async () => {
    const member = await makeSeller({ role: 'member' });
    await callApi(listCustomFields, {}, { as: member });
    const failure = await refusal(createCustomField, { body: field() }, { as: member });
    expect(failure).toMatchObject({ status: 403, error: 'NotPermitted' });
    // What he may do nowhere is refused before anything is looked up.
    const params = { id: newId() };
    expect(await refusal(deleteCustomField, { params }, { as: member })).toMatchObject({
      status: 403,
    });
  });

  it('let owners and admins write', async () => {
    for (const role of ['owner', 'admin'] as const) await add(await makeSeller({ role }));
  });

  it('are those of the organization that holds the object', async () => {
    const person = await makeSeller();
    const employer = await makeSeller();
    await db(null).membership.create({
      data: { organizationId: employer.organizationId, userId: person.userId, role: 'member' },
    });
    const own = await callApi(
      createCustomField,
      { body: { ...field(), organization_id: person.organizationId } },
      { as: person },
    );
    const [theirs, foreign] = await Promise.all([add(employer), add(seller)]);
    const update = (id: string) => ({ params: { id }, body: { name: 'New' } });

    await callApi(updateCustomField, update(own.id), { as: person });
    expect(await callApi(getCustomField, { params: { id: theirs.id } }, { as: person })).toEqual(
      theirs,
    );
    expect(await refusal(updateCustomField, update(theirs.id), { as: person })).toMatchObject({
      status: 403,
      error: 'NotPermitted',
    });
    for (const id of [foreign.id, newId()]) {
      expect(await refusal(updateCustomField, update(id), { as: person })).toMatchObject({
        status: 404,
      });
    }
    const into = (organization_id: string) =>
      refusal(createCustomField, { body: { ...field(), organization_id } }, { as: person });
    expect(await into(employer.organizationId)).toMatchObject({
      status: 403,
      error: 'NotPermitted',
    });
    expect(places(await into(seller.organizationId))).toEqual(['body.organization_id']);
  });

  it('end when the membership ends; tokens of the organization stay', async () => {
    const person = await makeSeller();
    const { organizationId, userId } = person;
    const token = await makeToken({ organizationId });
    const { id } = await add(person);
    await db(null).membership.delete({
      where: { organizationId_userId: { organizationId, userId } },
    });
    expect(await refusal(getCustomField, { params: { id } }, { as: person })).toMatchObject({
      status: 404,
    });
    await callApi(getCustomField, { params: { id } }, { as: { token } });
  });
});

describe('organization tokens', () => {
  it('see one organization, which is implied in what they create', async () => {
    const owner = await makeSeller();
    const second = await makeOrganization(owner.userId);
    const as = { token: await makeToken({ organizationId: second.id }) };
    const inFirst = { ...field(), organization_id: owner.organizationId };
    const { id } = await callApi(createCustomField, { body: inFirst }, { as: owner });

    expect(await add(as)).toMatchObject({ organization_id: second.id });
    expect(await refusal(getCustomField, { params: { id } }, { as })).toMatchObject({
      status: 404,
    });
    expect(places(await refusal(createCustomField, { body: inFirst }, { as }))).toEqual([
      'body.organization_id',
    ]);
    expect((await callApi(listCustomFields, {}, { as })).pagination.total_count).toBe(1);
    expect((await callApi(listCustomFields, {}, { as: owner })).pagination.total_count).toBe(2);
  });
});
