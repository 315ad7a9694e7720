'use client';

import { Ban, CalendarPlus, CirclePause, KeyRound, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { LICENSE_KEY_STATUS } from '@/components/entities/license-key-status';
import { isExpired } from '@/components/entities/license-key-validity';
import { ActionsMenu } from '@/components/shell/page-actions';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CurlButton } from '@/components/ui/curl-button';
import { PrimaryAction } from '@/components/ui/detail';
import { pluralize } from '@/components/ui/money';
import { useNow } from '@/components/ui/time';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import { useCommand } from '@/lib/client/queries';
import { getLicenseKey, updateLicenseKey } from '@/lib/resources/license-keys/contract';
import type { LicenseKey, LicenseKeyStatus } from '@/lib/resources/license-keys/schema';

const DONE: Record<LicenseKeyStatus, string> = {
  granted: 'Granted',
  disabled: 'Disabled',
  revoked: 'Revoked',
};

/** What can be done with a key in its state: the first thing beside it, everything in the menu. */
export function KeyActions({
  licenseKey,
  onExtend,
  onEditLimits,
}: {
  licenseKey: LicenseKey;
  onExtend: () => void;
  onEditLimits: () => void;
}) {
  const { id, status, display_key, expires_at } = licenseKey;
  const [isRevoking, setRevoking] = useState(false);
  const update = useCommand(updateLicenseKey);
  const pending = update.isPending;

  /** Moves the key; what it was before is one press away. */
  async function move(to: LicenseKeyStatus, from?: LicenseKeyStatus) {
    try {
      await update.mutateAsync({ params: { id }, body: { status: to } });
      showToast(`${DONE[to]} ${display_key}.`, from ? { undo: () => void move(from) } : {});
    } catch (error) {
      showErrorToast(`Could not change ${display_key}.`, error);
    }
  }

  const revocation = { params: { id }, body: { status: 'revoked' } } as const;
  const now = useNow();
  const isGranted = status === 'granted';
  const already = (word: LicenseKeyStatus) =>
    status === word ? `It is ${LICENSE_KEY_STATUS[word].label.toLowerCase()} already.` : null;
  return (
    <>
      <CurlButton operation={getLicenseKey} input={{ params: { id } }} />
      {isGranted && !isExpired(licenseKey, now) ? (
        <Button icon={CirclePause} pending={pending} onClick={() => move('disabled', status)}>
          Disable
        </Button>
      ) : (
        <PrimaryAction>
          {isGranted ? (
            <Button variant="primary" icon={CalendarPlus} onClick={onExtend}>
              Extend
            </Button>
          ) : (
            <Button
              variant="primary"
              icon={KeyRound}
              pending={pending}
              onClick={() => move('granted', status)}
            >
              Reinstate
            </Button>
          )}
        </PrimaryAction>
      )}
      <ActionsMenu
        groups={[
          [
            {
              label: 'Edit limits',
              icon: SlidersHorizontal,
              shortcut: 'e',
              onSelect: onEditLimits,
            },
            {
              label: 'Extend',
              icon: CalendarPlus,
              blockedBy: expires_at === null ? 'It never expires.' : null,
              onSelect: onExtend,
            },
          ],
          [
            {
              label: 'Reinstate',
              icon: KeyRound,
              blockedBy: already('granted'),
              onSelect: () => void move('granted', status),
            },
            {
              label: 'Disable',
              icon: CirclePause,
              blockedBy: status === 'revoked' ? 'It is revoked.' : already('disabled'),
              onSelect: () => void move('disabled', status),
            },
            {
              label: 'Revoke',
              icon: Ban,
              danger: true,
              blockedBy: already('revoked'),
              onSelect: () => setRevoking(true),
            },
          ],
        ]}
      />
      <ConfirmDialog
        open={isRevoking}
        onOpenChange={setRevoking}
        title={`Revoke ${display_key}`}
        verb="Revoke"
        effects={effectsOf(licenseKey)}
        requests={() => [describeRequest(updateLicenseKey, revocation)]}
        onConfirm={async () => {
          await update.mutateAsync(revocation);
          showToast(`Revoked ${display_key}.`);
        }}
      />
    </>
  );
}

function effectsOf({ activations_count, customer }: LicenseKey): string {
  const stopped =
    activations_count === 0
      ? 'No activation is in use.'
      : `${pluralize(activations_count, 'activation')} of ${customer.name ?? customer.email} will be refused from the next validation on.`;
  return `Refuses 1 key now. ${stopped} No refund, and no subscription is canceled. You can grant it again.`;
}
