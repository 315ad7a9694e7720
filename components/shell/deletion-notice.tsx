'use client';

import { TriangleAlert } from 'lucide-react';
import type { OrganizationOfCaller } from '@/components/session/organization';
import { DELETION as texts } from '@/components/shell/texts';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { formatDate } from '@/components/ui/time';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import { cancelDeletion } from '@/lib/resources/organizations/contract';

/** On every page of an organization that is to be deleted: when that is, and the way to keep it. */
export function DeletionNotice({
  organization,
  at,
}: {
  organization: OrganizationOfCaller;
  /** When it is deleted. */
  at: string;
}) {
  const { id, name, role, timezone } = organization;
  const cancel = useCommand(cancelDeletion);

  async function keep() {
    try {
      await cancel.mutateAsync({ params: { id } });
      showToast(texts.kept);
    } catch (error) {
      showErrorToast(texts.notKept, error);
    }
  }

  return (
    <div className="no-print shrink-0">
      <Notice
        look={{ tone: 'bad', icon: TriangleAlert }}
        actions={
          role === 'owner' && (
            <Button pending={cancel.isPending} onClick={keep}>
              {texts.keep}
            </Button>
          )
        }
      >
        <p className="font-medium">{texts.scheduled(name, formatDate(at, timezone))}</p>
        <p className="text-muted">
          {texts.text} {role !== 'owner' && texts.onlyOwners}
        </p>
      </Notice>
    </div>
  );
}
