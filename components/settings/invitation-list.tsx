'use client';

import { useState } from 'react';
import { useOrganization } from '@/components/session/organization';
import { Expiry } from '@/components/settings/expiry';
import { InviteDialog } from '@/components/settings/invite-dialog';
import type { ListPageState } from '@/components/settings/list-page';
import type { MemberAccess } from '@/components/settings/member-list';
import { members as texts } from '@/components/settings/member-texts';
import { ROLE_TEXTS } from '@/components/settings/roles';
import { SettingsTable } from '@/components/settings/settings-table';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { showToast } from '@/components/ui/toast';
import { useCommand, useRefresh } from '@/lib/client/queries';
import { deleteInvitation } from '@/lib/resources/members/contract';
import { whyNotGiven } from '@/lib/resources/members/rules';
import type { Invitation } from '@/lib/resources/members/schema';

/** The invitations that nobody has accepted yet. */
export function InvitationList({
  invitations,
  access: { by, blockedById },
}: {
  invitations: ListPageState<Invitation>;
  access: MemberAccess;
}) {
  const [repeated, setRepeated] = useState<Invitation | null>(null);
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null);
  return (
    <>
      <SettingsTable
        label="invitations"
        list={invitations}
        keyOf={({ id }) => id}
        empty={<p className="text-muted">{texts.noInvitations}</p>}
        columns={[
          {
            header: texts.email,
            cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
          },
          { header: texts.role, cell: ({ role }) => ROLE_TEXTS[role].label },
          { header: texts.expires, cell: ({ expires_at }) => <Expiry value={expires_at} /> },
          {
            header: '',
            cell: (invitation) => (
              <span className="flex flex-wrap gap-2 sm:justify-end">
                <Button
                  size="small"
                  aria-label={texts.inviteOneAgain(invitation.email)}
                  blockedById={blockedById}
                  blockedBy={blockedById ? null : whyNotGiven(by, invitation.role)}
                  onClick={() => setRepeated(invitation)}
                >
                  {texts.inviteAgain}
                </Button>
                <Button
                  size="small"
                  aria-label={texts.withdrawOne(invitation.email)}
                  blockedById={blockedById}
                  onClick={() => setWithdrawn(invitation)}
                >
                  {texts.withdraw}
                </Button>
              </span>
            ),
          },
        ]}
      />
      {repeated && <InviteDialog by={by} earlier={repeated} onClose={() => setRepeated(null)} />}
      {withdrawn && <WithdrawDialog invitation={withdrawn} onClose={() => setWithdrawn(null)} />}
    </>
  );
}

function WithdrawDialog({
  invitation: { id: invitation_id, email },
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) {
  const { id } = useOrganization();
  const params = { id, invitation_id };
  const withdraw = useCommand(deleteInvitation, { onError: useRefresh(deleteInvitation) });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.withdrawOne(email)}
      verb={texts.withdraw}
      effects={texts.withdrawing}
      onConfirm={async () => {
        await withdraw.mutateAsync({ params });
        showToast(texts.withdrawn);
      }}
    />
  );
}
