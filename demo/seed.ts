import { makeAdvertisements } from '@/demo/advertisements';
import { makeApps } from '@/demo/apps';
import { makeEvents } from '@/demo/events';
import { makeImports } from '@/demo/imports';
import { makeKeyPool } from '@/demo/key-pools';
import { makeMails } from '@/demo/mails';
import { Random } from '@/demo/random';
import { makeAuditLog, makeRefusals } from '@/demo/records';
import { makeRequests } from '@/demo/requests';
import { generateSales, type Sales } from '@/demo/sales';
import { checkoutLinks, makeCatalogue } from '@/demo/shop';
import { makeWebhooks } from '@/demo/webhooks';
import { DEMO_EMAIL } from '@/lib/auth/demo-seller';
import { hashPassword } from '@/lib/auth/passwords';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { touchGrants } from '@/lib/resources/grant-effects/service';
import { realTime } from '@/lib/runtime/clock';
import { newId } from '@/lib/runtime/ids';
import { digest, randomToken } from '@/lib/runtime/secrets';

/**
 * Fills a database with the demo: the seller demo@example.com and fourteen months of a small business in the
 * organization `demo`. Names, amounts and the course of the months are the same in every run; only the
 * password, and the day that they end on, differ. What a run that was killed has left is removed
 * first. Answers how to sign in; null where somebody else has the organization's slug.
 *
 * @param moment when the months end
 */
export async function seedDemo(
  moment: Date = realTime(),
): Promise<{ email: string; password: string } | null> {
  const left = await db(null).user.findUnique({
    where: { email: DEMO_EMAIL },
    include: { memberships: { select: { organizationId: true } } },
  });
  if (left)
    await removeDemo(
      left.id,
      left.memberships.map(({ organizationId }) => organizationId),
    );
  if (await db(null).organization.findFirst({ where: { slug: 'demo' } })) return null;

  const password = randomToken(12);
  const userId = newId();
  await db(null).user.create({
    data: {
      id: userId,
      name: 'Demo Seller',
      email: DEMO_EMAIL,
      emailVerified: true,
      accounts: {
        create: {
          id: newId(),
          providerId: 'credential',
          accountId: userId,
          password: await hashPassword(password),
        },
      },
    },
  });
  const random = new Random(20_250_314);
  const openedAt = new Date(moment.getTime() - 437 * 86_400_000);
  const organization = await db(null).organization.create({
    data: {
      id: random.id(openedAt),
      createdAt: openedAt,
      name: 'Northlight Studio',
      slug: 'demo',
      bio: 'Tools and textures for people who write.',
      company: 'Northlight Studio LLC',
      location: 'Portland, Oregon',
      email: 'studio@northlight.example',
      blog: 'https://northlight.example',
      timezone: 'America/Los_Angeles',
      legalName: 'Northlight Studio LLC',
      legalAddress: {
        line1: '820 SE Alder Street',
        line2: 'Suite 3',
        postal_code: '97214',
        city: 'Portland',
        state: 'OR',
        country: 'US',
      },
      taxId: '93-1234567',
      invoicePrefix: 'NLS',
      isFirstSaleSeen: true,
      profileSettings: { accent_color: '#185c68', links: ['https://northlight.example/letter'] },
      memberships: { create: { userId, role: 'owner' } },
    },
  });
  const catalogue = await makeCatalogue(organization.id, random, moment);
  const sales = generateSales(catalogue, random, moment);
  const links = checkoutLinks(catalogue, random, moment);
  await db(null).checkoutLink.createMany({ data: links });
  await write({ ...sales, checkouts: sales.checkouts.map(openedBy(links)) });
  const of = { organizationId: organization.id, userId };
  await db(null).savedView.create({ data: sharedView(organization.id, userId, moment) });
  await startEffects(organization.id, sales);
  await makeAdvertisements(organization.id, moment);
  await makeKeyPool(organization.id, moment);
  await makeImports(organization.id, moment);
  await db(null).mail.createMany({ data: await makeMails(organization.id, moment) });
  await db(null).event.createMany({ data: await makeEvents(organization.id, moment) });
  await db(null).requestLog.createMany({ data: await makeRequests(of, moment) });
  await makeWebhooks(organization.id, moment);
  await makeApps(of, moment);
  await db(null).auditEntry.createMany({ data: await makeAuditLog(of, moment) });
  await db(null).refusal.createMany({ data: await makeRefusals(organization.id, moment) });
  await db(null).invitation.create({ data: pendingInvitation(organization.id, moment) });
  return { email: DEMO_EMAIL, password };
}

/** Has what the sales grant on GitHub and Discord looked at, as by a sale: it waits for accounts that nobody has linked. */
async function startEffects(organizationId: string, { grants }: Sales): Promise<void> {
  const live = grants.flatMap(({ id, revokedAt }) => (id && !revokedAt ? [id] : []));
  await transaction(systemScope(organizationId), (scope) => touchGrants(scope, live));
}

