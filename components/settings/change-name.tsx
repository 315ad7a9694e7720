'use client';

import { useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { account as texts } from '@/components/settings/account-texts';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { showToast } from '@/components/ui/toast';
import { updateAccount } from '@/lib/resources/accounts/contract';

/** Changes the name that colleagues and logs show. */
export function ChangeName({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className="-my-1 coarse:my-0"
        aria-label={texts.changeName}
        onClick={() => setOpen(true)}
      >
        {texts.change}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={texts.changeName}>
        <NameForm name={name} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function NameForm({ name, onClose }: { name: string; onClose: () => void }) {
  const form = useContractForm(updateAccount, {
    guarded: false,
    isOwn: true,
    defaultValues: { name },
    onSuccess: () => {
      showToast(texts.nameChanged);
      onClose();
    },
  });
  return (
    <DialogForm form={form} label={texts.changeName} submit={texts.save} onCancel={onClose}>
      <TextField form={form} name="name" label={texts.name} autoComplete="name" maxLength={200} />
    </DialogForm>
  );
}
