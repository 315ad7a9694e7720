import { z } from 'zod';
import { Id, Timestamp, TimestampInput } from '@/lib/contract/fields';

export const TestClockStatus = z.enum(['ready', 'advancing']).meta({ id: 'TestClockStatus' });

/** The time of an organization (docs/contract/time.md#reading-the-clock). */
export const TestClock = z
  .object({
    organization_id: Id,
    now: Timestamp.meta({ description: 'The time of the organization.' }),
    is_frozen: z.boolean().meta({ description: 'False: it is the real time.' }),
    status: TestClockStatus,
    target: Timestamp.nullable().meta({ description: 'Where an advance that runs will end.' }),
    done: z.int().meta({ description: 'Items of the last advance that were run.' }),
    total: z.int().meta({ description: 'Items of the last advance.' }),
    failed: z.int().meta({ description: 'Items of it that were set aside after five failures.' }),
  })
  .meta({ id: 'TestClock', resource: 'test_clocks' });
export type TestClock = z.infer<typeof TestClock>;

export const TestClockItemKind = z
  .enum(['renewal', 'retry', 'trial_end', 'cancellation', 'payment', 'expiry', 'discount_end'])
  .meta({ id: 'TestClockItemKind' });
export type TestClockItemKind = z.infer<typeof TestClockItemKind>;

export const TestClockItemOutcome = z
  .enum(['paid', 'failed', 'free', 'ended', 'expired', 'changed'])
  .meta({ id: 'TestClockItemOutcome' });
export type TestClockItemOutcome = z.infer<typeof TestClockItemOutcome>;

/** Something that will happen by itself (docs/contract/time.md#dry-run). */
export const TestClockItem = z
  .object({
    at: Timestamp,
    kind: TestClockItemKind,
    object_id: Id.meta({
      description:
        'The subscription or the checkout. What becomes of a subscription that a payment on its way ' +
        'will start has the id of its checkout.',
    }),
    amount: z.int().meta({
      description:
        'What is charged, minor units; of a `discount_end` what a period costs from then on.',
    }),
    currency: z.string(),
    outcome: TestClockItemOutcome,
  })
  .meta({ id: 'TestClockItem' });
export type TestClockItem = z.infer<typeof TestClockItem>;

export const TestClockAdvance = z
  .object({
    organization_id: Id.nullish(),
    to: TimestampInput.meta({
      description: 'Later than the time of the organization, by at most 5 years.',
    }),
    dry_run: z.boolean().optional().meta({
      description: 'Answers 200 and a page of what would happen; nothing changes.',
    }),
  })
  .meta({ id: 'TestClockAdvance' });
export type TestClockAdvance = z.output<typeof TestClockAdvance>;
