'use client';

import { useQuery } from '@tanstack/react-query';
import { disconnectEffects, CONNECTIONS as texts } from '@/components/connections/texts';
import { useOrganization } from '@/components/session/organization';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import { listBenefits } from '@/lib/resources/benefits/contract';
import type { Benefit } from '@/lib/resources/benefits/schema';

/** The most of one type that are looked through for those that use a connection. */
const MOST = 100;

/** Asks before a connection ends, and says which benefits lose it. Open while it is mounted. */
export function DisconnectDialog({
  name,
  platform,
  benefitTypes,
  isUsedBy,
  onConfirm,
  onClose,
}: {
  name: string;
  platform: string;
  benefitTypes: Benefit['type'][];
  isUsedBy: (benefit: Benefit) => boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { id } = useOrganization();
  const benefits = useQuery(
    query(listBenefits, { query: { organization_id: [id], type: benefitTypes, limit: MOST } }),
  );
  const isKnown = benefits.data !== undefined && benefits.data.pagination.max_page <= 1;
  const uses = isKnown ? benefits.data.items.filter(isUsedBy).length : null;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.disconnectOne(name)}
      verb={texts.disconnect}
      loading={benefits.isPending}
      effects={disconnectEffects(platform, uses)}
      onConfirm={async () => {
        await onConfirm();
        showToast(texts.disconnected(name));
      }}
    />
  );
}
