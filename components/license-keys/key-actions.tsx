'use client';

import {
  ArrowRightLeft,
  Ban,
  CalendarPlus,
  CirclePause,
  KeyRound,
  RefreshCw,
  RotateCcw,
  SlidersHorizontal,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { isExpired } from '@/components/entities/license-key-validity';
import type { KeyDialogKind } from '@/components/license-keys/key-dialogs';
import { ACTIONS } from '@/components/license-keys/texts';
import { ActionsMenu } from '@/components/shell/page-actions';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PrimaryAction } from '@/components/ui/detail';
import { useNow } from '@/components/ui/time';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import { useCommand } from '@/lib/client/queries';
import { getLicenseKey, updateLicenseKey } from '@/lib/resources/license-keys/contract';
import type { LicenseKey, LicenseKeyStatus } from '@/lib/resources/license-keys/schema';

/** What can be done with a key in its state: the first thing beside it, everything in the menu. */
export function KeyActions({
  licenseKey,
  isPurchaseOver,
  onExtend,
  onEditLimits,
  onOpen,
}: {
  licenseKey: LicenseKey;
  /** What it was bought with was refunded or has ended: to reinstate it is then an exception, in the menu alone. */
  isPurchaseOver: boolean;
  onExtend: () => void;
  onEditLimits: () => void;
  onOpen: (dialog: KeyDialogKind) => void;
}) {
  const { id, status, display_key, expires_at, usage } = licenseKey;
  const [isRevoking, setRevoking] = useState(false);
  const update = useCommand(updateLicenseKey);
  const pending = update.isPending;

  // The button that was pressed goes with the old status: the one that takes its place gets its focus.
  const movedTo = useRef<LicenseKeyStatus>(null);
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (!button || movedTo.current !== status) return;
    movedTo.current = null;
    button.focus();
  };

  /** Moves the key; what it was before is one press away. */
  async function move(to: LicenseKeyStatus, undoTo?: LicenseKeyStatus) {
    const done = to === 'granted' ? (undoTo === 'revoked' ? 'reinstated' : 'enabled') : to;
    try {
      await update.mutateAsync({ params: { id }, body: { status: to } });
      movedTo.current = to;
      showToast(
        `${ACTIONS.done[done]} ${display_key}.`,
        undoTo ? { undo: () => void move(undoTo) } : {},
      );
    } catch (error) {
      showErrorToast(ACTIONS.failed(display_key), error);
    }
  }

  const revocation = { params: { id }, body: { status: 'revoked' } } as const;
  const now = useNow();
  const isGranted = status === 'granted';
  const back = {
    label: status === 'disabled' ? ACTIONS.enable : ACTIONS.reinstate,
    icon: KeyRound,
    onSelect: () => void move('granted', status),
  };
  return (
    <>
      {isGranted && !isExpired(licenseKey, now) ? (
        <Button
          ref={takeFocus}
          icon={CirclePause}
          pending={pending}
          onClick={() => move('disabled', status)}
        >
          {ACTIONS.disable}
        </Button>
      ) : isGranted ? (
        <PrimaryAction>
          <Button variant="primary" icon={CalendarPlus} onClick={onExtend}>
            {ACTIONS.extend}
          </Button>
        </PrimaryAction>
      ) : (
        !isPurchaseOver && (
          <PrimaryAction>
            <Button
              ref={takeFocus}
              variant="primary"
              icon={KeyRound}
              pending={pending}
              onClick={back.onSelect}
            >
              {back.label}
            </Button>
          </PrimaryAction>
        )
      )}
      <ActionsMenu
        request={() => describeRequest(getLicenseKey, { params: { id } })}
        groups={[
          [
            {
              label: ACTIONS.editLimits,
              icon: SlidersHorizontal,
              shortcut: 'e',
              onSelect: onEditLimits,
            },
            {
              label: ACTIONS.extend,
              icon: CalendarPlus,
              blockedBy: expires_at === null ? ACTIONS.neverExpires : null,
              onSelect: onExtend,
            },
            {
              label: ACTIONS.resetUsage,
              icon: RotateCcw,
              blockedBy: usage === 0 ? ACTIONS.noUsage : null,
              onSelect: () => onOpen('reset_usage'),
            },
          ],
          [
            { label: ACTIONS.rotate, icon: RefreshCw, onSelect: () => onOpen('rotate') },
            { label: ACTIONS.transfer, icon: ArrowRightLeft, onSelect: () => onOpen('transfer') },
          ],
          [
            status === 'disabled'
              ? back
              : {
                  label: ACTIONS.disable,
                  icon: CirclePause,
                  blockedBy: status === 'revoked' ? ACTIONS.isRevoked : null,
                  onSelect: () => void move('disabled', status),
                },
            status === 'revoked'
              ? back
              : {
                  label: ACTIONS.revoke,
                  icon: Ban,
                  danger: true,
                  onSelect: () => setRevoking(true),
                },
          ],
        ]}
      />
      <ConfirmDialog
        open={isRevoking}
        onOpenChange={setRevoking}
        title={ACTIONS.revokeOne(display_key)}
        verb={ACTIONS.revoke}
        effects={ACTIONS.effects(
          licenseKey.activations_count,
          licenseKey.customer.name ?? licenseKey.customer.email,
        )}
        onConfirm={async () => {
          await update.mutateAsync(revocation);
          showToast(`${ACTIONS.done.revoked} ${display_key}.`);
        }}
      />
    </>
  );
}
