'use client';

import { LinkPage } from '@/components/session/link-page';
import { LINKS } from '@/components/session/texts';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { TextLink } from '@/components/ui/text-link';
import { useCommand } from '@/lib/client/queries';
import { requestConfirmation } from '@/lib/resources/accounts/contract';

/** After a sign-up whose address is to be confirmed. */
export function ConfirmationSent({ email }: { email: string }) {
  const again = useCommand(requestConfirmation);
  return (
    <LinkPage title={LINKS.checkTitle} text={LINKS.signedUp(email)}>
      <div className="flex flex-col items-start gap-3">
        <p>{LINKS.notThere}</p>
        {again.error && <ErrorNote error={again.error} />}
        <Button pending={again.isPending} onClick={() => again.mutate({ body: { email } })}>
          {LINKS.sendAgain}
        </Button>
        <p role="status">{again.isSuccess && LINKS.sentAgain}</p>
      </div>
      <TextLink href="/sign-in">{LINKS.backToSignIn}</TextLink>
    </LinkPage>
  );
}
