// The groups of a subscription's statuses, for the resources that subscriptions refer to as well.

/** Of the active group (docs/contract/subscriptions.md#states): what customers have, and what may be changed. */
export const ACTIVE_STATUSES = ['trialing', 'active'] as const;

/**
 * What renews, and whose customer therefore has its benefits: a past due one keeps them
 * (docs/contract/subscriptions.md#dunning).
 */
export const RUNNING_STATUSES = [...ACTIVE_STATUSES, 'past_due'] as const;

/** What may be charged again: an unpaid one by a retry. */
export const CHARGEABLE_STATUSES = [...RUNNING_STATUSES, 'unpaid'] as const;

/** What is not over: a customer's deletion ends it. */
export const LIVING_STATUSES = ['incomplete', ...CHARGEABLE_STATUSES] as const;

/** Where a try to pay has failed: a retry, or another payment method, charges what is due. */
export const OVERDUE_STATUSES = ['past_due', 'unpaid'] as const;

/** The ended group: what a subscription becomes that is canceled, or whose last retry has failed. */
export const ENDED_STATUSES = ['canceled', 'unpaid'] as const;

/** What `active=false` lists: past due, and the ended group (docs/contract/subscriptions.md#list). */
export const INACTIVE_STATUSES = ['past_due', ...ENDED_STATUSES] as const;

/** From which no other status follows. */
export const OVER_STATUSES = ['canceled', 'incomplete_expired'] as const;

/** Whether a subscription's status is of a group. */
export function isOneOf<Group extends string>(
  statuses: readonly Group[],
  status: string,
): status is Group {
  return statuses.some((one) => one === status);
}
