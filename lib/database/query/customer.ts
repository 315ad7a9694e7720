import type { Caller, Scope } from '@/lib/database/connection/scope';
import { raw, type Sql, sql } from '@/lib/database/connection/sql';

/** A customer who calls with a session of the portal; `checkoutId` where it is bound to a checkout. */
type Customer = Extract<Caller, { kind: 'customer' }>;

/** Which rows `t` of a table are a calling customer's. */
export type CustomerPredicate = (customer: Customer) => Sql;

/**
 * The rows whose column holds the customer's id, such as `t.customer_id`; in a session that is bound to a
 * checkout, only those that the checkout led to (docs/contract/callers.md#confirmation-sessions).
 */
export function customerRows(
  column: string,
  ofCheckout: (checkoutId: string) => Sql,
): CustomerPredicate {
  return ({ customerId, checkoutId }) => {
    const ofCustomer = sql`${raw(column)} = ${customerId}::uuid`;
    return checkoutId === null ? ofCustomer : sql`${ofCustomer} AND ${ofCheckout(checkoutId)}`;
  };
}

/**
 * The customer's predicate where a customer calls; undefined for every other caller. Throws where a
 * customer calls and the table has none.
 */
export function callerPredicate(
  { caller }: Scope,
  { table, customerPredicate }: { table: string; customerPredicate?: CustomerPredicate },
): Sql | undefined {
  if (caller.kind !== 'customer') return undefined;
  if (!customerPredicate) throw new Error(`${table} are not for customers`);
  return customerPredicate(caller);
}
