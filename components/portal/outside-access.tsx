'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { buyerTypeOf } from '@/components/benefit-types/buyer/buyer-types';
import { LinkAccount } from '@/components/portal/link-account';
import { useMayChange, useOwnCommand } from '@/components/portal/portal';
import { OUTSIDE } from '@/components/portal/texts';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { updateCustomerBenefitGrant } from '@/lib/resources/benefit-grants/operations';
import type {
  CustomerBenefitGrant,
  CustomerBenefitGrantUpdate,
} from '@/lib/resources/benefit-grants/schema';
import type { Platform } from '@/lib/resources/linked-accounts/schema';

/** How often the page looks whether what is being set up has come, and how many times at most. */
const LOOK_MS = 3000;
const LOOKS = 40;

/** How far a benefit on GitHub or Discord has come, and what there is to do; nothing for other benefits. */
export function OutsideAccess({ grant }: { grant: CustomerBenefitGrant }) {
  const { platform } = buyerTypeOf(grant.benefit);
  if (!platform || !grant.is_granted) return null;
  return <Access grant={grant} platform={platform} />;
}

function Access({ grant, platform }: { grant: CustomerBenefitGrant; platform: Platform }) {
  const mayChange = useMayChange();
  const { status, error, benefit } = grant;
  useLooks(status === 'pending');
  const words = OUTSIDE[platform];
  if (error?.code === 'ACCOUNT_MISSING' || error?.code === 'ACCOUNT_GONE') {
    return (
      <div className="flex flex-col items-start gap-2">
        <p className="text-muted">{error.code === 'ACCOUNT_GONE' ? words.gone : words.missing}</p>
        {mayChange && <LinkAccount platform={platform} benefitId={benefit.id} />}
      </div>
    );
  }
  if (status === 'granted') return <p className="text-good">{words.granted}</p>;
  if (error && error.code in ASKED_ANEW) {
    return (
      <AskAnew
        grant={grant}
        text={words[ASKED_ANEW[error.code as Asked]]}
        verb={OUTSIDE.again[platform]}
      />
    );
  }
  if (error?.code === 'NOT_CONNECTED') return <p className="text-muted">{words.notConnected}</p>;
  if (status === 'waiting_for_buyer') {
    return <AskAnew grant={grant} text={words.waiting} verb={OUTSIDE.check} />;
  }
  return <p className="text-muted">{status === 'failed' ? words.failed : words.pending}</p>;
}

/** What the customer can ask for again, by what has become of it. */
const ASKED_ANEW = {
  INVITATION_EXPIRED: 'expired',
  INVITATION_DECLINED: 'declined',
  REMOVED_OUTSIDE: 'removed',
} as const;
type Asked = keyof typeof ASKED_ANEW;

function AskAnew({
  grant,
  text,
  verb,
}: {
  grant: CustomerBenefitGrant;
  text: string;
  verb: string;
}) {
  const mayChange = useMayChange();
  const update = useOwnCommand(updateCustomerBenefitGrant);
  const { account_id } = grant.properties as { account_id?: string };
  const { type } = grant.benefit;
  const ask = () => {
    const body = { benefit_type: type, properties: { account_id } } as CustomerBenefitGrantUpdate;
    update.mutate({ params: { id: grant.id }, body });
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted">{text}</p>
      {mayChange && account_id !== undefined && (
        <Button type="button" size="small" pending={update.isPending} onClick={ask}>
          {verb}
        </Button>
      )}
      {update.error && <ErrorNote error={update.error} />}
    </div>
  );
}

/** Looks for news while something is being set up. */
function useLooks(isPending: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isPending) return;
    let left = LOOKS;
    const timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      void client.refetchQueries({ type: 'active' });
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isPending, client]);
}
