import { Ban, CircleCheck, Clock, Hourglass, TriangleAlert } from 'lucide-react';
import { GRANT_STATUS as texts } from '@/components/entities/texts';
import type { Status } from '@/components/ui/badge';
import { FrozenTime, Time, useNow } from '@/components/ui/time';
import type { BenefitGrant } from '@/lib/resources/benefit-grants/schema';

// How far a grant has come, wherever a seller sees one (docs/contract/connections.md#grants).

const GRANTED: Status = { tone: 'ok', icon: CircleCheck, label: texts.granted };
const STATUSES: Record<NonNullable<BenefitGrant['status']>, Status> = {
  pending: { tone: 'info', icon: Clock, label: texts.pending },
  granted: GRANTED,
  waiting_for_buyer: { tone: 'info', icon: Hourglass, label: texts.waiting },
  failed: { tone: 'warn', icon: TriangleAlert, label: texts.failed, needsAction: true },
};
const REVOKED: Status = { tone: 'idle', icon: Ban, label: texts.revoked };

const POLL_MS = 4000;

type Progress = Pick<BenefitGrant, 'is_granted' | 'status' | 'error'>;

/** Whether a grant waits for one of the seller's own license keys: of those that are pending, it alone holds nothing yet. */
export function waitsForKey({ status, properties }: Pick<BenefitGrant, 'status' | 'properties'>) {
  return status === 'pending' && Object.keys(properties).length === 0;
}

export function grantStatus({ is_granted, status }: Progress): Status {
  if (!is_granted) return REVOKED;
  return status === null ? GRANTED : STATUSES[status];
}

/** How long a query of grants waits before it asks again: no event tells that one has arrived outside. */
export function grantsPoll(grants: readonly Progress[] = []): number | false {
  return grants.some(({ status }) => status === 'pending') && POLL_MS;
}

/** Why a grant has not arrived, and when that is tried again; nothing for one that has. */
export function GrantProblem({ grant: { status, error } }: { grant: Progress }) {
  if (!error) return null;
  const isTried = status === 'failed' || status === 'pending';
  return (
    <span className={status === 'failed' ? 'text-warn' : 'text-muted'}>
      {error.detail}{' '}
      {isTried && error.next_try_at !== null && (
        // Jobs go by the real time, whatever the test clock shows.
        <FrozenTime now={null}>
          <NextTry at={error.next_try_at} />
        </FrozenTime>
      )}
    </span>
  );
}

function NextTry({ at }: { at: string }) {
  const now = useNow();
  if (Date.parse(at) <= now) return texts.tryingNow;
  return (
    <>
      {texts.nextTry} <Time value={at} />.
    </>
  );
}
