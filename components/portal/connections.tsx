'use client';

import { useState } from 'react';
import { buyerTypeOf, typesGiving } from '@/components/benefit-types/buyer/buyer-types';
import { LinkAccount } from '@/components/portal/link-account';
import { Loading } from '@/components/portal/loading';
import { useMayChange, useOwn, useOwnCommand } from '@/components/portal/portal';
import { HOME, LINK, WHAT } from '@/components/portal/texts';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Section } from '@/components/ui/section';
import { showToast } from '@/components/ui/toast';
import { listCustomerBenefitGrants } from '@/lib/resources/benefit-grants/operations';
import {
  deleteLinkedAccount,
  listLinkedAccounts,
} from '@/lib/resources/linked-accounts/operations';
import type { LinkedAccount, Platform } from '@/lib/resources/linked-accounts/schema';

const PLATFORMS: readonly Platform[] = ['github', 'discord'];

/** The customer's accounts on platforms: those that are linked, and those that benefits need. */
export function Connections() {
  const enabled = useMayChange();
  const query = { type: typesGiving('access'), is_granted: true, limit: 100 };
  const grants = useOwn(listCustomerBenefitGrants, { query }, { enabled });
  const accounts = useOwn(listLinkedAccounts, {}, { enabled });
  // Most have none, so nothing keeps a place for them.
  if (!enabled || grants.isLoading || accounts.isLoading) return null;
  const benefitOn = (platform: Platform) =>
    grants.data?.items.find(({ benefit }) => buyerTypeOf(benefit).platform === platform)?.benefit
      .id;
  return (
    <Loading of={accounts} title={HOME.connections} what={WHAT.connections}>
      {({ items }) => {
        const shown = PLATFORMS.filter(
          (platform) => benefitOn(platform) || items.some((one) => one.platform === platform),
        );
        if (shown.length === 0) return null;
        return (
          <Section title={HOME.connections}>
            <ul className="flex flex-col divide-y divide-line border-y border-line">
              {shown.map((platform) => (
                <li key={platform} className="py-3">
                  <AccountsOn
                    platform={platform}
                    accounts={items.filter((one) => one.platform === platform)}
                    benefitId={benefitOn(platform)}
                  />
                </li>
              ))}
            </ul>
          </Section>
        );
      }}
    </Loading>
  );
}

function AccountsOn({
  platform,
  accounts,
  benefitId,
}: {
  platform: Platform;
  accounts: readonly LinkedAccount[];
  benefitId: string | undefined;
}) {
  if (accounts.length > 0) {
    return accounts.map((account) => <Linked key={account.id} account={account} />);
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="font-medium">{LINK.platform[platform]}</p>
      <p className="text-muted">{LINK.none}</p>
      {benefitId && <LinkAccount platform={platform} benefitId={benefitId} />}
    </div>
  );
}

function Linked({ account }: { account: LinkedAccount }) {
  const [isAsking, setAsking] = useState(false);
  const unlink = useOwnCommand(deleteLinkedAccount);
  const { id, platform, account_username: name, is_proven } = account;
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">{LINK.state(platform, is_proven)}</p>
      </div>
      <Button type="button" size="small" onClick={() => setAsking(true)}>
        {LINK.unlink}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(false)}
          title={LINK.ask(name)}
          verb={LINK.unlink}
          effects={LINK.effects(platform)}
          onConfirm={async () => {
            await unlink.mutateAsync({ params: { id } });
            showToast(LINK.unlinked);
          }}
        />
      )}
    </div>
  );
}
