import { beforeAll, describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import {
  createSavedView,
  deleteSavedView,
  getSavedView,
  listSavedViews,
  updateSavedView,
} from '@/lib/resources/saved-views/contract';
import { type Actor, callApi, places, refusal } from '@/testing/call-api';
import { makeSeller, makeToken, makeUser, type Seller } from '@/testing/factories';

// docs/contract/additions.md#saved-views

let owner: Seller;
/** Two members of the role member. */
let ann: Actor;
let bob: Actor;

async function join(role: 'member' | 'admin'): Promise<Actor> {
  const { id: userId } = await makeUser();
  const { organizationId } = owner;
  await db(null).membership.create({ data: { organizationId, userId, role } });
  return { token: await makeToken({ userId }) };
}

beforeAll(async () => {
  owner = await makeSeller();
  [ann, bob] = [await join('member'), await join('member')];
});

const save = (as: Actor, more: object = {}) =>
  callApi(createSavedView, { body: { page: 'orders', name: 'Late', ...more } }, { as });
const namesOf = async (as: Actor, query: object = {}) =>
  (await callApi(listSavedViews, { query }, { as })).items.map(({ name }) => name);

describe('a saved view', () => {
  it('keeps what was given', async () => {
    const given = {
      page: 'license-keys',
      name: 'At their limit',
      query: 'at_limit=true&sorting=-created_at',
      columns: ['key', 'customer'],
    };
    const made = await save(ann, given);
    expect(made).toMatchObject({
      ...given,
      is_shared: false,
      organization_id: owner.organizationId,
    });
    expect(await callApi(getSavedView, { params: { id: made.id } }, { as: ann })).toEqual(made);
    const { modified_at, ...changed } = await callApi(
      updateSavedView,
      { params: { id: made.id }, body: { name: 'Full' } },
      { as: ann },
    );
    expect(changed).toEqual({ ...changed, ...given, name: 'Full' });
    expect(modified_at).not.toBeNull();
  });

  it('is its maker’s alone until it is shared', async () => {
    const { id } = await save(ann, { name: 'Own' });
    const params = { id };
    for (const as of [bob, owner]) {
      expect((await refusal(getSavedView, { params }, { as })).status).toBe(404);
      const body = { name: 'Taken' };
      expect((await refusal(updateSavedView, { params, body }, { as })).status).toBe(404);
      expect((await refusal(deleteSavedView, { params }, { as })).status).toBe(404);
      expect(await namesOf(as)).not.toContain('Own');
    }
    const share = { params, body: { is_shared: true } };
    await callApi(updateSavedView, share, { as: ann });
    for (const as of [ann, bob, owner]) expect(await namesOf(as)).toContain('Own');
    expect(await namesOf(ann, { is_shared: false })).not.toContain('Own');
  });

  it('that is shared is changed by its maker, admins and owners', async () => {
    const { id } = await save(ann, { name: 'Shared', is_shared: true });
    const change = (name: string) => ({ params: { id }, body: { name } });
    for (const operation of [
      () => refusal(updateSavedView, change('Bob’s'), { as: bob }),
      () => refusal(deleteSavedView, { params: { id } }, { as: bob }),
    ]) {
      expect(await operation()).toMatchObject({ status: 403, error: 'NotPermitted' });
    }
    const admin = await join('admin');
    for (const as of [ann, admin, owner]) {
      const changed = await callApi(updateSavedView, change('Renamed'), { as });
      expect(changed.name).toBe('Renamed');
    }
    await callApi(deleteSavedView, { params: { id } }, { as: owner });
    expect((await refusal(getSavedView, { params: { id } }, { as: ann })).status).toBe(404);
  });

  it('of a token of the organization is shared', async () => {
    const { organizationId } = owner;
    const as = { token: await makeToken({ organizationId }) };
    const made = await save(as, { name: 'From CI' });
    expect(made).toMatchObject({ user_id: null, is_shared: true });
    expect(await namesOf(bob)).toContain('From CI');
    for (const failure of [
      await refusal(
        createSavedView,
        { body: { page: 'orders', name: 'Own', is_shared: false } },
        { as },
      ),
      await refusal(
        updateSavedView,
        { params: { id: made.id }, body: { is_shared: false } },
        { as: owner },
      ),
    ]) {
      expect(failure.status).toBe(422);
      expect(places(failure)).toEqual(['body.is_shared']);
    }
  });

  it('is listed by its page', async () => {
    await save(bob, { page: 'subscriptions', name: 'Ending' });
    await save(bob, { page: 'orders', name: 'Large' });
    expect(await namesOf(bob, { page_name: 'subscriptions' })).toEqual(['Ending']);
    expect(await namesOf(bob, { page_name: 'orders', query: 'larg' })).toEqual(['Large']);
  });

  it('names a list', async () => {
    for (const page of ['', 'Orders', '/orders', '../orders', 'orders?x']) {
      const failure = await refusal(createSavedView, { body: { page, name: 'x' } }, { as: ann });
      expect(places(failure), page).toEqual(['body.page']);
    }
  });
});
