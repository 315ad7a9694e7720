'use client';

import { useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { ExpiryField, yearAfter } from '@/components/form/expiry-field';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { ScopesField } from '@/components/settings/scopes-field';
import { SecretBox } from '@/components/settings/secret-box';
import { CREATE_TOKEN_DIALOG, tokens as texts } from '@/components/settings/token-texts';
import { Dialog } from '@/components/ui/dialog';
import { useNow, useTimeZone } from '@/components/ui/time';
import { createToken } from '@/lib/resources/tokens/contract';
import type { TokenCreated } from '@/lib/resources/tokens/schema';

/** The organization that a token is of. */
export interface TokenOwner {
  id: string;
  name: string;
}

interface Props {
  /** Null for a personal token. */
  owner: TokenOwner | null;
  onClose: () => void;
}

/** Creates a token, then shows its secret, once. Open while it is mounted. */
export function CreateTokenDialog({ owner, onClose }: Props) {
  const [made, setMade] = useState<TokenCreated | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      wide
      modal={made !== null}
      title={made ? texts.createdTitle(made.name) : texts.create}
      description={
        made ? texts.copyNow : owner ? texts.organizationText(owner.name) : texts.personalText
      }
    >
      {made ? (
        <SecretBox value={made.token} onDone={onClose} />
      ) : (
        <TokenForm owner={owner} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

function TokenForm({ owner, onMade, onClose }: Props & { onMade: (made: TokenCreated) => void }) {
  const zone = useTimeZone();
  const now = useNow();
  const form = useContractForm(createToken, {
    guarded: false,
    defaultValues: {
      name: '',
      scopes: [],
      expires_at: yearAfter(null, zone, now),
      organization_id: owner?.id ?? null,
    },
    onSuccess: onMade,
  });
  return (
    <DialogForm
      form={form}
      label={CREATE_TOKEN_DIALOG.token}
      submit={texts.create}
      onCancel={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={texts.name}
        autoComplete="off"
        maxLength={200}
        help={texts.nameHelp}
      />
      <ScopesField form={form} name="scopes" />
      <ExpiryField form={form} name="expires_at" from={null} />
    </DialogForm>
  );
}
