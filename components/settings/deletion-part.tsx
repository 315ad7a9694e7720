'use client';

import { useState } from 'react';
import { useOrganization } from '@/components/session/organization';
import { SettingsPart } from '@/components/settings/settings-frame';
import { deletion as texts } from '@/components/settings/texts';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { formatDate } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import { scheduleDeletion } from '@/lib/resources/organizations/contract';
import type { Organization } from '@/lib/resources/organizations/schema';

/** The way to delete an organization, which owners have (docs/contract/organizations.md#deletion). */
export function DeletionPart({ organization }: { organization: Organization }) {
  const { id, name, slug, timezone, deletion_scheduled_at } = organization;
  const { role } = useOrganization();
  const [isAsking, setAsking] = useState(false);
  const schedule = useCommand(scheduleDeletion);
  return (
    <SettingsPart id="deletion" title={texts.title} text={texts.text}>
      {deletion_scheduled_at !== null ? (
        <p className="text-muted">{texts.scheduled(formatDate(deletion_scheduled_at, timezone))}</p>
      ) : role === 'owner' ? (
        <Button variant="danger" className="self-start" onClick={() => setAsking(true)}>
          {texts.title}
        </Button>
      ) : (
        <p className="text-muted">{texts.onlyOwners}</p>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.question(name)}
        verb={texts.verb}
        effects={texts.effects}
        typedName={slug}
        onConfirm={async () => {
          await schedule.mutateAsync({ params: { id }, body: { confirm_slug: slug } });
          showToast(texts.done);
        }}
      />
    </SettingsPart>
  );
}