function byTime(one: { createdAt?: unknown }, other: { createdAt?: unknown }): number {
  return Number(one.createdAt) - Number(other.createdAt);
}

/** Has every second checkout of a link's product since then be opened by the link. */
function openedBy(links: ReturnType<typeof checkoutLinks>) {
  return (checkout: Sales['checkouts'][number], index: number) => {
    const link = links.find(
      ({ productId, createdAt }) =>
        productId === checkout.productId && createdAt < (checkout.createdAt ?? createdAt),
    );
    return link && index % 2 === 0 ? { ...checkout, checkoutLinkId: link.id } : checkout;
  };
}

function sharedView(organizationId: string, userId: string, moment: Date) {
  return {
    id: newId(),
    organizationId,
    userId,
    createdAt: new Date(moment.getTime() - 20 * 86_400_000),
    page: 'subscriptions',
    name: 'Overdue',
    query: 'status=past_due&status=unpaid&sorting=current_period_end',
    columns: [],
    isShared: true,
  };
}

/** Of somebody whose link was never opened; nobody has its token. */
function pendingInvitation(organizationId: string, moment: Date) {
  const createdAt = new Date(moment.getTime() - 2 * 86_400_000);
  return {
    id: newId(),
    organizationId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 7 * 86_400_000),
    email: 'lena.voss@northlight.example',
    role: 'admin' as const,
    digest: digest(randomToken()),
  };
}

/** Counts the sales of each discount. */
function redemptionsOf({ checkouts }: Sales) {
  const counts = new Map<string, number>();
  for (const { discountId, status } of checkouts) {
    if (!discountId || status !== 'succeeded') continue;
    counts.set(discountId, (counts.get(discountId) ?? 0) + 1);
  }
  return [...counts].map(([id, redemptionsCount]) =>
    db(null).discount.update({ where: { id }, data: { redemptionsCount } }),
  );
}

async function write(sales: Sales): Promise<void> {
  const client = db(null);
  await client.$transaction([
    client.customer.createMany({ data: sales.customers }),
    client.checkout.createMany({ data: sales.checkouts }),
    client.subscription.createMany({ data: sales.subscriptions }),
    ...redemptionsOf(sales),
    client.sandboxCharge.createMany({ data: sales.charges }),
    client.paymentAttempt.createMany({ data: sales.attempts }),
    // In the order of time, in which their invoices are numbered at the commit.
    client.order.createMany({ data: sales.orders.toSorted(byTime) }),
    client.sandboxRefund.createMany({ data: sales.ledger }),
    client.refund.createMany({ data: sales.refunds.toSorted(byTime) }),
    client.trial.createMany({ data: sales.trials, skipDuplicates: true }),
    client.benefitGrant.createMany({ data: sales.grants }),
    client.licenseKey.createMany({ data: sales.keys }),
    client.licenseActivation.createMany({ data: sales.activations }),
  ]);
}

/** Rows of a sale keep each other, so they go in the order that lets them. */
async function removeDemo(userId: string, organizationIds: string[]): Promise<void> {
  const where = { organizationId: { in: organizationIds } };
  const client = db(null);
  const attempts = await client.paymentAttempt.findMany({ where, select: { id: true } });
  const refunds = await client.refund.findMany({ where, select: { id: true } });
  await client.$transaction([
    client.sandboxRefund.deleteMany({
      where: { idempotencyKey: { in: refunds.map(({ id }) => id) } },
    }),
    client.webhookDelivery.deleteMany({ where }),
    client.webhookEndpoint.deleteMany({ where }),
    client.event.deleteMany({ where }),
    client.eventCounter.deleteMany({ where }),
    client.requestLog.deleteMany({ where }),
    client.requestLogDrop.deleteMany({ where }),
    client.refund.deleteMany({ where }),
    client.licenseKey.deleteMany({ where }),
    client.advertisement.deleteMany({ where }),
    client.benefitGrant.deleteMany({ where }),
    client.order.deleteMany({ where }),
    client.document.deleteMany({ where }),
    client.documentCounter.deleteMany({ where }),
    client.paymentAttempt.deleteMany({ where }),
    client.sandboxCharge.deleteMany({
      where: { idempotencyKey: { in: attempts.map(({ id }) => id) } },
    }),
    client.checkout.updateMany({ where, data: { subscriptionId: null } }),
    client.subscription.deleteMany({ where }),
    client.checkout.deleteMany({ where }),
    client.checkoutLink.deleteMany({ where }),
    client.customer.deleteMany({ where }),
    client.product.deleteMany({ where }),
    client.importError.deleteMany({ where }),
    client.import.deleteMany({ where }),
    client.poolKey.deleteMany({ where }),
    client.benefit.deleteMany({ where }),
    client.discount.deleteMany({ where }),
    client.organization.deleteMany({ where: { id: { in: organizationIds } } }),
    client.user.delete({ where: { id: userId } }),
  ]);
}
