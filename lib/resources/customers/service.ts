import { isDeepStrictEqual } from 'node:util';
import { bodyColumns } from '@/lib/api/columns';
import { commit } from '@/lib/api/commands';
import { listAndExport } from '@/lib/api/list';
import { organizationFor } from '@/lib/api/tenancy';
import { orNotFound } from '@/lib/contract/errors';
import type { Address, Metadata } from '@/lib/contract/fields';
import { metadata as metadataOf } from '@/lib/contract/serialize';
import type { TaxId } from '@/lib/contract/tax-id';
import { uniqueBy } from '@/lib/database/connection/errors';
import { clockOf, type Scope } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/customers/repository';
import { mergeMetadata } from '@/lib/resources/customers/rules';
import type {
  CustomerCreate,
  CustomerPortalCustomer,
  CustomerUpdate,
  CustomerWithTotals,
  PortalCustomerUpdate,
} from '@/lib/resources/customers/schema';
import {
  type CustomerRow,
  serializeCustomer,
  serializeCustomerWithTotals,
  serializePortalCustomer,
} from '@/lib/resources/customers/serialize';
import { eraseEventsOfCustomer, record } from '@/lib/resources/events/service';
import { allowAddress, eraseMailsOfCustomer } from '@/lib/resources/mails/service';
import { newId } from '@/lib/runtime/ids';

const uniqueEmail = uniqueBy(
  'customers_email_key',
  'email',
  'Another customer already uses this email address.',
);

const columns = bodyColumns('Customer');

export const { listAll, exportAll } = listAndExport(repository.list, serializeCustomerWithTotals);

/** With what was spent in a currency, by default the organization's. Throws 404. */
export async function get(
  scope: Scope,
  id: string,
  currency?: string,
): Promise<CustomerWithTotals> {
  const row = await repository.find(scope, id, currency);
  return serializeCustomerWithTotals(orNotFound(row, 'The customer'));
}

/** Throws 404. */
export async function getOfBuyer(scope: Scope, id: string): Promise<CustomerPortalCustomer> {
  return serializePortalCustomer(
    orNotFound(await repository.list(scope, { sorting: [] }).find(id), 'The customer'),
  );
}

/** Throws 422 when another customer of the organization has the email address, ignoring case. */
export async function create(scope: Scope, body: CustomerCreate): Promise<CustomerWithTotals> {
  const organizationId = organizationFor(scope, body.organization_id);
  return uniqueEmail(() =>
    commit(scope, async (scope) => {
      const row = await repository.create(scope, {
        ...columns(body),
        id: newId(),
        organizationId,
        createdAt: clockOf(scope, organizationId),
      });
      await allowAddress(scope, organizationId, body.email);
      await recorded(scope, 'customer.created', row);
      return serializeCustomerWithTotals(row);
    }),
  );
}

/** Throws 404, and 422 when another customer of the organization has the email address. */
export async function update(
  scope: Scope,
  id: string,
  body: CustomerUpdate,
): Promise<CustomerWithTotals> {
  return uniqueEmail(() =>
    commit(scope, async (scope) => {
      const { organizationId, email } = await lockOrThrow(scope, id);
      const now = clockOf(scope, organizationId);
      const isMoved = body.email !== undefined && !isSameEmail(body.email, email);
      if (isMoved) await repository.endPortalAccess(scope, id);
      const verified = isMoved ? { emailVerified: false } : {};
      const row = await repository.update(scope, id, { ...columns(body), ...verified }, now);
      await recorded(scope, 'customer.updated', row);
      if (body.email) await allowAddress(scope, organizationId, body.email);
      return get(scope, id);
    }),
  );
}

/** The customer's own update (docs/contract/portal.md#added-operations). Throws 404. */
export async function updateOfBuyer(
  scope: Scope,
  id: string,
  body: PortalCustomerUpdate,
): Promise<CustomerPortalCustomer> {
  return commit(scope, async (scope) => {
    await getOfBuyer(scope, id);
    const { organizationId } = await lockOrThrow(scope, id);
    const now = clockOf(scope, organizationId);
    await recorded(
      scope,
      'customer.updated',
      await repository.update(scope, id, columns(body), now),
    );
    return getOfBuyer(scope, id);
  });
}

function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Locks a customer that is going to be deleted, takes it off its open checkouts and returns it. Throws 404.
 */
export async function lockForDeletion(scope: Scope, id: string): Promise<CustomerRow> {
  const { organizationId } = orNotFound(await repository.find(scope, id), 'The customer');
  // Checkouts are locked before customers, as by a confirmation; the other order could deadlock.
  await repository.unlinkOpenCheckouts(scope, id, clockOf(scope, organizationId));
  return lockOrThrow(scope, id);
}

