import type { Audit, AuditedRequest } from '@/lib/api/audit';
import { ApiError } from '@/lib/contract/errors';
import type { Scope } from '@/lib/database/connection/scope';
import { rowVersion } from '@/lib/database/rows/version';
import { isAddition, isAudited } from '@/lib/resources/audit-log/rules';
import { recordChange, recordExport } from '@/lib/resources/audit-log/service';
import { lockProductsUsing, type Part } from '@/lib/resources/product-locks/service';

type Params = AuditedRequest['params'];
type Read = (scope: Scope, params: Params) => Promise<object | null>;

/** Reads an object by its id, with a service that is loaded when it is first needed. */
function by(load: () => Promise<{ get(scope: Scope, id: string): Promise<object> }>): Read {
  return async (scope, { id = '' }) => (await load()).get(scope, id);
}

/** How the objects of changes are read before, by their tags; operations name their rows. */
export const OBJECTS: Readonly<Record<string, Read>> = {
  advertisements: by(() => import('@/lib/resources/advertisements/service')),
  benefits: by(() => import('@/lib/resources/benefits/service')),
  checkout_links: by(() => import('@/lib/resources/checkout-links/service')),
  custom_fields: by(() => import('@/lib/resources/custom-fields/service')),
  discounts: by(() => import('@/lib/resources/discounts/service')),
  discord_connections: by(() => import('@/lib/resources/discord-connections/service')),
  external_organizations: by(() => import('@/lib/resources/external-organizations/service')),
  files: by(() => import('@/lib/resources/files/service')),
  imports: by(() => import('@/lib/resources/imports/service')),
  license_keys: by(() => import('@/lib/resources/license-keys/service')),
  members: async (scope, params) =>
    (await import('@/lib/resources/members/service')).lockPerson(scope, params),
  organizations: by(() => import('@/lib/resources/organizations/service')),
  payment_connections: by(() => import('@/lib/resources/payment-connections/service')),
  products: by(() => import('@/lib/resources/products/service')),
  repositories: by(() => import('@/lib/resources/repositories/service')),
  subscriptions: by(() => import('@/lib/resources/subscriptions/service')),
  webhook_endpoints: by(() => import('@/lib/resources/webhook-endpoints/service')),
  tokens: async (scope, { id = '' }) =>
    (await import('@/lib/resources/tokens/service')).find(scope, id),
};

/** What products show, by tags: those products are locked first, as by the commands themselves. */
const PARTS: Readonly<Record<string, Part>> = {
  benefits: 'benefits',
  custom_fields: 'customFields',
  files: 'files',
};

/** The audit log of requests: what each has changed, in the transaction of the change. */
export const audit: Audit = {
  async before(scope, { operation, params }) {
    const read = OBJECTS[operation.tag];
    const id = Object.values(params).at(-1);
    if (!isAudited(operation) || isAddition(operation) || !read || id === undefined) return null;
    const { row: table } = operation;
    const part = PARTS[operation.tag];
    if (part) await lockProductsUsing(scope, part, [id]);
    // Read by a statement of its own, which sees what another has written while this one waited.
    if (table) await rowVersion(scope, { table, id }, { lock: true });
    return read(scope, params).catch((error: unknown) => {
      // The command answers this itself.
      if (error instanceof ApiError) return null;
      throw error;
    });
  },
  record: async (scope, change) =>
    isAudited(change.operation) ? recordChange(scope, change) : null,
  exported: recordExport,
};
