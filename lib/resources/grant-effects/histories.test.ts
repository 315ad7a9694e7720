import fc from 'fast-check';
import { expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { forgetAccounts, nameAccount } from '@/lib/resources/benefit-grants/service';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { touchGrants } from '@/lib/resources/grant-effects/service';
import { link } from '@/lib/resources/linked-accounts/service';
import { listRepositories } from '@/lib/resources/repositories/contract';
import { makeShop } from '@/testing/benefit-grants';
import { callApi } from '@/testing/call-api';
import { applyEffects, connectGitHub, repositoryBenefit, startGitHub } from '@/testing/connections';
import { makeCustomer, makeSubscription } from '@/testing/factories';
import { runs } from '@/testing/soak';

// Whatever happens in whatever order, GitHub has in the end what the grants say, and what was there before
// (docs/contract/connections.md#grants).

const PEOPLE = 3;
const PERMISSIONS = ['pull', 'push'] as const;

/** Everybody has the first product, and has accepted where that was needed. */
const beginning = [
  ...Array.from({ length: PEOPLE }, (_, who) => [
    { do: 'grant' as const, who, what: 0 },
    { do: 'link' as const, who },
  ]).flat(),
  { do: 'run' as const, isLost: false },
  ...Array.from({ length: PEOPLE }, (_, who) => ({ do: 'accept' as const, who })),
  { do: 'run' as const, isLost: false },
];

const person = fc.nat(PEOPLE - 1);
const step = fc.oneof(
  fc.record({ do: fc.constant('grant' as const), who: person, what: fc.nat(1) }),
  fc.record({ do: fc.constant('revoke' as const), who: person, what: fc.nat(1) }),
  fc.record({ do: fc.constantFrom('link', 'unlink', 'accept', 'decline', 'expire'), who: person }),
  fc.record({ do: fc.constant('run' as const), isLost: fc.boolean() }),
);

it('leaves outside exactly what the grants say, and what was there before', {
  tags: 'soak',
}, async () => {
  const github = await startGitHub();
  const shop = await makeShop();
  const { organizationId, seller: as } = shop;
  const scope = () => systemScope(organizationId);
  const { repo } = await connectGitHub(as, github);
  expect((await callApi(listRepositories, {}, { as })).items).toHaveLength(1);
  const products: Awaited<ReturnType<typeof shop.productWith>>[] = [];
  for (const permission of PERMISSIONS) {
    const body = repositoryBenefit(repo, permission);
    const benefit = await callApi(createBenefit, { body }, { as });
    products.push(await shop.productWith(benefit));
  }

  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.array(fc.constantFrom(null, 'pull', 'maintain'), { minLength: PEOPLE, maxLength: PEOPLE }),
      async (steps, before) => {
        repo.collaborators.clear();
        github.invitations = [];
        github.sent.clear();
        await db(null).grantEffect.deleteMany({ where: { organizationId } });
        await db(null).outsideAccess.deleteMany({ where: { organizationId } });
        const people = [];
        for (const had of before) {
          const user = github.addUser(`user-${github.nextId()}`);
          if (had) repo.collaborators.set(user.id, had as 'pull' | 'maintain');
          const customer = await makeCustomer(organizationId);
          const subscriptions = [];
          for (const product of products) {
            subscriptions.push(await makeSubscription(organizationId, { product, customer }));
          }
          people.push({ user, had, customer, subscriptions, live: new Set<number>(), linked: '' });
        }
        const invitationOf = (id: number) => github.invitations.find(({ userId }) => userId === id);

        for (const one of [...beginning, ...steps]) {
          if (one.do === 'run') {
            github.fault = one.isLost
              ? (call, response, answer) => {
                  if (call.method === 'GET') return false;
                  answer();
                  response.destroy();
                  return true;
                }
              : null;
            await applyEffects(as, 'github', { isEarly: true });
            github.fault = null;
            continue;
          }
          const who = people[one.who];
          if (!who) continue;
          const invitation = invitationOf(who.user.id);
          if (one.do === 'grant' || one.do === 'revoke') {
            const subscription = who.subscriptions[one.what];
            if (!subscription) continue;
            if (one.do === 'grant') await shop.grant(subscription);
            else await shop.revoke(subscription);
            if (one.do === 'grant') who.live.add(one.what);
            else who.live.delete(one.what);
          } else if (one.do === 'link' && who.linked === '') {
            who.linked = await transaction(scope(), async (scope) => {
              const { row } = await link(scope, {
                organizationId,
                customerId: who.customer.id,
                platform: 'github',
                account: { id: String(who.user.id), username: who.user.login },
                isProven: true,
              });
              await nameAccount(scope, row);
              return row.id;
            });
          } else if (one.do === 'unlink' && who.linked !== '') {
            const id = who.linked;
            await transaction(scope(), async (scope) => {
              await db(scope).linkedAccount.deleteMany({ where: { id } });
              await forgetAccounts(scope, [id]);
            });
            who.linked = '';
          } else if (invitation && !invitation.expired) {
            if (one.do === 'accept') github.accept(invitation);
            if (one.do === 'decline') github.decline(invitation);
            if (one.do === 'expire') github.expire(invitation);
          }
        }

        // Everybody asks anew and accepts. Grants that were made after the link name no account yet.
        for (const who of people.filter(({ linked }) => linked !== '')) {
          const row = await db(null).linkedAccount.findUniqueOrThrow({ where: { id: who.linked } });
          await transaction(scope(), (scope) => nameAccount(scope, row));
        }
        const grants = await db(null).benefitGrant.findMany({ where: { organizationId } });
        await transaction(scope(), (scope) =>
          touchGrants(
            scope,
            grants.map(({ id }) => id),
          ),
        );
        await applyEffects(as, 'github', { isEarly: true });
        for (const invitation of [...github.invitations]) github.accept(invitation);
        await applyEffects(as, 'github', { isEarly: true });

        for (const { user, had, live, linked } of people) {
          const given = linked === '' ? [] : [...live].sort().map((nth) => PERMISSIONS[nth]);
          const expected = had ?? given.at(-1);
          expect([repo.collaborators.get(user.id), invitationOf(user.id)]).toEqual([
            expected,
            undefined,
          ]);
        }
        expect(github.violations).toEqual([]);
      },
    ),
    { numRuns: runs(200, 25) },
  );
});
