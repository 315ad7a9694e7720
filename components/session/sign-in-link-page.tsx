'use client';

import { LinkPage, UsedLink } from '@/components/session/link-page';
import { SecondFactorPage } from '@/components/session/second-factor-page';
import { LINKS, SESSION } from '@/components/session/texts';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { useCommand } from '@/lib/client/queries';
import { signInByLink } from '@/lib/resources/accounts/contract';

/** Signs in by a mailed link. */
export function SignInLinkPage({ token }: { token: string }) {
  const open = () => window.location.assign('/dashboard');
  const use = useCommand(signInByLink, {
    onSuccess: (answer) => (answer?.second_factors ? undefined : open()),
  });
  if (use.error?.status === 410) return <UsedLink />;
  const factors = use.data?.second_factors;
  if (factors) return <SecondFactorPage factors={factors} onDone={open} />;
  return (
    <LinkPage title={LINKS.signInLinkTitle} text={LINKS.signInLinkText}>
      {use.error && <ErrorNote error={use.error} />}
      <Button
        variant="primary"
        pending={use.isPending || use.isSuccess}
        onClick={() => use.mutate({ body: { token } })}
      >
        {SESSION.signIn}
      </Button>
    </LinkPage>
  );
}
