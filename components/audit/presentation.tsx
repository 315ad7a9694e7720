import { AUDIT_TEXTS, fieldName } from '@/components/audit/texts';
import { ACTORS } from '@/components/events/texts';
import { presentation } from '@/components/resource/presentation';
import { EntityLink } from '@/components/shell/entity-link';
import { IdChip, shortId } from '@/components/ui/id-chip';
import { RealTime } from '@/components/ui/time';
import { Id } from '@/lib/contract/fields';
import { capitalized } from '@/lib/contract/formats';
import { pluralOf } from '@/lib/contract/nouns';
import type { AuditEntry } from '@/lib/resources/audit-log/schema';

const ENTRY = presentation<AuditEntry>()('audit entry', {
  name: ({ action }) => wordsOf(action),
  isInRealTime: true,
  fields: {
    action: {
      label: 'Action',
      column: { width: 228, cell: ({ action }) => wordsOf(action) },
      fact: ({ action }) => <span className="font-mono text-xs">{action}</span>,
    },
    object: {
      label: 'Object',
      column: {
        width: 185,
        mobile: 'sub',
        cell: (entry) => <bdi>{shortName(entry)}</bdi>,
      },
      fact: (entry) => <ObjectLink entry={entry} />,
    },
    actor: {
      label: 'By',
      value: ({ actor: { type, name } }) => name ?? ACTORS[type],
      column: { width: 115, mobile: 'sub-end' },
    },
    changes: {
      label: 'Changes',
      column: { width: 207, cell: ({ changes }) => <Changes changes={changes} /> },
    },
    created: {
      label: 'Time',
      column: {
        sort: 'created_at',
        width: 140,
        mobile: 'end',
        cell: ({ created_at }) => <RealTime value={created_at} show="minute" />,
      },
      fact: ({ created_at }) => <RealTime value={created_at} show="datetime" />,
    },
    client_address: {
      label: 'IP address',
      value: ({ client_address: ip }) => ip ?? false,
      column: { width: 120 },
    },
    request_id: {
      label: 'Request ID',
      value: ({ request_id: id }) =>
        id !== null && <IdChip id={id} label={AUDIT_TEXTS.copyRequestId} />,
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
  return capitalized(action.replace(/[._]/g, ' ')).replace(/^Oauth/, 'OAuth');
}

/** A kind of object as words: `License key`. */
export function kindName(kind: string): string {
  // GitHub alone has external organizations.
  const words = kind.replaceAll('_', ' ').replace('external', 'gitHub');
  return capitalized(words).replace(/^Oauth/, 'OAuth');
}

/** The object as it was called then, and a link to it while it is there. */
function ObjectLink({ entry: { action, object } }: { entry: AuditEntry }) {
  const { kind, id, name } = object;
  const text = name === null ? kindName(kind) : <bdi>{name}</bdi>;
  // Apps are pages of their maker alone.
  if (id === null || action.endsWith('.deleted') || kind === 'oauth_app') return text;
  return (
    <EntityLink section={SECTIONS[kind] ?? pluralOf(kind).replaceAll('_', '-')} id={id}>
      {text}
    </EntityLink>
  );
}

const SECTIONS: Readonly<Record<string, string>> = { webhook_endpoint: 'webhooks' };

/** What the object is called in a list: an address without its scheme; its kind where it has no name, or was a list. */
function shortName({ action, object: { kind, name } }: AuditEntry): string {
  if (name === null || action.startsWith('list.')) return kindName(kind);
  return name.replace(/^https?:\/\//, '');
}

/** A change with its values, ids in short; of several the names of their fields. */
function Changes({ changes: [first, ...others] }: Pick<AuditEntry, 'changes'>) {
  if (!first) return '—';
  if (others.length > 0) {
    const names = [first, ...others].map(({ field }) => fieldName(field));
    return <span className="text-muted">{capitalized(names.join(', '))}</span>;
  }
  const { field, before, after } = first;
  const shown = (value: unknown) => {
    if (typeof value === 'boolean') return value ? AUDIT_TEXTS.yes : AUDIT_TEXTS.no;
    return typeof value === 'string' && Id.safeParse(value).success
      ? shortId(value)
      : shownValue(value, field);
  };
  return (
    <>
      <span className="text-muted">{capitalized(fieldName(field))}</span>{' '}
      {before !== null && (
        <>
          <bdi className="text-muted line-through">{shown(before)}</bdi>
          <span className="sr-only"> {AUDIT_TEXTS.to}</span>{' '}
        </>
      )}
      <bdi>{shown(after)}</bdi>
    </>
  );
}

/** A value as it is printed; in percent where its field is named, and is so by a hundredth. */
export function shownValue(value: unknown, field = ''): string {
  if (value === null || value === '') return AUDIT_TEXTS.none;
  if (field.endsWith('basis_points') && typeof value === 'number') return `${value / 100}%`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
