'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ACTIVATIONS, LABELS } from '@/components/license-keys/texts';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IdChip } from '@/components/ui/id-chip';
import { formatCount } from '@/components/ui/money';
import { Section } from '@/components/ui/section';
import { Time } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import { deactivateLicenseKey } from '@/lib/resources/license-keys/contract';
import type {
  LicenseKeyActivationBase as Activation,
  LicenseKeyWithActivations,
} from '@/lib/resources/license-keys/schema';

/** Where the key runs, oldest first; each place can be freed. */
export function KeyActivations({ licenseKey }: { licenseKey: LicenseKeyWithActivations }) {
  const { activations, limit_activations, expire_activations_after_days } = licenseKey;
  const notesUse = expire_activations_after_days !== null;
  const [chosen, setChosen] = useState<Activation | null>(null);
  return (
    <Section title={LABELS.activations}>
      {activations.length === 0 ? (
        <p className="text-muted">
          {limit_activations === null
            ? ACTIVATIONS.notNeeded
            : ACTIVATIONS.empty(limit_activations)}
        </p>
      ) : (
        <table className="-mt-3 w-full border-separate border-spacing-0 max-sm:block">
          <thead className="max-sm:sr-only">
            <tr>
              {[...ACTIVATIONS.columns, ...(notesUse ? [ACTIVATIONS.lastUsed] : [])].map((name) => (
                <th
                  key={name}
                  scope="col"
                  className="h-9 border-b border-line pr-3 text-left font-normal text-muted"
                >
                  {name}
                </th>
              ))}
              <th scope="col" className="border-b border-line">
                <span className="sr-only">{ACTIVATIONS.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {activations.map((activation) => (
              <Row
                key={activation.id}
                activation={activation}
                notesUse={notesUse}
                onDeactivate={() => setChosen(activation)}
              />
            ))}
          </tbody>
        </table>
      )}
      {chosen && (
        <DeactivateDialog
          licenseKey={licenseKey}
          activation={chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </Section>
  );
}

const CELL = 'border-b border-line py-2 not-last:pr-3 align-baseline max-sm:border-0 max-sm:p-0';

function Row({
  activation,
  notesUse,
  onDeactivate,
}: {
  activation: Activation;
  notesUse: boolean;
  onDeactivate: () => void;
}) {
  const { id, label, meta, created_at, last_used_at } = activation;
  const pairs = Object.entries(meta);
  return (
    <tr className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-4 max-sm:border-b max-sm:border-line max-sm:py-3">
      <td className={CELL}>
        <span className="font-medium wrap-anywhere">{label}</span>
        {pairs.length > 0 && (
          <span className="block font-mono text-xs text-muted wrap-anywhere">
            {pairs.map(([name, value]) => `${name} ${String(value)}`).join(', ')}
          </span>
        )}
      </td>
      <td className={`${CELL} max-sm:order-4 max-sm:text-right`}>
        <IdChip id={id} label={ACTIVATIONS.copyId(label)} />
      </td>
      <td className={`${CELL} text-muted max-sm:order-3`}>
        <Time value={created_at} />
      </td>
      {notesUse && (
        <td className={`${CELL} text-muted max-sm:order-5`}>
          <span className="sm:hidden">{ACTIVATIONS.lastUsed} </span>
          <Time value={last_used_at} show="relative" />
        </td>
      )}
      <td className={`${CELL} text-right max-sm:order-2`}>
        <Button size="small" aria-label={ACTIVATIONS.deactivateOne(label)} onClick={onDeactivate}>
          {ACTIVATIONS.deactivate}
        </Button>
      </td>
    </tr>
  );
}

function DeactivateDialog({
  licenseKey,
  activation,
  onClose,
}: {
  licenseKey: LicenseKeyWithActivations;
  activation: Activation;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const deactivate = useCommand(deactivateLicenseKey);
  const { key, organization_id, activations_count, limit_activations } = licenseKey;
  const body = { key, organization_id, activation_id: activation.id };
  const rest = formatCount(activations_count - 1);
  const places = formatCount(limit_activations ?? activations_count);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={ACTIVATIONS.deactivateOne(activation.label)}
      verb={ACTIVATIONS.deactivate}
      effects={ACTIVATIONS.effects(rest, places)}
      onConfirm={async () => {
        try {
          await deactivate.mutateAsync({ body });
        } finally {
          // Also where it failed: the buyer may have freed it meanwhile.
          await client.invalidateQueries({ queryKey: ['license_keys'] });
        }
        showToast(ACTIVATIONS.deactivated(activation.label));
      }}
    />
  );
}