/**
 * Deletes a locked customer, which frees the email address, and erases the mails about him and what is in the events,
 * also in the `customer.deleted` that it records.
 */
export async function remove(scope: Scope, row: CustomerRow, now: Date): Promise<void> {
  await recorded(scope, 'customer.deleted', row);
  await eraseMailsOfCustomer(scope, row.id);
  eraseEventsOfCustomer(scope, row.id);
  await repository.remove(scope, row.id, now);
}

/** What names a deleted customer; null when there is none in the scope. */
export const { findDeleted } = repository;

/** The organization's customer with this email address, in any case, locked like {@link lockCustomer}. */
export function lockCustomerByEmail(
  scope: Scope,
  organizationId: string,
  email: string,
): Promise<CustomerRow | null> {
  return repository.lockByEmail(scope, organizationId, email);
}

/** Notes that a locked customer reads what is sent to the email address. */
export async function verifyEmail(scope: Scope, customer: CustomerRow): Promise<CustomerRow> {
  if (customer.emailVerified) return customer;
  const now = clockOf(scope, customer.organizationId);
  const row = await repository.update(scope, customer.id, { emailVerified: true }, now);
  return recorded(scope, 'customer.updated', row);
}

/** A customer locked until the transaction ends; null when there is none in the scope. */
export function lockCustomer(scope: Scope, id: string): Promise<CustomerRow | null> {
  return repository.lock(scope, id);
}

export interface Buyer {
  organizationId: string;
  /** The checkout's customer; null where it has none yet. */
  customerId: string | null;
  /** Whether to update that customer from the checkout: only where a seller named him, and once. */
  takesOver: boolean;
  email: string;
  name: string | null;
  billingAddress: Address | null;
  taxId: TaxId | null;
  metadata: Metadata;
  now: Date;
}

/**
 * The customer of a purchase, in the caller's transaction
 * (docs/contract/checkouts.md#customer-of-a-purchase): by `customerId`, else by email ignoring case, else a
 * new one. One that is found by email alone is not changed, since a buyer can type any address. The row
 * stays locked until the transaction ends, so a concurrent deletion waits and then cancels the new purchase.
 */
export async function findOrCreateCustomer(scope: Scope, buyer: Buyer): Promise<CustomerRow> {
  const { organizationId, customerId, email } = buyer;
  const named = customerId === null ? null : await repository.lock(scope, customerId);
  if (named) return buyer.takesOver ? takeOver(scope, named, buyer) : named;
  for (;;) {
    const existing = await repository.lockByEmail(scope, organizationId, email);
    if (existing) return existing;
    const created = await repository.createUnlessTaken(scope, {
      id: newId(),
      organizationId,
      createdAt: buyer.now,
      email,
      name: buyer.name,
      billingAddress: buyer.billingAddress,
      taxId: buyer.taxId,
      metadata: buyer.metadata,
    });
    if (created) return recorded(scope, 'customer.created', created);
  }
}

/** Writes the checkout's customer data to the customer; what the checkout leaves open stays as it is. */
async function takeOver(scope: Scope, row: CustomerRow, buyer: Buyer): Promise<CustomerRow> {
  const { name, billingAddress, taxId, metadata } = buyer;
  const isSameTaxId = taxId?.value === row.taxId && taxId?.type === row.taxIdType;
  const changes: repository.CustomerChanges = {
    ...(name === null || name === row.name ? {} : { name }),
    ...(billingAddress === null || isDeepStrictEqual(billingAddress, row.billingAddress)
      ? {}
      : { billingAddress }),
    ...(taxId === null || isSameTaxId ? {} : { taxId }),
    ...(Object.keys(metadata).length > 0
      ? { metadata: mergeMetadata(metadataOf(row.metadata), metadata) }
      : {}),
  };
  if (Object.keys(changes).length === 0) return row;
  const changed = await repository.update(scope, row.id, changes, buyer.now);
  return recorded(scope, 'customer.updated', changed);
}

/** Records an event of a locked customer, and returns the row. */
async function recorded(
  scope: Scope,
  kind: 'customer.created' | 'customer.updated' | 'customer.deleted',
  row: CustomerRow,
): Promise<CustomerRow> {
  const { organizationId } = row;
  await record(scope, { kind, organizationId, snapshot: serializeCustomer(row) });
  return row;
}

async function lockOrThrow(scope: Scope, id: string): Promise<CustomerRow> {
  return orNotFound(await repository.lock(scope, id), 'The customer');
}
