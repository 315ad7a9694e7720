import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { execute } from '@/lib/database/connection/execute';
import { systemScope } from '@/lib/database/connection/scope';
import { sql } from '@/lib/database/connection/sql';
import { transaction } from '@/lib/database/connection/transaction';
import {
  listBenefitGrants,
  listCustomerBenefitGrants,
  updateCustomerBenefitGrant,
} from '@/lib/resources/benefit-grants/contract';
import { grantBenefits, nameAccount } from '@/lib/resources/benefit-grants/service';
import { deleteBenefit, getBenefit } from '@/lib/resources/benefits/contract';
import {
  createExternalOrganization,
  deleteExternalOrganization,
  listExternalOrganizations,
  syncExternalOrganization,
  updateExternalOrganization,
} from '@/lib/resources/external-organizations/contract';
import {
  completeLinkedAccount,
  createLinkedAccount,
  deleteLinkedAccount,
  listLinkedAccounts,
} from '@/lib/resources/linked-accounts/contract';
import {
  getRepository,
  listRepositories,
  updateRepository,
} from '@/lib/resources/repositories/contract';
import { newId } from '@/lib/runtime/ids';
import { readConnection, readConnections } from '@/lib/workflows/connections';
import { callApi, places, refusal } from '@/testing/call-api';
import {
  applyEffects,
  connectGitHub,
  makeGiving,
  makeLinkedAccount,
  repositoryBenefit,
  sellTo,
  startGitHub,
} from '@/testing/connections';
import { makeCustomer, makeSeller, makeSubscription, type Seller } from '@/testing/factories';
import type { GitHubDouble } from '@/testing/github/server';
import { isSoak } from '@/testing/soak';

// docs/contract/connections.md#github, docs/contract/connections.md#grants

let github: GitHubDouble;
let as: Seller;
beforeEach(async () => {
  github = await startGitHub();
  as = await makeSeller();
});

async function grantsOf(benefitId: string) {
  const answer = await callApi(listBenefitGrants, { params: { id: benefitId } }, { as });
  return answer.items;
}
async function onlyGrant(benefitId: string) {
  const [grant] = await grantsOf(benefitId);
  return grant;
}
const eachDone = () => expect(github.violations).toEqual([]);

