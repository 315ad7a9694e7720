'use client';

import Link from 'next/link';
import { INVITATION, SESSION } from '@/components/session/texts';
import { Button } from '@/components/ui/button';
import { buttonClasses } from '@/components/ui/button-classes';
import { ErrorNote } from '@/components/ui/error-state';
import { useCommand } from '@/lib/client/queries';
import type { Role } from '@/lib/contract/permissions';
import { signOut } from '@/lib/resources/accounts/contract';
import { acceptInvitation } from '@/lib/resources/members/contract';

/** Roles as they stand in a sentence. */
const ROLE_LABELS: Record<Role, string> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
};

interface Invitation {
  token: string;
  /** Of the organization. */
  name: string;
  email: string;
  role: Role;
}

/** An invitation with what its holder can do: accept it, sign in or up for it, or leave another account. */
export function AcceptInvitation({
  invitation,
  signedInAs,
}: {
  invitation: Invitation;
  signedInAs: string | null;
}) {
  const { name, email, role } = invitation;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2 wrap-anywhere">
        <h1 className="text-xl font-semibold tracking-tight">{INVITATION.join(name)}</h1>
        <p className="text-muted">{INVITATION.invited(name, ROLE_LABELS[role], email)}</p>
      </div>
      {signedInAs === null && <SignInOrUp invitation={invitation} />}
      {signedInAs === email && <Accept token={invitation.token} />}
      {signedInAs !== null && signedInAs !== email && <OtherAccount signedInAs={signedInAs} />}
    </div>
  );
}

function Accept({ token }: { token: string }) {
  const accept = useCommand(acceptInvitation, {
    onSuccess: ({ slug }) => window.location.assign(`/dashboard/${slug}`),
  });
  return (
    <div className="flex flex-col gap-3">
      {accept.error && <ErrorNote error={accept.error} />}
      <Button
        variant="primary"
        pending={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate({ body: { token } })}
      >
        {INVITATION.accept}
      </Button>
    </div>
  );
}

function SignInOrUp({ invitation: { token, email } }: { invitation: Invitation }) {
  const next = `/invitations/${token}`;
  const forSignUp = new URLSearchParams({ invitation: token, email, next });
  return (
    <div className="flex flex-col gap-3">
      <Link href={`/sign-up?${forSignUp}`} className={buttonClasses({ variant: 'primary' })}>
        {SESSION.createAccount}
      </Link>
      <Link href={`/sign-in?${new URLSearchParams({ next })}`} className={buttonClasses({})}>
        {SESSION.signIn}
      </Link>
    </div>
  );
}

function OtherAccount({ signedInAs }: { signedInAs: string }) {
  const leave = useCommand(signOut, { onSuccess: () => window.location.reload() });
  return (
    <div className="flex flex-col gap-3">
      <p className="wrap-anywhere">{INVITATION.signedInAs(signedInAs)}</p>
      {leave.error && <ErrorNote error={leave.error} />}
      <Button variant="primary" pending={leave.isPending} onClick={() => leave.mutate({})}>
        {INVITATION.signOut}
      </Button>
    </div>
  );
}
