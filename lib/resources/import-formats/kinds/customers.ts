import { AddressInput, Email, MetadataInput } from '@/lib/contract/fields';
import { checkTaxId, TAX_ID_TYPES } from '@/lib/contract/tax-id';
import type { Cells } from '@/lib/resources/import-formats/kinds/cells';
import { given, type KindRules } from '@/lib/resources/import-formats/kinds/kind';

const PARTS = ['line1', 'line2', 'postal_code', 'city', 'state', 'country'] as const;

/** docs/contract/imports.md#customers */
export const customers: KindRules = {
  nature: 'customer',
  wants: () => {},
  natural: {
    name: 'email',
    valueOf: (cells) => cells.text('email', 500)?.trim().toLowerCase() ?? null,
    isAdopted: true,
    error: {
      column: 'email',
      code: 'email_taken',
      detail: 'Another customer already uses this email address.',
    },
  },
  draft(cells) {
    const address = cells.needed('email', 500);
    const email = Email.safeParse(address);
    if (address !== '' && !email.success) {
      cells.fail('email', 'invalid_email', 'Enter a valid email address.');
    }
    const tax = taxIdOf(cells);
    return {
      given: {
        ...given('email', email.success ? email.data : null),
        ...given('name', cells.text('name', 500)),
        ...given('billingAddress', addressOf(cells)),
        ...given('taxId', tax?.value ?? null),
        ...given('taxIdType', tax?.type ?? null),
        ...given('metadata', cells.object('metadata', MetadataInput)),
      },
      defaults: {
        name: null,
        billingAddress: null,
        taxId: null,
        taxIdType: null,
        metadata: {},
        createdAt: cells.time('created_at'),
        modifiedAt: cells.time('modified_at'),
      },
    };
  },
};

function addressOf(cells: Cells) {
  const country = cells.country('billing_address_country');
  const parts = PARTS.map((part) => [part, cells.text(`billing_address_${part}`, 500)] as const);
  if (country === null) return null;
  const parsed = AddressInput.safeParse({ ...Object.fromEntries(parts), country });
  return parsed.success ? parsed.data : null;
}

function taxIdOf(cells: Cells) {
  const value = cells.text('tax_id', 100);
  if (value === null) return null;
  const type = cells.oneOf('tax_id_type', TAX_ID_TYPES);
  if (type === null) {
    if (cells.text('tax_id_type') === null) {
      cells.fail('tax_id_type', 'missing', 'Name the type of the tax ID.');
    }
    return null;
  }
  return (
    checkTaxId(value, type) ??
    cells.fail('tax_id', 'invalid_tax_id', `This isn't a valid tax ID of type ${type}.`)
  );
}
