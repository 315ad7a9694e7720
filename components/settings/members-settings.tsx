'use client';

import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { useMe, useOrganization } from '@/components/session/organization';
import { InvitationList } from '@/components/settings/invitation-list';
import { InviteDialog } from '@/components/settings/invite-dialog';
import { useListPage } from '@/components/settings/list-page';
import { MemberList } from '@/components/settings/member-list';
import { members as texts } from '@/components/settings/member-texts';
import { Roles } from '@/components/settings/roles';
import { TableSkeleton } from '@/components/settings/settings-table';
import { Button } from '@/components/ui/button';
import { Section } from '@/components/ui/section';
import { FrozenTime } from '@/components/ui/time';
import { query } from '@/lib/client/queries';
import { createInvitation, listInvitations, listMembers } from '@/lib/resources/members/contract';

/** Who works in the organization, who is invited, and what their roles allow. */
export function MembersSettings() {
  const { id, name, role } = useOrganization();
  const { data: me } = useMe();
  const params = { id };
  const members = useListPage(listMembers, { params });
  const invitations = useListPage(listInvitations, { params });
  const owners = useQuery(query(listMembers, { params, query: { role: ['owner'], limit: 1 } }));
  const [isInviting, setInviting] = useState(false);
  const noteId = useId();
  const isMember = useWhyNot()(createInvitation) !== null;
  const isLoading = [members.result, invitations.result, owners].some(({ isPending }) => isPending);
  // All at once, so that nothing moves when the rows arrive.
  if (isLoading) return <TableSkeleton label="members" />;
  const access = {
    by: role,
    userId: me?.user?.id ?? null,
    owners: owners.data?.pagination.total_count ?? 1,
    blockedById: isMember ? noteId : undefined,
  };
  return (
    // Accounts and invitations go by the real time, whatever the test clock shows.
    <FrozenTime now={null}>
      <div className="flex flex-col gap-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="text-muted wrap-anywhere">
            {isMember ? <span id={noteId}>{texts.note}</span> : texts.intro(name)}
          </p>
          <Button
            variant="primary"
            icon={UserPlus}
            blockedById={access.blockedById}
            onClick={() => setInviting(true)}
          >
            {texts.invite}
          </Button>
        </div>
        <MemberList members={members} access={access} />
        <Section title={texts.invitations}>
          <InvitationList invitations={invitations} access={access} />
        </Section>
        <Roles />
        {isInviting && <InviteDialog by={role} onClose={() => setInviting(false)} />}
      </div>
    </FrozenTime>
  );
}
