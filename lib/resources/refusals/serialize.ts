import { scalarsOf } from '@/lib/api/scalars';
import { withFields } from '@/lib/contract/serialize';
import type { Refusal as RefusalRow } from '@/lib/database/generated/client';
import { fixOf } from '@/lib/resources/refusals/rules';
import { Refusal, type RefusalKind } from '@/lib/resources/refusals/schema';

const scalars = scalarsOf('Refusal', Refusal);

/** The pages of the API reference that describe what is refused, by the first part of the operation. */
const SECTIONS: Readonly<Record<string, string>> = {
  'checkout-links': 'checkout_links',
  addresses: 'webhooks',
};

function sectionOf(operation: string): string {
  const [first = ''] = operation.split(':');
  return SECTIONS[first] ?? first;
}

/** A refusal as the API prints it. */
export function serializeRefusal(row: RefusalRow): Refusal {
  const kind = row.kind as RefusalKind;
  const { objectKind, objectId, objectName } = row;
  return withFields(scalars(row), {
    kind,
    rule: `/docs/${sectionOf(row.operation)}#${row.operation.replaceAll(/[^\w-]+/g, '-')}`,
    fix: fixOf({ ...row, kind }),
    object:
      objectKind === null || objectId === null
        ? null
        : { kind: objectKind, id: objectId, name: objectName },
  });
}
