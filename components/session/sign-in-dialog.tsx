'use client';

import { useQueryClient } from '@tanstack/react-query';
import { SignInForm } from '@/components/session/sign-in-form';
import { EXPIRED } from '@/components/session/texts';
import { Dialog } from '@/components/ui/dialog';
import { query } from '@/lib/client/queries';
import { signInGate } from '@/lib/client/session-gate';
import { getMe } from '@/lib/resources/me/operations';

/** Over the page when the session has expired. The page keeps its state, and waiting calls are retried. */
export function SignInDialog() {
  const client = useQueryClient();
  const email = client.getQueryData(query(getMe).queryKey)?.user?.email ?? '';
  return (
    <Dialog open onOpenChange={() => {}} modal title={EXPIRED.title} description={EXPIRED.text}>
      <SignInForm
        email={email}
        onSignedIn={(as) => {
          // Another user signed in: a full reload drops the data of the previous one.
          if (email !== '' && as !== email) window.location.assign('/dashboard');
          else signInGate.answer();
        }}
      />
      <p className="text-xs text-muted">
        <a href="/sign-in" className="text-accent underline">
          {EXPIRED.leave}
        </a>{' '}
        {EXPIRED.leaveText}
      </p>
    </Dialog>
  );
}
