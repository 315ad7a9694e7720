import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import {
  grantBenefits,
  revokeBenefits,
  syncProductBenefits,
} from '@/lib/resources/benefit-grants/service';
import {
  makeBenefit,
  makeCustomer,
  makeProduct,
  makeSeller,
  makeSubscription,
} from '@/testing/factories';

export const NOW = new Date('2026-01-31T12:00:00Z');
export const LATER = new Date('2026-03-01T12:00:00Z');

/** The properties of a license-key benefit that limits nothing. */
export const KEY = { prefix: null, expires: null, activations: null, limit_usage: null };

type Product = Awaited<ReturnType<typeof makeProduct>>;
type Ids = readonly { id: string }[];
/** A subscription row, as far as its benefits depend on it. */
type Purchase = { customerId: string; productId: string; id: string };

export type Shop = Awaited<ReturnType<typeof makeShop>>;

/** A seller's organization, and what a purchase and a seller do to the grants of its products. */
export async function makeShop() {
  const seller = await makeSeller();
  const { organizationId } = seller;
  const scope = systemScope(organizationId);
  const events = () =>
    db(null).event.findMany({ where: { organizationId }, orderBy: { id: 'asc' } });
  return {
    seller,
    organizationId,
    scope,
    custom: () => makeBenefit(organizationId, { properties: { note: null } }),
    keyBenefit: (properties: object = {}) =>
      makeBenefit(organizationId, { type: 'license_keys', properties: { ...KEY, ...properties } }),
    productWith: async (...benefits: Ids): Promise<Product> => {
      const product = await makeProduct(organizationId);
      const data = benefits.map(({ id }, position) => ({
        organizationId,
        productId: product.id,
        benefitId: id,
        position,
      }));
      await db(null).productBenefit.createMany({ data });
      return product;
    },
    /** An active subscription of a new customer, not granted anything yet. */
    subscribe: async (product: Product) => {
      const customer = await makeCustomer(organizationId);
      return makeSubscription(organizationId, { product, customer });
    },
    grant: ({ customerId, productId, id }: Purchase, now = NOW) => {
      const source = { subscriptionId: id };
      const purchase = { organizationId, customerId, productId, source, now };
      return transaction(scope, (inner) => grantBenefits(inner, purchase));
    },
    revoke: ({ id }: Purchase, now = LATER) => {
      const source = { subscriptionId: id };
      return transaction(scope, (inner) => revokeBenefits(inner, { source, now }));
    },
    sync: (product: Product, { added = [], removed = [] }: { added?: Ids; removed?: Ids }) => {
      const ids = (benefits: Ids) => benefits.map(({ id }) => id);
      const change = {
        productId: product.id,
        added: ids(added),
        removed: ids(removed),
        now: LATER,
      };
      return transaction(scope, (inner) => syncProductBenefits(inner, change));
    },
    /** The grants in the order of their making, with their keys. */
    grantsOf: (where: object = {}) =>
      db(null).benefitGrant.findMany({
        where: { organizationId, ...where },
        orderBy: { id: 'asc' },
        include: { licenseKey: true },
      }),
    events,
    kinds: async () => (await events()).map(({ kind }) => kind),
  };
}
