import { PERMISSIONS, type Permission, type Role } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import type { FileService, Prisma } from '@/lib/database/generated/client';
import { periodEnd } from '@/lib/resources/subscriptions/rules';
import { newId } from '@/lib/runtime/ids';
import { digest, randomToken } from '@/lib/runtime/secrets';

// Rows that no operation of the API makes, or not in the state that is wanted: for the seed, tests,
// end-to-end runs and benchmarks. Whatever an operation can make, is made by that operation.

/** A seller without a password; `email` is unique unless given. */
export function makeUser({ email = `seller-${newId()}@example.com`, name = 'Test Seller' } = {}) {
  return db(null).user.create({ data: { id: newId(), email, name } });
}

/** An organization with one member. */
export async function makeOrganization(
  userId: string,
  {
    role = 'owner',
    ...given
  }: { role?: Role; name?: string; slug?: string; timezone?: string } = {},
) {
  const id = newId();
  return db(null).organization.create({
    data: {
      id,
      name: 'Test Organization',
      slug: `test-${id}`,
      ...given,
      memberships: { create: { userId, role } },
    },
  });
}

/** A personal token of a user, or one of an organization. */
export async function makeToken(
  owner: { userId: string } | { organizationId: string },
  {
    scopes = PERMISSIONS,
    expiresAt = null,
  }: { scopes?: readonly Permission[]; expiresAt?: Date | null } = {},
): Promise<string> {
  const kind = 'userId' in owner ? 'personal' : 'organization';
  const token = `${kind === 'personal' ? 'td_pat_' : 'td_oat_'}${randomToken()}`;
  await db(null).token.create({
    data: {
      id: newId(),
      ...owner,
      kind,
      name: 'test',
      digest: digest(token),
      hint: token.slice(-4),
      scopes: [...scopes],
      expiresAt,
    },
  });
  return token;
}

export interface Seller {
  userId: string;
  organizationId: string;
  slug: string;
  token: string;
}

/** A seller with one organization and a personal token. */
export async function makeSeller({
  role = 'owner',
  scopes = PERMISSIONS,
}: {
  role?: Role;
  scopes?: readonly Permission[];
} = {}): Promise<Seller> {
  const user = await makeUser();
  const organization = await makeOrganization(user.id, { role });
  const token = await makeToken({ userId: user.id }, { scopes });
  return { userId: user.id, organizationId: organization.id, slug: organization.slug, token };
}

/** A file of an organization, uploaded unless said otherwise; its bytes are not written. */
export function makeFile(
  organizationId: string,
  given: { service?: FileService; isUploaded?: boolean; mimeType?: string; name?: string } = {},
) {
  const id = newId();
  return db(null).file.create({
    data: {
      id,
      organizationId,
      service: 'product_media',
      isUploaded: true,
      mimeType: 'image/png',
      name: 'picture.png',
      path: `files/${id}`,
      size: 1_258_291,
      ...given,
    },
  });
}

/** A product with one live price: monthly and fixed, unless said otherwise. */
export function makeProduct(
  organizationId: string,
  {
    price = {},
    ...given
  }: Partial<Prisma.ProductUncheckedCreateInput> & {
    price?: Partial<Prisma.PriceUncheckedCreateWithoutProductInput>;
  } = {},
) {
  const type = price.type ?? 'recurring';
  const amountType = price.amountType ?? 'fixed';
  return db(null).product.create({
    data: {
      id: newId(),
      organizationId,
      name: 'Test Product',
      isRecurring: type === 'recurring',
      ...given,
      prices: {
        create: {
          id: newId(),
          organizationId,
          position: 0,
          type,
          amountType,
          amount: amountType === 'fixed' ? 1000 : null,
          recurringInterval: type === 'recurring' ? 'month' : null,
          ...price,
        },
      },
    },
    include: { prices: true },
  });
}

/** A customer; `email` is unique unless given. */
export function makeCustomer(
  organizationId: string,
  given: Partial<Prisma.CustomerUncheckedCreateInput> = {},
) {
  const id = newId();
  return db(null).customer.create({
    data: { id, organizationId, email: `buyer-${id}@example.com`, ...given },
  });
}

/** A product and a customer, where it does not matter which. */
export async function makeSale(organizationId: string) {
  return {
    product: await makeProduct(organizationId),
    customer: await makeCustomer(organizationId),
  };
}

/** What was bought: a product with its prices, of which the first one counts. */
type Bought = { product: Awaited<ReturnType<typeof makeProduct>>; customer: { id: string } };

function priceOf({ product }: Bought) {
  const [price] = product.prices;
  if (!price) throw new Error('The product has no price');
  return price;
}

/** A subscription in any state: active and begun now, unless said otherwise. Grants nothing. */
export function makeSubscription(
  organizationId: string,
  { product, customer, ...given }: Bought & Partial<Prisma.SubscriptionUncheckedCreateInput>,
) {
  const price = priceOf({ product, customer });
  const start = new Date();
  const recurringInterval = given.recurringInterval ?? price.recurringInterval ?? 'month';
  const anchorDay = start.getUTCDate();
  return db(null).subscription.create({
    data: {
      id: newId(),
      organizationId,
      customerId: customer.id,
      productId: product.id,
      priceId: price.id,
      status: 'active',
      amount: price.amount,
      currency: price.amount === null ? null : price.currency,
      recurringInterval,
      startedAt: start,
      currentPeriodStart: start,
      currentPeriodEnd: periodEnd(start, recurringInterval, anchorDay),
      anchorDay,
      ...given,
    },
  });
}

/** An order for the price's amount, unless said otherwise. Grants nothing. */
export function makeOrder(
  organizationId: string,
  { product, customer, ...given }: Bought & Partial<Prisma.OrderUncheckedCreateInput>,
) {
  const price = priceOf({ product, customer });
  return db(null).order.create({
    data: {
      id: newId(),
      organizationId,
      customerId: customer.id,
      productId: product.id,
      priceId: price.id,
      amount: price.amount ?? 0,
      taxAmount: 0,
      currency: price.currency,
      billingReason: price.type === 'recurring' ? 'subscription_create' : 'purchase',
      ...given,
    },
  });
}

/** A benefit of any type; the properties have to be those of the type. */
export function makeBenefit(
  organizationId: string,
  given: Partial<Prisma.BenefitUncheckedCreateInput> = {},
) {
  return db(null).benefit.create({
    data: { id: newId(), organizationId, type: 'custom', description: 'Test benefit', ...given },
  });
}

const KEY_PROPERTIES = { prefix: null, expires: null, activations: null, limit_usage: null };

/** A license key without limits, of a new customer and benefit unless given, and of no purchase. */
export async function makeLicenseKey(
  organizationId: string,
  given: Partial<Prisma.LicenseKeyUncheckedCreateInput> = {},
) {
  const customerId = given.customerId ?? (await makeCustomer(organizationId)).id;
  const benefit = { type: 'license_keys' as const, properties: KEY_PROPERTIES };
  const benefitId = given.benefitId ?? (await makeBenefit(organizationId, benefit)).id;
  const key = crypto.randomUUID().toUpperCase();
  return db(null).licenseKey.create({
    data: { id: newId(), organizationId, key, ...given, customerId, benefitId },
  });
}
