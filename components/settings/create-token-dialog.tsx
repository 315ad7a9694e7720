'use client';

import { useState } from 'react';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { ExpiryField, yearAfter } from '@/components/form/expiry-field';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { useOrganization } from '@/components/session/organization';
import { ScopesField } from '@/components/settings/scopes-field';
import { SecretBox } from '@/components/settings/secret-box';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { useNow, useTimeZone } from '@/components/ui/time';
import { createToken } from '@/lib/resources/tokens/contract';
import type { TokenCreated } from '@/lib/resources/tokens/schema';

/** Creates a token of the organization, then shows its secret, once. Open while it is mounted. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const { name } = useOrganization();
  const [made, setMade] = useState<TokenCreated | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      wide
      modal={made !== null}
      title={made ? `Token ${made.name}` : 'Create token'}
      description={
        made
          ? 'Copy the token now. It is not shown again.'
          : `It acts in ${name} alone, and keeps working when you leave.`
      }
    >
      {made ? (
        <SecretBox value={made.token} onDone={onClose} />
      ) : (
        <TokenForm onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

function TokenForm({
  onMade,
  onClose,
}: {
  onMade: (made: TokenCreated) => void;
  onClose: () => void;
}) {
  const { id } = useOrganization();
  const zone = useTimeZone();
  const now = useNow();
  const form = useContractForm(createToken, {
    guarded: false,
    defaultValues: {
      name: '',
      scopes: [],
      expires_at: yearAfter(null, zone, now),
      organization_id: id,
    },
    onSuccess: onMade,
  });
  return (
    <ContractFormBody form={form} label="Token">
      <TextField
        form={form}
        name="name"
        label="Name"
        autoComplete="off"
        maxLength={200}
        help="What uses it, such as “Store backend”."
      />
      <ScopesField form={form} name="scopes" />
      <ExpiryField form={form} name="expires_at" from={null} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton form={form}>Create token</SubmitButton>
      </DialogActions>
    </ContractFormBody>
  );
}
