import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { scalarsOf } from '@/lib/api/scalars';
import { Metadata, Timestamp } from '@/lib/contract/fields';
import type { Customer } from '@/lib/database/generated/client';

const row: Customer = {
  id: '0192f0c8-0000-7000-8000-000000000001',
  organizationId: '0192f0c8-0000-7000-8000-000000000002',
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  modifiedAt: null,
  deletedAt: null,
  email: 'ada@example.com',
  emailVerified: false,
  name: 'Ada',
  billingAddress: { country: 'DE' },
  taxId: 'DE123456789',
  taxIdType: 'eu_vat',
  externalId: null,
  metadata: { plan: 'pro' },
};

const Wire = z.object({
  created_at: Timestamp,
  modified_at: Timestamp.nullable(),
  email_verified: z.boolean(),
  metadata: Metadata,
  // Another type than the column's, and no column at all.
  tax_id: z.array(z.string()).nullable(),
  avatar_url: z.string(),
});

it('prints the columns that the schema names', () => {
  const scalars = scalarsOf('Customer', Wire)(row);
  expect(scalars).toEqual({
    created_at: '2026-01-02T03:04:05.678Z',
    modified_at: null,
    email_verified: false,
    metadata: { plan: 'pro' },
    tax_id: 'DE123456789',
  });
  expectTypeOf(scalars).toEqualTypeOf<{
    created_at: string;
    modified_at: string | null;
    email_verified: boolean;
    metadata: Metadata;
  }>();
});
