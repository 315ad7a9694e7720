'use client';

import {
  Ban,
  CalendarPlus,
  CirclePause,
  Ellipsis,
  KeyRound,
  SlidersHorizontal,
} from 'lucide-react';
import { useState } from 'react';
import { LICENSE_KEY_STATUS } from '@/components/entities/license-key-status';
import { isExpired } from '@/components/entities/license-key-validity';
import { Button, IconButton } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CurlButton } from '@/components/ui/curl-button';
import { PrimaryAction } from '@/components/ui/detail';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { pluralize } from '@/components/ui/money';
import { useNow } from '@/components/ui/time';
import { showErrorToast, showToast } from '@/components/ui/toast';
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

  const now = useNow();
  const isGranted = status === 'granted';
  const already = (word: LicenseKeyStatus) =>
    status === word ? `It is ${LICENSE_KEY_STATUS[word].label.toLowerCase()} already.` : null;
  return (
    <>
      <CurlButton operation={getLicenseKey} input={{ params: { id } }} />
      <PrimaryAction>
        {!isGranted ? (
          <Button
            variant="primary"
            icon={KeyRound}
            pending={pending}
            onClick={() => move('granted', status)}
          >
            Grant again
          </Button>
        ) : isExpired(licenseKey, now) ? (
          <Button variant="primary" icon={CalendarPlus} onClick={onExtend}>
            Extend
          </Button>
        ) : (
          <Button icon={CirclePause} pending={pending} onClick={() => move('disabled', status)}>
            Disable
          </Button>
        )}
      </PrimaryAction>
      <Menu trigger={<IconButton label="More actions" icon={Ellipsis} />}>
        <MenuItem icon={SlidersHorizontal} onSelect={onEditLimits}>
          Edit limits
        </MenuItem>
        <MenuItem
          icon={CalendarPlus}
          blockedBy={expires_at === null ? 'It never expires.' : null}
          onSelect={onExtend}
        >
          Extend
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={KeyRound}
          blockedBy={already('granted')}
          onSelect={() => void move('granted', status)}
        >
          Grant again
        </MenuItem>
        <MenuItem
          icon={CirclePause}
          blockedBy={status === 'revoked' ? 'It is revoked.' : already('disabled')}
          onSelect={() => void move('disabled', status)}
        >
          Disable
        </MenuItem>
        <MenuItem
          icon={Ban}
          danger
          blockedBy={already('revoked')}
          onSelect={() => setRevoking(true)}
        >
          Revoke
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isRevoking}
        onOpenChange={setRevoking}
        title={`Revoke ${display_key}`}
        verb="Revoke"
        effects={effectsOf(licenseKey)}
        onConfirm={async () => {
          await update.mutateAsync({ params: { id }, body: { status: 'revoked' } });
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
