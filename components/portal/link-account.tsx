'use client';

import { useState } from 'react';
import { ContractFormBody } from '@/components/form/contract-form';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { useOwnCommand, useReload, useSession } from '@/components/portal/portal';
import { LINK } from '@/components/portal/texts';
import { LARGE } from '@/components/purchase/control-classes';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { showToast } from '@/components/ui/toast';
import { ApiFailure } from '@/lib/client/client';
import { bodyProblem } from '@/lib/contract/errors';
import { createLinkedAccount } from '@/lib/resources/linked-accounts/operations';
import type { Platform } from '@/lib/resources/linked-accounts/schema';

/**
 * Links the customer's account on a platform: by signing in there, or by the name of a GitHub account where the seller has
 * no app to sign in with.
 */
export function LinkAccount({ platform, benefitId }: { platform: Platform; benefitId: string }) {
  const [isNamed, setNamed] = useState(false);
  const begin = useOwnCommand(createLinkedAccount);
  if (isNamed) return <NameForm benefitId={benefitId} />;
  async function start() {
    try {
      const answer = await begin.mutateAsync({ body: { platform, benefit_id: benefitId } });
      if ('authorize_url' in answer) window.location.assign(answer.authorize_url);
    } catch (error) {
      if (asksForName(error)) setNamed(true);
    }
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Button type="button" size="small" pending={begin.isPending} onClick={() => void start()}>
        {LINK.verb[platform]}
      </Button>
      {begin.error && !asksForName(begin.error) && <ErrorNote error={begin.error} />}
    </div>
  );
}

/** The seller has no app: the API asks for the name of the account. */
function asksForName(error: unknown): boolean {
  return error instanceof ApiFailure && error.problems.some(({ loc }) => loc.at(-1) === 'username');
}

function NameForm({ benefitId }: { benefitId: string }) {
  const { token } = useSession();
  const reload = useReload();
  const form = useContractForm(createLinkedAccount, {
    token,
    guarded: false,
    params: {},
    defaultValues: { username: '' },
    toBody: ({ username }: { username: string }) => ({
      platform: 'github' as const,
      benefit_id: benefitId,
      username,
    }),
    check: ({ username }) => (username.trim() === '' ? [bodyProblem('username', LINK.needed)] : []),
    onSuccess: () => {
      showToast(LINK.linked);
      void reload();
    },
  });
  return (
    <ContractFormBody form={form} label={LINK.username} takesFocus className="max-w-md">
      <TextField
        form={form}
        name="username"
        label={LINK.username}
        help={LINK.help}
        className={LARGE}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
      />
      <div>
        <Button type="submit" pending={form.isSubmitting}>
          {LINK.save}
        </Button>
      </div>
    </ContractFormBody>
  );
}
