import type { EntityDescription } from '@/components/entity-picker/searchable-entity';

/** The name of an entity over its detail, with the searched text highlighted. */
export function EntityLabel({
  description: { name, detail, icon: Icon },
  match = '',
}: {
  description: EntityDescription;
  match?: string;
}) {
  return (
    <>
      {Icon && <Icon aria-hidden className="size-4 shrink-0 text-muted" />}
      <span className="min-w-0 flex-1">
        <bdi className="block truncate">
          <Matched text={name} match={match} />
        </bdi>
        {detail !== undefined && (
          <bdi className="block truncate text-xs text-muted">
            <Matched text={detail} match={match} />
          </bdi>
        )}
      </span>
    </>
  );
}

function Matched({ text, match }: { text: string; match: string }) {
  const at = match === '' ? -1 : text.toLowerCase().indexOf(match.toLowerCase());
  if (at < 0) return text;
  const end = at + match.length;
  return (
    <>
      {text.slice(0, at)}
      <span className="font-semibold text-ink">{text.slice(at, end)}</span>
      {text.slice(end)}
    </>
  );
}
