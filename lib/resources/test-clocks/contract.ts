import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { Id } from '@/lib/contract/fields';
import { page, pageQuery } from '@/lib/contract/pagination';
import { TestClock, TestClockAdvance, TestClockItem } from '@/lib/resources/test-clocks/schema';

export const getTestClock = contract({
  tag: 'test_clocks',
  id: 'test-clock:get',
  method: 'GET',
  path: '/v1/test-clock/',
  summary: 'Get the time of an organization',
  description:
    'A sandbox organization may carry a test clock, which is frozen until it is advanced.',
  permissions: ['organizations:read'],
  query: z.object({
    organization_id: Id.optional().meta({ description: 'Implied where you are in just one.' }),
  }),
  response: TestClock,
  errors: ['ResourceNotFound'],
});

export const advanceTestClock = contract({
  tag: 'test_clocks',
  id: 'test-clock:advance',
  method: 'POST',
  path: '/v1/test-clock/advance',
  summary: 'Advance the test clock of a sandbox organization',
  description:
    'The first call freezes the clock at the real time and starts from there. Renewals, retries, ends of ' +
    'trials, cancellations, payments and expiries that are due by `to` then happen, each at its own moment: ' +
    'the operation answers 202 at once, and the clock is `advancing` until they have. In the meantime writes ' +
    "to the organization's checkouts, subscriptions, orders and refunds are refused with 409. With `dry_run` " +
    'it answers 200 and a page of what would happen, in its order; more than 20,000 items are 422 at `to`.',
  permissions: ['organizations:write'],
  status: 202,
  query: pageQuery,
  body: TestClockAdvance,
  response: z.union([TestClock, page(TestClockItem)]),
  otherStatus: 200,
  errors: ['NotPermitted', 'Conflict'],
  changes: ['checkouts', 'subscriptions', 'orders', 'payments', 'customers', 'license_keys'],
});
