'use client';

import { useState } from 'react';
import { useOrganization } from '@/components/session/organization';
import type { ListPageState } from '@/components/settings/list-page';
import { members as texts } from '@/components/settings/member-texts';
import { ROLE_TEXTS } from '@/components/settings/roles';
import { SettingsTable } from '@/components/settings/settings-table';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Select } from '@/components/ui/input';
import { Time } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { useCommand, useRefresh } from '@/lib/client/queries';
import { ROLES, type Role } from '@/lib/contract/permissions';
import { removeMember, updateMember } from '@/lib/resources/members/contract';
import { mayInvite, whyNotChanged } from '@/lib/resources/members/rules';
import type { Member } from '@/lib/resources/members/schema';

/** What the caller may do with the members. */
export interface MemberAccess {
  /** His role. */
  by: Role;
  userId: string | null;
  /** How many owners there are. */
  owners: number;
  /** The id of the text that says why his role manages nobody. */
  blockedById: string | undefined;
}

/** The members, each with the role to change and the way out. */
export function MemberList({
  members,
  access,
}: {
  members: ListPageState<Member>;
  access: MemberAccess;
}) {
  const [change, setChange] = useState<{ member: Member; to: Role | null } | null>(null);
  return (
    <>
      <SettingsTable
        label="members"
        list={members}
        keyOf={({ user_id }) => user_id}
        empty={null}
        columns={[
          { header: texts.name, cell: (member) => <Person member={member} access={access} /> },
          {
            header: texts.email,
            cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
          },
          {
            header: texts.role,
            cell: (member) => (
              <RoleSelect
                member={member}
                access={access}
                onChoose={(to) => setChange({ member, to })}
              />
            ),
          },
          {
            header: texts.joined,
            cell: ({ created_at }) => <Time value={created_at} show="short" />,
          },
          {
            header: '',
            cell: (member) => (
              <RemoveButton
                member={member}
                access={access}
                onPress={() => setChange({ member, to: null })}
              />
            ),
          },
        ]}
      />
      {change &&
        (change.to === null ? (
          <RemoveDialog {...change} access={access} onClose={() => setChange(null)} />
        ) : (
          <RoleDialog {...change} to={change.to} access={access} onClose={() => setChange(null)} />
        ))}
    </>
  );
}

interface RowProps {
  member: Member;
  access: MemberAccess;
}

const isOwn = ({ member, access }: RowProps) => member.user_id === access.userId;

function Person(row: RowProps) {
  return (
    <span className="font-medium wrap-anywhere">
      {row.member.name}
      {isOwn(row) && <span className="font-normal text-muted"> {texts.you}</span>}
    </span>
  );
}

/** Why the caller cannot give a member this role, or null as a role: remove him. */
function whyNot({ member, access }: RowProps, to: Role | null): string | null {
  const { by, owners } = access;
  return whyNotChanged({ by, owners, isOwn: isOwn({ member, access }), from: member.role, to });
}

/** The id of the reason below a member's role. */
const reasonIdOf = ({ user_id }: Member) => `member-${user_id}`;

/** The reason of the row itself; the one of the caller's role is given once, for the page. */
function reasonOf(row: RowProps): string | null {
  return row.access.blockedById ? null : whyNot(row, null);
}

function RoleSelect({ onChoose, ...row }: RowProps & { onChoose: (to: Role) => void }) {
  const { member, access } = row;
  const reason = reasonOf(row);
  const describedBy = reason === null ? access.blockedById : reasonIdOf(member);
  return (
    <div className="flex max-w-44 flex-col gap-1">
      <Select
        aria-label={texts.roleOf(member.name)}
        aria-describedby={describedBy}
        value={member.role}
        onChange={({ target }) => onChoose(target.value as Role)}
        className="w-36"
      >
        {ROLES.map((role) => (
          <option
            key={role}
            value={role}
            disabled={role !== member.role && whyNot(row, role) !== null}
          >
            {ROLE_TEXTS[role].label}
          </option>
        ))}
      </Select>
      {reason !== null && (
        <p id={reasonIdOf(member)} className="text-xs text-muted">
          {reason}
        </p>
      )}
    </div>
  );
}

function RemoveButton({ onPress, ...row }: RowProps & { onPress: () => void }) {
  const { member, access } = row;
  const verb = isOwn(row) ? texts.leave : texts.remove;
  const rowReason = reasonOf(row) === null ? undefined : reasonIdOf(member);
  return (
    <Button
      size="small"
      aria-label={isOwn(row) ? texts.leaveThis : texts.removeOne(member.name)}
      blockedById={whyNot(row, null) === null ? undefined : (rowReason ?? access.blockedById)}
      onClick={onPress}
    >
      {verb}
    </Button>
  );
}

type DialogProps = RowProps & { onClose: () => void };

function RoleDialog({ to, onClose, ...row }: DialogProps & { to: Role }) {
  const { id } = useOrganization();
  const { member } = row;
  const input = { params: { id, user_id: member.user_id }, body: { role: to } };
  const update = useCommand(updateMember, { onError: useRefresh(updateMember) });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      variant="primary"
      title={texts.make(isOwn(row) ? texts.yourself : member.name, to)}
      verb={texts.changeRole}
      effects={
        <div className="flex flex-col gap-2">
          <p>{ROLE_TEXTS[to].may}</p>
          {ROLES.some((role) => mayInvite(member.role, role) && !mayInvite(to, role)) && (
            <p>{isOwn(row) ? texts.ownEndedInvitations : texts.endedInvitations}</p>
          )}
          {isOwn(row) && <p>{texts.notUndone}</p>}
        </div>
      }
      onConfirm={async () => {
        await update.mutateAsync(input);
        showToast(texts.roleChanged);
      }}
    />
  );
}

function RemoveDialog({ onClose, ...row }: DialogProps) {
  const { id, name } = useOrganization();
  const { member } = row;
  const params = { id, user_id: member.user_id };
  const remove = useCommand(removeMember, { onError: useRefresh(removeMember) });
  const isLeaving = isOwn(row);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isLeaving ? texts.leaveOne(name) : texts.removeOne(member.name)}
      verb={isLeaving ? texts.leave : texts.remove}
      effects={isLeaving ? texts.leaving : texts.removing}
      onConfirm={async () => {
        await remove.mutateAsync({ params });
        if (isLeaving) window.location.assign('/dashboard');
        else showToast(texts.removed(member.name));
      }}
    />
  );
}
