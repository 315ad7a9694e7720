'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { useContractForm } from '@/components/form/use-contract-form';
import { PasswordField } from '@/components/session/password-field';
import { SESSION } from '@/components/session/texts';
import { account as texts } from '@/components/settings/account-texts';
import { RemainingTokens } from '@/components/settings/remaining-tokens';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Section } from '@/components/ui/section';
import { showToast } from '@/components/ui/toast';
import { query } from '@/lib/client/queries';
import { PASSWORD_LENGTH } from '@/lib/contract/new-password';
import { changePassword, getAccount } from '@/lib/resources/accounts/contract';

/** The password of the caller: changed, or set where he signed in by links alone. */
export function PasswordSection() {
  const { data } = useQuery(query(getAccount));
  const [isOpen, setOpen] = useState(false);
  const hasPassword = data?.has_password ?? true;
  const title = hasPassword ? texts.changePassword : texts.setPassword;
  return (
    <Section title={texts.password}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-muted">{hasPassword ? texts.passwordText : texts.noPassword}</p>
        <Button onClick={() => setOpen(true)}>{title}</Button>
      </div>
      <Dialog open={isOpen} onOpenChange={setOpen} title={title} description={texts.passwordText}>
        <PasswordForm hasPassword={hasPassword} title={title} onClose={() => setOpen(false)} />
      </Dialog>
    </Section>
  );
}

function PasswordForm({
  hasPassword,
  title,
  onClose,
}: {
  hasPassword: boolean;
  title: string;
  onClose: () => void;
}) {
  const form = useContractForm(changePassword, {
    guarded: false,
    isOwn: true,
    defaultValues: { current_password: hasPassword ? '' : null, password: '' },
    onSuccess: () => {
      showToast(texts.passwordChanged);
      onClose();
    },
  });
  return (
    <DialogForm form={form} label={texts.password} submit={title} onCancel={onClose}>
      {hasPassword && (
        <PasswordField
          form={form}
          name="current_password"
          label={texts.currentPassword}
          autoComplete="current-password"
        />
      )}
      <PasswordField
        form={form}
        name="password"
        label={texts.newPassword}
        autoComplete="new-password"
        help={SESSION.passwordHelp(PASSWORD_LENGTH.min)}
      />
      <RemainingTokens />
    </DialogForm>
  );
}
