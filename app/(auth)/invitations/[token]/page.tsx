import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { AcceptInvitation } from '@/components/session/accept-invitation';
import { ApiError } from '@/lib/contract/errors';
import { openInvitation } from '@/lib/resources/members/service';
import { sessionEmail } from '@/lib/resources/sign-in/service';
import { realTime } from '@/lib/runtime/clock';

export const metadata: Metadata = {
  title: 'Invitation · Tilldesk',
  robots: 'noindex',
  // The address is a credential.
  referrer: 'no-referrer',
};

/** What an invitation is for. Nothing changes until its button is pressed: mail scanners open links. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await openInvitation(token, realTime()).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 410 ? null : notFound();
  });
  if (!invitation) {
    return (
      <div className="flex flex-col gap-3">
        <h1 className="text-xl font-semibold tracking-tight">This invitation has expired</h1>
        <p>Invitations work for 7 days. Ask for a new one.</p>
      </div>
    );
  }
  const { name, email, role } = invitation;
  const signedInAs = await sessionEmail(await headers());
  return <AcceptInvitation invitation={{ token, name, email, role }} signedInAs={signedInAs} />;
}
