import type { AnyContract } from '@/lib/contract/contract';
import type * as grants from '@/lib/resources/benefit-grants/contract';
import type * as checkouts from '@/lib/resources/checkouts/contract';
import type * as keys from '@/lib/resources/license-keys/contract';

// The operations of the hosted pages without their schemas, which those pages never run: schemas and zod
// would double their JavaScript. The types are those of the contracts, and `operations.test.ts` compares
// the rest.

type Declaration = Pick<AnyContract, 'id' | 'method' | 'path' | 'tag' | 'auth'> & {
  hasBody?: boolean;
};

function operation<C extends AnyContract>({ hasBody = false, ...declaration }: Declaration): C {
  return { ...declaration, ...(hasBody ? { body: {} } : {}) } as unknown as C;
}

const checkout = {
  path: '/v1/checkouts/custom/client/{client_secret}',
  tag: 'checkouts',
  auth: 'client_secret',
} as const;

export const getCheckoutByClient = operation<typeof checkouts.getCheckoutByClient>({
  ...checkout,
  id: 'checkouts:custom:client_get',
  method: 'GET',
});

export const updateCheckoutByClient = operation<typeof checkouts.updateCheckoutByClient>({
  ...checkout,
  id: 'checkouts:custom:client_update',
  method: 'PATCH',
  hasBody: true,
});

export const confirmCheckout = operation<typeof checkouts.confirmCheckout>({
  ...checkout,
  id: 'checkouts:custom:client_confirm',
  method: 'POST',
  path: `${checkout.path}/confirm`,
  hasBody: true,
});

const portal = { tag: 'customer_portal', method: 'GET', auth: 'customer' } as const;

export const listCustomerBenefitGrants = operation<typeof grants.listCustomerBenefitGrants>({
  ...portal,
  id: 'customer_portal:benefit-grants:list',
  path: '/v1/customer-portal/benefit-grants/',
});

export const getCustomerLicenseKey = operation<typeof keys.getCustomerLicenseKey>({
  ...portal,
  id: 'customer_portal:license_keys:get',
  path: '/v1/customer-portal/license-keys/{id}',
});

export const listDownloadables = operation<typeof grants.listDownloadables>({
  ...portal,
  id: 'customer_portal:downloadables:list',
  path: '/v1/customer-portal/downloadables/',
});

const open = { tag: 'customer_portal', method: 'POST', auth: 'public', hasBody: true } as const;

export const activateLicenseKey = operation<typeof keys.activateLicenseKey>({
  ...open,
  id: 'customer_portal:license_keys:activate',
  path: '/v1/customer-portal/license-keys/activate',
});

export const validateLicenseKey = operation<typeof keys.validateLicenseKey>({
  ...open,
  id: 'customer_portal:license_keys:validate',
  path: '/v1/customer-portal/license-keys/validate',
});