describe('a connection', () => {
  it('shows the organization, and reads its repositories', { tags: 'soak' }, async () => {
    const { connection, org, repo } = await connectGitHub(as, github);
    expect(connection).toMatchObject({
      platform: 'github',
      name: org.login,
      is_personal: false,
      pretty_name: 'North Light',
      organization_id: as.organizationId,
      client_id: null,
      status: 'connected',
      problem: null,
    });
    expect((await callApi(listExternalOrganizations, {}, { as })).items).toEqual([connection]);
    const { items } = await callApi(listRepositories, {}, { as });
    expect(items).toMatchObject([
      { name: repo.name, is_private: true, stars: 7, license: 'MIT', organization: connection },
    ]);
    expect(items[0]?.internal_organization?.id).toBe(as.organizationId);
    eachDone();
  });

  it('reads more repositories than a page of GitHub has, and those that came and went', {
    tags: 'soak',
  }, async () => {
    const { connection, repo } = await connectGitHub(as, github);
    for (let index = 0; index < 120; index += 1) github.addRepo(connection.name, `repo-${index}`);
    github.repos.splice(github.repos.indexOf(repo), 1);
    await callApi(syncExternalOrganization, { params: { id: connection.id } }, { as });
    const answer = await callApi(listRepositories, { query: { limit: 1 } }, { as });
    expect(answer.pagination.total_count).toBe(120);
    const named = await callApi(listRepositories, { query: { name: ['repo-7'] } }, { as });
    expect(named.items.map(({ name }) => name)).toEqual(['repo-7']);
    const query = { external_organization_name: ['another'] };
    expect((await callApi(listRepositories, { query }, { as })).items).toEqual([]);
    eachDone();
  });

  /** What the daily reading left to do for a connection, which was read a day ago. */
  async function readingJobs(id: string) {
    const data = { syncedAt: new Date(Date.now() - DAY_MS) };
    await db(null).externalOrganization.update({ where: { id }, data });
    await readConnections(new Date());
    await readConnections(new Date());
    return execute<{ payload: unknown; queue: string }>(
      null,
      sql`SELECT j.payload, q.queue_name AS queue FROM graphile_worker._private_jobs j
          JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
          WHERE j.key = ${`read_connection:${id}`}`,
    );
  }
  const readingOf = async (id: string) => {
    const { items } = await callApi(listExternalOrganizations, {}, { as });
    const found = items.find((one) => one.id === id);
    return { ...found, age: Date.now() - Date.parse(found?.synced_at ?? '') };
  };

  it('is read again once a day, in line with what is asked of its platform', {
    tags: 'soak',
  }, async () => {
    const { connection } = await connectGitHub(as, github);
    const { id } = connection;
    github.addRepo(connection.name, 'nib');
    github.calls.length = 0;
    const jobs = await readingJobs(id);
    expect(jobs).toEqual([
      {
        payload: { organization_id: as.organizationId, platform: 'github', id },
        queue: `apply_effects:${as.organizationId}:github`,
      },
    ]);
    expect([readConnection.lane, github.calls]).toEqual(['effects', []]);
    await readConnection.run(jobs[0]?.payload, new AbortController().signal);
    const { items } = await callApi(listRepositories, {}, { as });
    expect(items.map(({ name }) => name).sort()).toEqual(['nib', 'quill']);
    // A second run, such as after a killed worker, finds it read.
    github.calls.length = 0;
    await readConnection.run(jobs[0]?.payload, new AbortController().signal);
    expect(github.calls).toEqual([]);
    eachDone();
  });

  it('waits for the next day where GitHub does not answer the daily reading, and breaks where it refuses', {
    tags: 'soak',
  }, async () => {
    const { connection, token } = await connectGitHub(as, github);
    const [job] = await readingJobs(connection.id);
    const signal = new AbortController().signal;
    github.fault = (_call, response) => {
      response.writeHead(503).end();
      return true;
    };
    await readConnection.run(job?.payload, signal);
    const waiting = await readingOf(connection.id);
    expect([waiting.status, waiting.age < HOUR_MS]).toEqual(['connected', true]);
    github.fault = null;
    github.revokeToken(token);
    await readingJobs(connection.id);
    await readConnection.run(job?.payload, signal);
    expect(await readingOf(connection.id)).toMatchObject({
      status: 'broken',
      problem: 'GitHub does not take this token.',
    });
    await callApi(deleteExternalOrganization, { params: { id: connection.id } }, { as });
    await readConnection.run(job?.payload, signal);
  });

  it('keeps no credentials that GitHub does not take', async () => {
    const { token } = github.addOrg('studio');
    github.addUser('ada');
    const attempt = async (body: object) => {
      const whole = { platform: 'github', name: 'studio', access_token: token, ...body } as never;
      const failure = await refusal(createExternalOrganization, { body: whole }, { as });
      return [failure.status, places(failure)];
    };
    expect(await attempt({ access_token: 'wrong' })).toEqual([422, ['body.access_token']]);
    expect(await attempt({ access_token: github.addToken(null) })).toEqual([
      422,
      ['body.access_token'],
    ]);
    expect(await attempt({ access_token: github.addToken('other') })).toEqual([
      422,
      ['body.access_token'],
    ]);
    expect(await attempt({ name: 'nobody' })).toEqual([422, ['body.name']]);
    expect(await attempt({ name: 'ada' })).toEqual([422, ['body.name']]);
    expect(await attempt({ client_id: 'one' })).toEqual([422, ['body.client_secret']]);
    const { id } = github.addClient();
    expect(await attempt({ client_id: id, client_secret: 'no' })).toEqual([
      422,
      ['body.client_secret'],
    ]);
    github.fault = (_call, response) => {
      response.writeHead(502).end();
      return true;
    };
    expect((await attempt({}))[0]).toBe(503);
    expect((await callApi(listExternalOrganizations, {}, { as })).items).toEqual([]);
  });

  it('is broken once reading it again is refused, until it is reconnected', async () => {
    const { connection, token } = await connectGitHub(as, github);
    const params = { id: connection.id };
    github.revokeToken(token);
    const failure = await refusal(syncExternalOrganization, { params }, { as });
    expect([failure.status, places(failure)]).toEqual([422, ['body.access_token']]);
    const [broken] = (await callApi(listExternalOrganizations, {}, { as })).items;
    expect(broken).toMatchObject({
      status: 'broken',
      problem: 'GitHub does not take this token.',
    });
    const wrong = { access_token: 'wrong' };
    expect(
      (await refusal(updateExternalOrganization, { params, body: wrong }, { as })).status,
    ).toBe(422);
    const body = { access_token: github.addToken(connection.name) };
    const mended = await callApi(updateExternalOrganization, { params, body }, { as });
    expect(mended).toMatchObject({ status: 'connected', problem: null });
  });

  it('is reconnected by what is given, and keeps the rest', async () => {
    const { connection, org, token, client } = await connectGitHub(as, github, { hasClient: true });
    const params = { id: connection.id };
    const patch = (body: object) => callApi(updateExternalOrganization, { params, body }, { as });
    const access_token = github.addToken(org.login);
    expect(await patch({ access_token })).toMatchObject({ client_id: client?.id });
    github.revokeToken(token);
    const other = github.addClient();
    const changed = await patch({ client_id: other.id, client_secret: other.secret });
    expect(changed).toMatchObject({ client_id: other.id, status: 'connected' });
    expect(await patch({ client_id: null, client_secret: null })).toMatchObject({
      client_id: null,
    });
    await callApi(syncExternalOrganization, { params }, { as });
    // The name has gone to another organization.
    org.id += 1;
    const body = { access_token };
    const failure = await refusal(updateExternalOrganization, { params, body }, { as });
    expect([failure.status, places(failure)]).toEqual([422, ['body.access_token']]);
    expect(JSON.stringify(failure)).toContain('another organization on GitHub now');
    eachDone();
  });

  it('says that a personal account cannot be connected', async () => {
    github.addUser('ada');
    const { token } = github.addOrg('studio');
    const body = { platform: 'github', name: 'ada', access_token: token } as const;
    const failure = await refusal(createExternalOrganization, { body }, { as });
    expect(JSON.stringify(failure)).toContain('personal account');
  });

  it('is made once for each organization', async () => {
    const { token } = await connectGitHub(as, github);
    const body = { platform: 'github', name: 'North-Light', access_token: token } as const;
    const failure = await refusal(createExternalOrganization, { body }, { as });
    expect([failure.status, places(failure)]).toEqual([422, ['body.name']]);
  });

  it('prints and stores no secret in the clear', async () => {
    const { token, client, connection } = await connectGitHub(as, github, { hasClient: true });
    const row = await db(null).externalOrganization.findFirstOrThrow({
      where: { organizationId: as.organizationId },
    });
    const printed = JSON.stringify([connection, row, await db(null).auditEntry.findMany()]);
    expect(printed).not.toContain(token);
    expect(printed).not.toContain(client?.secret);
    expect(printed).toContain(client?.id);
  });

  it('can be shown otherwise', { tags: 'soak' }, async () => {
    await connectGitHub(as, github);
    const [repository] = (await callApi(listRepositories, {}, { as })).items;
    const params = { id: repository?.id ?? '' };
    const change = (profile_settings: object) =>
      callApi(updateRepository, { params, body: { profile_settings } }, { as });
    await change({ set_description: true, description: 'Ours', links: ['https://example.com/'] });
    expect((await change({})).profile_settings).toEqual({
      description: 'Ours',
      links: ['https://example.com/'],
    });
    expect((await change({ set_description: true })).profile_settings).toMatchObject({
      description: null,
    });
    expect((await callApi(getRepository, { params }, { as })).id).toBe(params.id);
  });
});

