'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { SelectField, TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { useOrganization } from '@/components/session/organization';
import { INVITE_DIALOG, members as texts } from '@/components/settings/member-texts';
import { ROLE_TEXTS } from '@/components/settings/roles';
import { SecretBox } from '@/components/settings/secret-box';
import { Dialog } from '@/components/ui/dialog';
import { query } from '@/lib/client/queries';
import { ROLES, type Role } from '@/lib/contract/permissions';
import { getAccount } from '@/lib/resources/accounts/contract';
import { createInvitation } from '@/lib/resources/members/contract';
import { whyNotGiven } from '@/lib/resources/members/rules';
import type { Invitation, InvitationCreated } from '@/lib/resources/members/schema';

interface InviteProps {
  /** The role of the caller. */
  by: Role;
  /** The invitation that the new one replaces. */
  earlier?: Invitation;
  onClose: () => void;
}

/** Invites an address, then shows the link, once. Open while it is mounted. */
export function InviteDialog({ by, earlier, onClose }: InviteProps) {
  const [made, setMade] = useState<InvitationCreated | null>(null);
  const { name } = useOrganization();
  const { data: account } = useQuery(query(getAccount));
  const isMailed = account?.has_mail_server ?? false;
  const before = isMailed ? texts.isMailed : texts.sendYourself;
  const after = isMailed ? texts.linkMailed : texts.linkText;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      modal={made !== null}
      title={made ? texts.linkTitle : texts.inviteTo(name)}
      description={made ? after(made.email) : earlier ? `${texts.replaces} ${before}` : before}
    >
      {made ? (
        <SecretBox value={made.url} onDone={onClose} />
      ) : (
        <InviteForm
          by={by}
          {...(earlier && { earlier })}
          isMailed={isMailed}
          onMade={setMade}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function InviteForm({
  by,
  earlier,
  isMailed,
  onMade,
  onClose,
}: InviteProps & { isMailed: boolean; onMade: (made: InvitationCreated) => void }) {
  const { id } = useOrganization();
  const form = useContractForm(createInvitation, {
    params: { id },
    guarded: false,
    defaultValues: { email: earlier?.email ?? '', role: earlier?.role ?? 'member' },
    onSuccess: onMade,
  });
  const roles = ROLES.filter((role) => whyNotGiven(by, role) === null);
  return (
    <DialogForm
      form={form}
      label={INVITE_DIALOG.invitation}
      submit={isMailed ? texts.sendInvitation : texts.createLink}
      onCancel={onClose}
    >
      <TextField
        form={form}
        name="email"
        label={texts.email}
        type="email"
        autoComplete="off"
        readOnly={earlier !== undefined}
        help={texts.emailHelp}
      />
      <SelectField
        form={form}
        name="role"
        label={texts.role}
        options={roles.map((role) => ({ value: role, label: ROLE_TEXTS[role].label }))}
        help={`${ROLE_TEXTS[form.watch('role')].may} ${whyNotGiven(by, 'owner') ?? ''}`}
      />
    </DialogForm>
  );
}
