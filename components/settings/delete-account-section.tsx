'use client';

import { useState } from 'react';
import { useMe } from '@/components/session/organization';
import { DELETE_ACCOUNT as texts } from '@/components/settings/account-texts';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Section } from '@/components/ui/section';
import { useCommand } from '@/lib/client/queries';
import { deleteAccount } from '@/lib/resources/accounts/contract';

/** The way to delete the account that is signed in to. */
export function DeleteAccountSection() {
  const { data: me } = useMe();
  const [isAsking, setAsking] = useState(false);
  const remove = useCommand(deleteAccount);
  const email = me?.user?.email;
  return (
    <Section title={texts.title}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-muted">{texts.text}</p>
        {email && <Button onClick={() => setAsking(true)}>{texts.title}</Button>}
      </div>
      {email && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={texts.title}
          verb={texts.verb}
          effects={texts.effects}
          typedName={email}
          onConfirm={async () => {
            await remove.mutateAsync({ body: {} });
            window.location.assign('/sign-in');
          }}
        />
      )}
    </Section>
  );
}
