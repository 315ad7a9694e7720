import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '@/components/session/organization';
import { TextLink } from '@/components/ui/text-link';
import { query } from '@/lib/client/queries';
import { numberFormat } from '@/lib/contract/formats';
import { DAY_MS, hourOf } from '@/lib/contract/times';
import { listRefusals } from '@/lib/resources/refusals/contract';
import type { Refusal } from '@/lib/resources/refusals/schema';

/** So many different reasons are told; the others are in the API. */
const SHOWN = 3;

/** Says what was refused about an object since yesterday, and what the seller can do; nothing where nothing was. */
export function RefusalNotes({ id }: { id: string }) {
  const organization = useOrganization();
  // By the hour, so that it is the same query for as long as that; in real time, as refusals are kept.
  const since = hourOf(new Date(Date.now() - DAY_MS)).toISOString();
  const { data } = useQuery(
    query(listRefusals, {
      query: {
        organization_id: [organization.id],
        object_id: [id],
        created_after: since,
        limit: 100,
      },
    }),
  );
  const reasons = reasonsOf(data?.items ?? []);
  if (reasons.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 border border-line bg-surface p-3">
      {reasons.slice(0, SHOWN).map(({ key, count, latest }) => (
        <li key={key}>
          <strong className="font-medium">{timesOf(count)}:</strong> {latest.detail} {latest.fix}{' '}
          <TextLink href={latest.rule}>API reference</TextLink>
        </li>
      ))}
    </ul>
  );
}

const COUNT = numberFormat({});

function timesOf(count: number): string {
  return count === 1
    ? 'Refused once since yesterday'
    : `Refused ${COUNT(count)} times since yesterday`;
}

/** Equal ones of several hours in one, the most frequent first. */
function reasonsOf(refusals: readonly Refusal[]) {
  const reasons = new Map<string, { key: string; count: number; latest: Refusal }>();
  for (const refusal of refusals) {
    const key = `${refusal.kind} ${refusal.code}`;
    const known = reasons.get(key);
    if (known) known.count += refusal.count;
    else reasons.set(key, { key, count: refusal.count, latest: refusal });
  }
  return [...reasons.values()].sort((one, other) => other.count - one.count);
}
