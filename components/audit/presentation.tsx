import { AUDIT_TEXTS } from '@/components/audit/texts';
import { ACTORS } from '@/components/events/texts';
import { presentation } from '@/components/resource/presentation';
import { RealTime } from '@/components/ui/time';
import { capitalized } from '@/lib/contract/formats';
import type { AuditEntry } from '@/lib/resources/audit-log/schema';

const ENTRY = presentation<AuditEntry>()('audit entry', {
  name: ({ action }) => wordsOf(action),
  fields: {
    action: { label: 'Action', column: { width: 170, cell: ({ action }) => wordsOf(action) } },
    object: {
      label: 'Object',
      column: {
        width: 150,
        mobile: 'sub',
        cell: ({ object }) => object.name !== null && <bdi>{object.name}</bdi>,
      },
    },
    actor: {
      label: 'By',
      value: ({ actor: { type, name } }) => name ?? ACTORS[type],
      column: { width: 130 },
    },
    changes: {
      label: 'Changes',
      column: { width: 250, cell: ({ changes }) => <Changes changes={changes} /> },
    },
    created: {
      label: 'Time',
      column: {
        sort: 'created_at',
        width: 150,
        mobile: 'end',
        cell: ({ created_at }) => <RealTime value={created_at} show="minute" />,
      },
    },
    client_address: {
      label: 'IP address',
      value: ({ client_address: ip }) => ip ?? false,
      column: { width: 130 },
    },
  },
});

export const AUDIT = {
  ...ENTRY,
  section: 'audit',
  words: { ...ENTRY.words, title: AUDIT_TEXTS.title },
};

/** `product.price_updated` as words: `Product price updated`. */
function wordsOf(action: string): string {
  return capitalized(action.replace(/[._]/g, ' '));
}

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  return (
    <ul className="flex flex-col">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="truncate">
          <span className="text-muted">{field}</span>{' '}
          {before !== null && (
            <>
              <bdi className="text-muted line-through">{shown(before)}</bdi>
              <span className="sr-only"> {AUDIT_TEXTS.to}</span>{' '}
            </>
          )}
          <bdi>{shown(after)}</bdi>
        </li>
      ))}
    </ul>
  );
}

function shown(value: unknown): string {
  if (value === null || value === '') return AUDIT_TEXTS.none;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
