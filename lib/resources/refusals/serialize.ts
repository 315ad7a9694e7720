import { scalarsOf } from '@/lib/api/scalars';
import { withFields } from '@/lib/contract/serialize';
import type { Refusal as RefusalRow } from '@/lib/database/generated/client';
import { fixOf } from '@/lib/resources/refusals/rules';
import { Refusal, type RefusalKind } from '@/lib/resources/refusals/schema';

const scalars = scalarsOf('Refusal', Refusal);

/** The pages of the API reference that describe what is refused. */
const SECTIONS: Record<RefusalKind, string> = {
  license_validation: 'customer_portal',
  license_activation: 'customer_portal',
  discount_code: 'checkouts',
  payment: 'checkouts',
  checkout: 'checkouts',
  webhook_address: 'webhooks',
};

/** A refusal as the API prints it. */
export function serializeRefusal(row: RefusalRow): Refusal {
  const kind = row.kind as RefusalKind;
  const { objectKind, objectId, objectName } = row;
  return withFields(scalars(row), {
    kind,
    rule: `/docs/${SECTIONS[kind]}#${row.operation.replaceAll(/[^\w-]+/g, '-')}`,
    fix: fixOf({ kind, code: row.code }),
    object:
      objectKind === null || objectId === null
        ? null
        : { kind: objectKind, id: objectId, name: objectName },
  });
}
