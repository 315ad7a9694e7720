'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type PasskeySupport,
  useAddPasskey,
  usePasskeySupport,
} from '@/components/session/passkeys';
import { PASSKEY } from '@/components/session/texts';
import { PASSKEYS } from '@/components/settings/account-texts';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Section } from '@/components/ui/section';
import { UI } from '@/components/ui/texts';
import { Time } from '@/components/ui/time';
import { showToast } from '@/components/ui/toast';
import { ApiFailure } from '@/lib/client/client';
import { query, useCommand } from '@/lib/client/queries';
import { getAccount } from '@/lib/resources/accounts/contract';
import { deletePasskey, listPasskeys } from '@/lib/resources/passkeys/contract';
import type { Passkey } from '@/lib/resources/passkeys/schema';

/** Why none can be added here. */
const WHY_NOT: Partial<Record<PasskeySupport, string>> = {
  needs_host_name: PASSKEY.needsHostName,
  missing: PASSKEY.missing,
};

/** The caller's passkeys, with the way to add and to remove one. */
export function PasskeysSection() {
  const support = usePasskeySupport();
  const { data: account } = useQuery(query(getAccount));
  const { data: passkeys = [], error, isFetching, refetch } = useQuery(query(listPasskeys));
  const [isAdding, setAdding] = useState(false);
  const whyNot = support && WHY_NOT[support];
  const hasApp = account?.second_factors.includes('totp') ?? false;
  const isOnly = passkeys.length === 1 && !hasApp;
  return (
    <Section title={PASSKEYS.title}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="flex max-w-prose flex-col gap-1 text-muted">
            <p>{passkeys.length === 0 ? PASSKEYS.none : PASSKEYS.some}</p>
            {isOnly && <p className="text-warn">{PASSKEYS.onlyOne}</p>}
            {whyNot && <p>{whyNot}</p>}
          </div>
          {!whyNot && <Button onClick={() => setAdding(true)}>{PASSKEYS.add}</Button>}
        </div>
        {error && <ErrorNote error={error} retrying={isFetching} onRetry={() => void refetch()} />}
        {passkeys.length > 0 && (
          <ul aria-label={PASSKEYS.title} className="flex flex-col">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                effects={isOnly ? PASSKEYS.removingLast : PASSKEYS.removing}
              />
            ))}
          </ul>
        )}
      </div>
      <Dialog
        open={isAdding}
        onOpenChange={setAdding}
        modal
        title={PASSKEYS.add}
        description={PASSKEYS.addText}
      >
        <AddForm onClose={() => setAdding(false)} />
      </Dialog>
    </Section>
  );
}

function PasskeyRow({ passkey, effects }: { passkey: Passkey; effects: string }) {
  const { id, name, created_at, last_used_at } = passkey;
  const [asks, setAsks] = useState(false);
  const remove = useCommand(deletePasskey, { onSuccess: () => showToast(PASSKEYS.removed) });
  return (
    <li className="flex items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-xs text-muted">
          {PASSKEYS.addedOn} <Time value={created_at} show="short" />
          {' · '}
          {last_used_at === null ? (
            PASSKEYS.neverUsed
          ) : (
            <>
              {PASSKEYS.lastUsed} <Time value={last_used_at} show="minute" />
            </>
          )}
        </p>
      </div>
      <Button size="small" aria-label={PASSKEYS.removeOne(name)} onClick={() => setAsks(true)}>
        {PASSKEYS.remove}
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={PASSKEYS.removeOne(name)}
        verb={PASSKEYS.remove}
        effects={effects}
        onConfirm={() => remove.mutateAsync({ body: { id } })}
      />
    </li>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const add = useAddPasskey(() => {
    showToast(PASSKEYS.added);
    onClose();
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending) add.mutate(name);
      }}
    >
      {add.error && <AddFailure error={add.error} />}
      <Field label={PASSKEYS.name} help={PASSKEYS.nameHelp} optional>
        {(aria) => (
          <Input
            {...aria}
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <Button onClick={onClose}>{UI.cancel}</Button>
        <Button type="submit" variant="primary" pending={add.isPending}>
          {PASSKEYS.add}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Why no passkey was made; the browser says of most reasons only that there is none. */
function AddFailure({ error }: { error: Error }) {
  if (error instanceof ApiFailure) return <ErrorNote error={error} />;
  return (
    <p role="alert" className="text-muted">
      {error.name === 'InvalidStateError' ? PASSKEYS.known : PASSKEYS.notMade}
    </p>
  );
}
