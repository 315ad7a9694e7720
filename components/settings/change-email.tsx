'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { PasswordField } from '@/components/session/password-field';
import { account as texts } from '@/components/settings/account-texts';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { query } from '@/lib/client/queries';
import { changeEmail, getAccount } from '@/lib/resources/accounts/contract';

/** Asks for a link to another address of the account; there is nothing to change by without a mail server. */
export function ChangeEmail() {
  const { data: account } = useQuery(query(getAccount));
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (!account?.has_mail_server) return null;
  const close = () => {
    setOpen(false);
    setSentTo(null);
  };
  return (
    <>
      <Button
        className="-my-1 coarse:my-0"
        aria-label={texts.changeEmail}
        onClick={() => setOpen(true)}
      >
        {texts.change}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={close}
        title={texts.changeEmail}
        description={sentTo === null ? texts.changeEmailText : texts.emailSent(sentTo)}
      >
        {sentTo === null ? (
          <EmailForm hasPassword={account.has_password} onSent={setSentTo} onClose={close} />
        ) : (
          <DialogActions>
            <Button variant="primary" onClick={close}>
              {texts.done}
            </Button>
          </DialogActions>
        )}
      </Dialog>
    </>
  );
}

function EmailForm({
  hasPassword,
  onSent,
  onClose,
}: {
  hasPassword: boolean;
  onSent: (email: string) => void;
  onClose: () => void;
}) {
  const form = useContractForm(changeEmail, {
    guarded: false,
    isOwn: true,
    defaultValues: { email: '', password: hasPassword ? '' : null },
    onSuccess: (_, { email }) => onSent(email),
  });
  return (
    <DialogForm form={form} label={texts.changeEmail} submit={texts.sendLink} onCancel={onClose}>
      <TextField
        form={form}
        name="email"
        label={texts.newEmail}
        type="email"
        autoComplete="email"
      />
      {hasPassword && (
        <PasswordField
          form={form}
          name="password"
          label={texts.currentPassword}
          autoComplete="current-password"
        />
      )}
    </DialogForm>
  );
}
