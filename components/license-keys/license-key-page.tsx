'use client';

import { useState } from 'react';
import { customerName } from '@/components/entities/customer-name';
import { licenseKeyStatus } from '@/components/entities/license-key-status';
import { isExpired } from '@/components/entities/license-key-validity';
import { BenefitName } from '@/components/license-keys/benefit-name';
import { KeyActions } from '@/components/license-keys/key-actions';
import { KeyActivations } from '@/components/license-keys/key-activations';
import { KeyBox } from '@/components/license-keys/key-box';
import { KeyDecisions } from '@/components/license-keys/key-decisions';
import { KeyDialog, type KeyDialogKind } from '@/components/license-keys/key-dialogs';
import { KeyFacts } from '@/components/license-keys/key-facts';
import { KeyLimits } from '@/components/license-keys/key-limits';
import { KeySnippets } from '@/components/license-keys/key-snippets';
import { useGrantOf } from '@/components/license-keys/key-source';
import { KeyValidity } from '@/components/license-keys/key-validity';
import { LimitsDialog } from '@/components/license-keys/limits-dialog';
import { LABELS, PAGE } from '@/components/license-keys/texts';
import { useReveal } from '@/components/license-keys/use-reveal';
import { RefusalNotes } from '@/components/refusals/refusal-notes';
import { ObjectPage } from '@/components/resource/object-page';
import { presentation } from '@/components/resource/presentation';
import { DetailColumns, DetailHeader } from '@/components/ui/detail';
import { IdChip } from '@/components/ui/id-chip';
import { JsonView } from '@/components/ui/json-view';
import { StatusTimeline, type Step } from '@/components/ui/status-timeline';
import { useNow } from '@/components/ui/time';
import { getLicenseKey } from '@/lib/resources/license-keys/contract';
import type { LicenseKey, LicenseKeyWithActivations } from '@/lib/resources/license-keys/schema';

const LICENSE_KEY = presentation<LicenseKeyWithActivations>()('license key', {
  name: ({ display_key }) => display_key,
  tab: ({ display_key }) => `License key ${display_key}`,
  fields: {},
});

export function LicenseKeyPage({ id }: { id: string }) {
  return (
    <ObjectPage of={LICENSE_KEY} read={getLicenseKey} id={id}>
      {(licenseKey) => <LicenseKeyDetail licenseKey={licenseKey} />}
    </ObjectPage>
  );
}

function LicenseKeyDetail({ licenseKey }: { licenseKey: LicenseKeyWithActivations }) {
  const [editing, setEditing] = useState<'limits' | 'expiry' | null>(null);
  const [opened, setOpened] = useState<KeyDialogKind | null>(null);
  const now = useNow();
  const { isRevealed, toggle } = useReveal();
  const { grant } = useGrantOf(licenseKey);
  const { id, key, display_key, customer, benefit_id } = licenseKey;
  return (
    <>
      <DetailHeader
        title={PAGE.title(customerName(customer))}
        status={licenseKeyStatus(licenseKey, now)}
        subtitle={
          <>
            <BenefitName id={benefit_id} />
            <IdChip id={id} />
          </>
        }
        actions={
          <KeyActions
            licenseKey={licenseKey}
            isPurchaseOver={Boolean(grant?.revoked_at)}
            onExtend={() => setEditing('expiry')}
            onEditLimits={() => setEditing('limits')}
            onOpen={setOpened}
          />
        }
      />
      <RefusalNotes id={id} />
      <StatusTimeline steps={stepsOf(licenseKey, grant?.revoked_at, now)} />
      <DetailColumns
        main={
          <>
            <KeyBox licenseKey={licenseKey} isRevealed={isRevealed} onToggle={toggle} />
            <KeyValidity licenseKey={licenseKey} />
            <KeyActivations licenseKey={licenseKey} />
            <KeyDecisions licenseKey={licenseKey} />
            <KeySnippets licenseKey={licenseKey} isRevealed={isRevealed} />
          </>
        }
        side={
          <>
            <KeyLimits licenseKey={licenseKey} onEdit={() => setEditing('limits')} />
            <KeyFacts licenseKey={licenseKey} />
          </>
        }
      />
      <JsonView
        title={isRevealed ? PAGE.json : PAGE.jsonMasked}
        value={{ ...licenseKey, key: isRevealed ? key : display_key }}
      />
      {editing && (
        <LimitsDialog licenseKey={licenseKey} what={editing} onClose={() => setEditing(null)} />
      )}
      {opened && (
        <KeyDialog kind={opened} licenseKey={licenseKey} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

function stepsOf(
  licenseKey: LicenseKey,
  revokedAt: string | null | undefined,
  now: number,
): Step[] {
  const { status, created_at, modified_at, expires_at } = licenseKey;
  const { tone } = licenseKeyStatus(licenseKey, now);
  const issued: Step = { label: LABELS.issued, at: created_at, state: 'past' };
  if (isExpired(licenseKey, now)) {
    return [issued, { label: PAGE.expired, at: expires_at, state: 'present', tone }];
  }
  // Of a seller's change the last one of the key is known; that of its status has no time of its own.
  const changedAt = status === 'revoked' && revokedAt ? revokedAt : modified_at;
  const at = status !== 'granted' && changedAt ? { at: changedAt } : {};
  const present: Step = { label: PAGE.state[status], ...at, state: 'present', tone };
  if (status !== 'granted' || expires_at === null) return [issued, present];
  return [issued, present, { label: LABELS.expires, at: expires_at, state: 'future' }];
}