describe('a grant', () => {
  async function sold({ hasClient = false } = {}) {
    const connected = await connectGitHub(as, github, { hasClient });
    const { product, benefits } = await makeGiving(as, repositoryBenefit(connected.repo));
    const [benefit] = benefits;
    if (!benefit) throw new Error('A benefit is made');
    const customer = await sellTo(as, product.id);
    return { ...connected, product, benefit, customer };
  }
  async function claim(customer: { as: { token: string } }, benefitId: string, username: string) {
    const body = { platform: 'github', benefit_id: benefitId, username } as const;
    return callApi(createLinkedAccount, { body }, { as: customer.as });
  }

  it('waits for an account, then for the invitation, and reaches the repository', async () => {
    const { benefit, customer, repo } = await sold();
    const user = github.addUser('ada');
    expect(benefit).toMatchObject({
      connection_status: 'connected',
      properties: { repository_id: String(repo.id) },
    });
    await applyEffects(as, 'github');
    expect(await onlyGrant(benefit.id)).toMatchObject({
      status: 'waiting_for_buyer',
      error: { code: 'ACCOUNT_MISSING', next_try_at: null },
    });
    const account = await claim(customer, benefit.id, '@ada');
    expect(account).toMatchObject({ account_username: 'ada', is_proven: false });
    expect(await onlyGrant(benefit.id)).toMatchObject({ status: 'pending', error: null });
    await applyEffects(as, 'github');
    expect(github.invitations).toMatchObject([{ userId: user.id, permission: 'pull' }]);
    expect(await onlyGrant(benefit.id)).toMatchObject({ status: 'waiting_for_buyer', error: null });
    const own = await callApi(listCustomerBenefitGrants, {}, { as: customer.as });
    expect(own.items).toMatchObject([{ status: 'waiting_for_buyer', error: null }]);
    github.accept(github.invitations[0] as never);
    await applyEffects(as, 'github', { isEarly: true });
    expect(await onlyGrant(benefit.id)).toMatchObject({ status: 'granted', error: null });
    expect((await callApi(listLinkedAccounts, {}, { as: customer.as })).items).toMatchObject([
      { is_proven: true },
    ]);
    eachDone();
  });

  it('is taken back, the invitation too', async () => {
    const { benefit, customer, repo } = await sold();
    const user = github.addUser('ada');
    await claim(customer, benefit.id, 'ada');
    await applyEffects(as, 'github');
    await callApi(deleteBenefit, { params: { id: benefit.id } }, { as });
    await applyEffects(as, 'github');
    expect(github.invitations).toEqual([]);
    expect(repo.collaborators.has(user.id)).toBe(false);
  });

  it('leaves alone what was there before', { tags: 'soak' }, async () => {
    const { benefit, customer, repo } = await sold();
    const user = github.addUser('ada');
    repo.collaborators.set(user.id, 'maintain');
    await claim(customer, benefit.id, 'ada');
    await applyEffects(as, 'github');
    expect(await onlyGrant(benefit.id)).toMatchObject({ status: 'granted' });
    await callApi(deleteBenefit, { params: { id: benefit.id } }, { as });
    await applyEffects(as, 'github');
    expect(repo.collaborators.get(user.id)).toBe('maintain');
  });

  it('is kept where another grant of the account needs it', { tags: 'soak' }, async () => {
    const { repo, product, benefit, customer } = await sold();
    const user = github.addUser('ada');
    const other = await makeGiving(as, repositoryBenefit(repo, 'push'));
    const email = (
      await db(null).customer.findUniqueOrThrow({ where: { id: customer.customerId } })
    ).email;
    await sellTo(as, other.product.id, email);
    await claim(customer, benefit.id, 'ada');
    await applyEffects(as, 'github');
    github.accept(github.invitations[0] as never);
    await applyEffects(as, 'github', { isEarly: true });
    expect(repo.collaborators.get(user.id)).toBe('push');
    await callApi(deleteBenefit, { params: { id: other.benefits[0]?.id ?? '' } }, { as });
    await applyEffects(as, 'github', { isEarly: true });
    expect(repo.collaborators.get(user.id)).toBe('pull');
    await callApi(deleteBenefit, { params: { id: benefit.id } }, { as });
    await applyEffects(as, 'github');
    expect(repo.collaborators.has(user.id)).toBe(false);
    expect(product.id).toBeTruthy();
  });

  it.each([
    ['expires', 'INVITATION_EXPIRED'],
    ['is declined', 'INVITATION_DECLINED'],
  ] as const)(
    'whose invitation %s says so, and the customer asks anew',
    { tags: 'soak' },
    async (what, code) => {
      const { benefit, customer, repo } = await sold();
      const user = github.addUser('ada');
      const account = await claim(customer, benefit.id, 'ada');
      await applyEffects(as, 'github');
      const [invitation] = github.invitations;
      if (what === 'expires') github.expire(invitation as never);
      else github.decline(invitation as never);
      await applyEffects(as, 'github', { isEarly: true });
      expect(await onlyGrant(benefit.id)).toMatchObject({
        status: 'waiting_for_buyer',
        error: { code },
      });
      const [grant] = (await callApi(listCustomerBenefitGrants, {}, { as: customer.as })).items;
      const properties = { account_id: 'id' in account ? account.id : '' };
      const body = { benefit_type: 'github_repository', properties } as const;
      await callApi(
        updateCustomerBenefitGrant,
        { params: { id: grant?.id ?? '' }, body },
        { as: customer.as },
      );
      await applyEffects(as, 'github');
      expect(github.invitations).toMatchObject([{ userId: user.id, expired: false }]);
      github.accept(github.invitations[0] as never);
      await applyEffects(as, 'github', { isEarly: true });
      expect(repo.collaborators.has(user.id)).toBe(true);
    },
  );

  it('is asked for 30 times an hour at most: all customers share what GitHub lets the seller ask', {
    tags: 'soak',
  }, async () => {
    const { benefit, customer } = await sold();
    const named = { platform: 'github', benefit_id: benefit.id, username: 'nobody' } as const;
    const ask = () => refusal(createLinkedAccount, { body: named }, { as: customer.as });
    for (let nth = 0; nth < 30; nth += 1) expect((await ask()).status).toBe(422);
    expect(await ask()).toMatchObject({ status: 429, error: 'TooManyRequests' });
    const [grant] = (await callApi(listCustomerBenefitGrants, {}, { as: customer.as })).items;
    const body = { benefit_type: 'github_repository', properties: { account_id: 'any' } } as const;
    const params = { id: grant?.id ?? '' };
    const again = await refusal(updateCustomerBenefitGrant, { params, body }, { as: customer.as });
    expect(again.status).toBe(429);
  });

  it('follows a repository that was renamed, by its id', { tags: 'soak' }, async () => {
    const { benefit, customer, repo, connection } = await sold();
    github.addUser('ada');
    repo.name = 'quill-pro';
    await claim(customer, benefit.id, 'ada');
    await applyEffects(as, 'github');
    expect(github.invitations).toMatchObject([{ repoId: repo.id }]);
    await callApi(syncExternalOrganization, { params: { id: connection.id } }, { as });
    const renamed = await callApi(getBenefit, { params: { id: benefit.id } }, { as });
    expect(renamed.properties).toMatchObject({ repository_name: 'quill-pro' });
  });

  it('shows what was removed by hand, and does not undo it', { tags: 'soak' }, async () => {
    const { benefit, customer, repo } = await sold();
    const user = github.addUser('ada');
    await claim(customer, benefit.id, 'ada');
    await applyEffects(as, 'github');
    github.accept(github.invitations[0] as never);
    await applyEffects(as, 'github', { isEarly: true });
    repo.collaborators.delete(user.id);
    await applyEffects(as, 'github', { isEarly: true });
    expect(await onlyGrant(benefit.id)).toMatchObject({
      status: 'failed',
      error: { code: 'REMOVED_OUTSIDE' },
    });
    expect(github.invitations).toEqual([]);
  });

  it('waits for a limit without being aged, and is tried again after failures', {
    tags: 'soak',
  }, async () => {
    const { benefit, customer } = await sold();
    github.addUser('ada');
    await claim(customer, benefit.id, 'ada');
    github.fault = (_call, response) => {
      response.writeHead(429, { 'retry-after': '3600', 'content-type': 'application/json' });
      response.end('{"message":"You have exceeded a secondary rate limit"}');
      return true;
    };
    await applyEffects(as, 'github');
    const limited = await db(null).grantEffect.findFirstOrThrow({
      where: { organizationId: as.organizationId },
    });
    expect(limited).toMatchObject({
      status: 'pending',
      errorCode: 'RATE_LIMITED',
      attempts: 0,
      failingSince: null,
    });
    expect(limited.nextTryAt?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    await db(null).externalOrganization.updateMany({ data: { limitedUntil: null } });
    github.fault = (_call, response) => {
      response.writeHead(500).end();
      return true;
    };
    await applyEffects(as, 'github', { isEarly: true });
    expect(await onlyGrant(benefit.id)).toMatchObject({
      status: 'failed',
      error: { code: 'UNAVAILABLE' },
    });
    github.fault = null;
    await applyEffects(as, 'github', { isEarly: true });
    expect(await onlyGrant(benefit.id)).toMatchObject({ status: 'waiting_for_buyer', error: null });
    expect(github.invitations).toHaveLength(1);
  });

  it('arrives for all where a limit of an hour comes in the middle, and none is aged', {
    tags: 'soak',
  }, async () => {
    const count = isSoak ? 500 : 40;
    const { repo, product: sale } = await sold();
    const product = await db(null).product.findUniqueOrThrow({
      where: { id: sale.id },
      include: { prices: true },
    });
    const data = await Promise.all(
      Array.from({ length: count }, async (_, nth) => {
        const user = github.addUser(`member-${nth}`);
        Object.assign(user, { isMember: true });
        const customer = await makeCustomer(as.organizationId);
        const account = await makeLinkedAccount(as.organizationId, customer.id, 'github');
        const data = { accountId: String(user.id), accountUsername: user.login };
        await db(null).linkedAccount.update({ where: { id: account.id }, data });
        return makeSubscription(as.organizationId, { product, customer });
      }),
    );
    const scope = systemScope(as.organizationId);
    for (const { id, customerId, productId } of data) {
      await transaction(scope, async (scope) => {
        const source = { subscriptionId: id };
        const { organizationId } = as;
        const purchase = { organizationId, customerId, productId, source, now: new Date() };
        await grantBenefits(scope, purchase);
        const { id: accountId } = await db(scope).linkedAccount.findFirstOrThrow({
          where: { customerId },
        });
        await nameAccount(scope, { id: accountId, customerId, organizationId, platform: 'github' });
      });
    }
    let puts = 0;
    github.fault = (call, response) => {
      if (call.method !== 'PUT') return false;
      puts += 1;
      if (puts !== 15) return false;
      const reset = String(Math.floor(Date.now() / 1000) + 3600);
      response.writeHead(403, {
        'content-type': 'application/json',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': reset,
      });
      response.end('{"message":"API rate limit exceeded"}');
      return true;
    };
    await applyEffects(as, 'github');
    expect(repo.collaborators.size).toBe(14);
    const effects = () =>
      db(null).grantEffect.findMany({
        where: { organizationId: as.organizationId, errorCode: 'RATE_LIMITED' },
      });
    const waiting = await effects();
    expect(waiting).toHaveLength(count - 14);
    for (const { attempts, failingSince, nextTryAt, status } of waiting) {
      expect([attempts, failingSince, status]).toEqual([0, null, 'pending']);
      expect(nextTryAt?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    }
    await db(null).externalOrganization.updateMany({
      where: { organizationId: as.organizationId },
      data: { limitedUntil: new Date() },
    });
    await applyEffects(as, 'github', { isEarly: true });
    expect(repo.collaborators.size).toBe(count);
    expect(await effects()).toEqual([]);
  });

  it.each([
    [403, 'Resource not accessible by personal access token', 'PERMISSION_MISSING'],
    [422, 'You have no available seats', 'SEAT_LIMIT'],
    [422, 'Validation Failed', 'REFUSED'],
  ])(
    'says what %i %s means, and arrives once that is mended',
    { tags: 'soak' },
    async (status, message, code) => {
      const { benefit, customer } = await sold();
      github.addUser('ada');
      await claim(customer, benefit.id, 'ada');
      github.fault = ({ method }, response) => {
        if (method !== 'PUT') return false;
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ message }));
        return true;
      };
      await applyEffects(as, 'github');
      const grant = await onlyGrant(benefit.id);
      expect(grant).toMatchObject({
        status: 'failed',
        error: { code, detail: `GitHub: ${message}` },
      });
      expect(Date.parse(grant?.error?.next_try_at ?? '')).toBeGreaterThan(Date.now());
      github.fault = null;
      await applyEffects(as, 'github', { isEarly: true });
      expect(await onlyGrant(benefit.id)).toMatchObject({
        status: 'waiting_for_buyer',
        error: null,
      });
      eachDone();
    },
  );

  it('says that the token no longer sees the repository, and that the account is gone', {
    tags: 'soak',
  }, async () => {
    const { benefit, customer, repo } = await sold();
    const user = github.addUser('ada');
    await claim(customer, benefit.id, 'ada');
    github.repos.splice(github.repos.indexOf(repo), 1);
    await applyEffects(as, 'github');
    const missing = { status: 'failed', error: { code: 'TARGET_MISSING' } };
    expect(await onlyGrant(benefit.id)).toMatchObject(missing);
    github.repos.push(repo);
    github.users.splice(github.users.indexOf(user), 1);
    await applyEffects(as, 'github', { isEarly: true });
    const gone = { status: 'waiting_for_buyer', error: { code: 'ACCOUNT_GONE' } };
    expect(await onlyGrant(benefit.id)).toMatchObject(gone);
    expect(github.invitations).toEqual([]);
  });

  it('needs an account that is linked for it, in time, while its seller is connected', async () => {
    const { benefit, customer, connection } = await sold();
    github.addUser('ada');
    const begin = async (body: object, session = customer.as) => {
      const whole = { platform: 'github', benefit_id: benefit.id, ...body } as never;
      const failure = await refusal(createLinkedAccount, { body: whole }, { as: session });
      return [failure.status, ...(failure.status === 422 ? places(failure) : [])];
    };
    expect(await begin({})).toEqual([422, 'body.username']);
    expect(await begin({ username: 'nobody' })).toEqual([422, 'body.username']);
    expect(await begin({ platform: 'discord' })).toEqual([422, 'body.platform']);
    expect(await begin({ benefit_id: newId() })).toEqual([422, 'body.benefit_id']);
    const forged = { state: 'made up', code: 'any' };
    const failure = await refusal(completeLinkedAccount, { body: forged }, { as: customer.as });
    expect([failure.status, places(failure)]).toEqual([422, ['body.state']]);
    await callApi(deleteExternalOrganization, { params: { id: connection.id } }, { as });
    expect(await begin({ username: 'ada' })).toEqual([403]);
    expect((await callApi(listLinkedAccounts, {}, { as: customer.as })).items).toEqual([]);
  });

  it('waits where GitHub takes no more invitations to a repository today', {
    tags: 'soak',
  }, async () => {
    const { benefit, customer, repo, connection } = await sold();
    github.addUser('ada');
    const invitedAt = new Date(Date.now() - 3_600_000);
    await db(null).outsideAccess.createMany({
      data: Array.from({ length: 50 }, (_, nth) => ({
        id: newId(),
        organizationId: as.organizationId,
        platform: 'github' as const,
        targetId: String(repo.id),
        accountId: `of ${connection.name} ${nth}`,
        invitedAt,
      })),
    });
    await claim(customer, benefit.id, 'ada');
    await applyEffects(as, 'github');
    expect(github.invitations).toEqual([]);
    const grant = await onlyGrant(benefit.id);
    expect(grant).toMatchObject({ status: 'pending', error: { code: 'INVITATION_LIMIT' } });
    const next = new Date(invitedAt.getTime() + 86_400_000).toISOString();
    expect(grant?.error?.next_try_at).toBe(next);
  });

  it('is invited once where a process ends between the call and its note', {
    tags: 'soak',
  }, async () => {
    const { benefit, customer } = await sold();
    github.addUser('ada');
    await claim(customer, benefit.id, 'ada');
    github.fault = (call, response, answer) => {
      if (call.method !== 'PUT') return false;
      answer();
      response.destroy();
      return true;
    };
    await applyEffects(as, 'github');
    github.fault = null;
    await applyEffects(as, 'github', { isEarly: true });
    expect(github.invitations).toHaveLength(1);
    expect([...github.sent.values()]).toEqual([1]);
    await callApi(deleteBenefit, { params: { id: benefit.id } }, { as });
    await applyEffects(as, 'github');
    expect(github.invitations).toEqual([]);
  });

  it('goes on where it stopped when the seller reconnects, who is told by mail', {
    tags: 'soak',
  }, async () => {
    const { benefit, customer, token, connection } = await sold();
    github.addUser('ada');
    await claim(customer, benefit.id, 'ada');
    github.tokens.delete(token);
    await applyEffects(as, 'github');
    expect(await onlyGrant(benefit.id)).toMatchObject({
      status: 'failed',
      error: { code: 'NOT_CONNECTED' },
    });
    const [broken] = (await callApi(listExternalOrganizations, {}, { as })).items;
    expect(broken).toMatchObject({
      status: 'broken',
      problem: expect.stringContaining('reconnect'),
    });
    const state = await callApi(getBenefit, { params: { id: benefit.id } }, { as });
    expect(state).toMatchObject({ connection_status: 'not_connected' });
    const mails = await db(null).mail.findMany({
      where: { organizationId: as.organizationId, kind: 'connection_broken' },
    });
    expect(mails).toHaveLength(1);
    const body = { access_token: github.addToken(connection.name) };
    await callApi(updateExternalOrganization, { params: { id: connection.id }, body }, { as });
    await applyEffects(as, 'github');
    expect(github.invitations).toHaveLength(1);
  });

  it('stays as it is where the seller disconnects', async () => {
    const { benefit, customer, repo, connection } = await sold();
    const user = github.addUser('ada');
    await claim(customer, benefit.id, 'ada');
    await applyEffects(as, 'github');
    github.accept(github.invitations[0] as never);
    await applyEffects(as, 'github', { isEarly: true });
    await callApi(deleteExternalOrganization, { params: { id: connection.id } }, { as });
    await callApi(deleteBenefit, { params: { id: benefit.id } }, { as });
    await applyEffects(as, 'github');
    expect(repo.collaborators.has(user.id)).toBe(true);
  });

  it('goes to an account that was signed in with, which is proven at once', {
    tags: 'soak',
  }, async () => {
    const { benefit, customer } = await sold({ hasClient: true });
    github.signsInAs = github.addUser('ada');
    const body = { platform: 'github', benefit_id: benefit.id } as const;
    const named = { body: { ...body, username: 'ada' } };
    expect(places(await refusal(createLinkedAccount, named, { as: customer.as }))).toEqual([
      'body.username',
    ]);
    const begun = await callApi(createLinkedAccount, { body }, { as: customer.as });
    if (!('authorize_url' in begun)) throw new Error('It leads to GitHub');
    const back = await fetch(begun.authorize_url, { redirect: 'manual' });
    const url = new URL(back.headers.get('location') ?? '');
    const [state = '', code = ''] = ['state', 'code'].map(
      (name) => url.searchParams.get(name) ?? '',
    );
    const other = await sellTo(
      as,
      (await makeGiving(as, repositoryBenefit(github.repos[0] as never))).product.id,
    );
    const stolen = await refusal(
      completeLinkedAccount,
      { body: { state, code } },
      { as: other.as },
    );
    expect(stolen.status).toBe(403);
    const account = await callApi(
      completeLinkedAccount,
      { body: { state, code } },
      { as: customer.as },
    );
    expect(account).toMatchObject({ account_username: 'ada', is_proven: true });
    const again = await refusal(
      completeLinkedAccount,
      { body: { state, code } },
      { as: customer.as },
    );
    expect([again.status, places(again)]).toEqual([422, ['body.code']]);
    await applyEffects(as, 'github');
    expect(github.invitations).toHaveLength(1);
    await callApi(deleteLinkedAccount, { params: { id: account.id } }, { as: customer.as });
    await applyEffects(as, 'github');
    expect(github.invitations).toEqual([]);
    expect(await onlyGrant(benefit.id)).toMatchObject({ error: { code: 'ACCOUNT_MISSING' } });
  });

  it('of two customers who claim one account goes to the one who proves it', {
    tags: 'soak',
  }, async () => {
    const { benefit, customer, product } = await sold();
    github.addUser('ada');
    const other = await sellTo(as, product.id);
    await claim(customer, benefit.id, 'ada');
    await claim(other, benefit.id, 'ada');
    await applyEffects(as, 'github');
    expect(github.invitations).toHaveLength(1);
    github.accept(github.invitations[0] as never);
    await applyEffects(as, 'github', { isEarly: true });
    const accounts = await db(null).linkedAccount.findMany({
      where: { organizationId: as.organizationId },
    });
    expect(accounts).toMatchObject([{ isProven: true }]);
    const failure = await refusal(
      createLinkedAccount,
      { body: { platform: 'github', benefit_id: benefit.id, username: 'ada' } },
      { as: accounts[0]?.customerId === customer.customerId ? other.as : customer.as },
    );
    expect(failure.status).toBe(403);
  });
});
