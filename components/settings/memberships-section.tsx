'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OrganizationOfCaller, useMe } from '@/components/session/organization';
import { MEMBERSHIPS } from '@/components/settings/account-texts';
import { ROLES, members as texts } from '@/components/settings/member-texts';
import { SettingsTable } from '@/components/settings/settings-table';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import { showToast } from '@/components/ui/toast';
import { query, useCommand } from '@/lib/client/queries';
import { getMe } from '@/lib/resources/me/operations';
import type { Me } from '@/lib/resources/me/schema';
import { removeMember } from '@/lib/resources/members/contract';

/** The organizations that the seller is in, with the way to leave each. */
export function MembershipsSection() {
  const { data: me } = useMe();
  const result = useQuery({ ...query(getMe), select: asPage });
  const [left, setLeft] = useState<OrganizationOfCaller | null>(null);
  const remove = useCommand(removeMember);
  return (
    <Section title={MEMBERSHIPS.title}>
      <SettingsTable
        label="organizations"
        list={{ result, page: 1, setPage: () => {} }}
        keyOf={({ id }) => id}
        empty={<p className="text-muted">{MEMBERSHIPS.empty}</p>}
        columns={[
          {
            header: MEMBERSHIPS.organization,
            cell: ({ name, slug, avatar_url }) => (
              <span className="flex items-center gap-3">
                <Avatar name={name} src={avatar_url} className="size-8 text-sm" />
                <TextLink href={`/dashboard/${slug}`} className="min-w-0 wrap-anywhere">
                  {name}
                </TextLink>
              </span>
            ),
          },
          { header: texts.role, cell: ({ role }) => ROLES[role] },
          {
            header: '',
            cell: (organization) => (
              <Button
                size="small"
                aria-label={texts.leaveOne(organization.name)}
                onClick={() => setLeft(organization)}
              >
                {texts.leave}
              </Button>
            ),
          },
        ]}
      />
      {left && (
        <ConfirmDialog
          open
          onOpenChange={() => setLeft(null)}
          title={texts.leaveOne(left.name)}
          verb={texts.leave}
          effects={texts.leaving}
          onConfirm={async () => {
            const user_id = me?.user?.id ?? '';
            await remove.mutateAsync({ params: { id: left.id, user_id } });
            showToast(MEMBERSHIPS.left(left.name));
          }}
        />
      )}
    </Section>
  );
}

/** All of them, as the only page of a list. */
function asPage({ organizations: items }: Me) {
  return { items, pagination: { total_count: items.length, max_page: 1 } };
}
