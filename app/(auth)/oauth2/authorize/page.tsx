import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { GET as describe } from '@/app/v1/oauth2/authorize/route';
import { ConsentPage } from '@/components/oauth/consent-page';
import { UNKNOWN_APP } from '@/components/oauth/texts';
import { callHandler } from '@/lib/api/call-handler';
import { readSession } from '@/lib/auth/session';
import { describeAuthorization } from '@/lib/resources/oauth-grants/contract';
import { open } from '@/lib/resources/oauth-grants/service';
import { sessionEmail } from '@/lib/resources/sign-in/service';
import { realTime } from '@/lib/runtime/clock';

export const metadata: Metadata = {
  title: 'Connect an app · Tilldesk',
  robots: 'noindex',
  // The address is the app's request.
  referrer: 'no-referrer',
};

/** Asks whether an app may do something, unless that is decided already (docs/contract/oauth.md#consent). */
export default async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const query = new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name, one]),
    ),
  );
  const request = query.toString();
  const pageHeaders = await headers();
  const opened = await open(request, await readSession(pageHeaders), realTime());
  switch (opened.kind) {
    case 'refused':
      return (
        <div className="flex flex-col gap-3">
          <h1 className="text-xl font-semibold tracking-tight">{UNKNOWN_APP.title}</h1>
          <p>{UNKNOWN_APP.text}</p>
        </div>
      );
    case 'redirect':
      return redirect(opened.to);
    case 'sign_in': {
      const email = opened.loginHint === null ? {} : { email: opened.loginHint };
      const next = `/oauth2/authorize?${request}`;
      return redirect(`/sign-in?${new URLSearchParams({ next, ...email })}`);
    }
    case 'ask': {
      const input = { query: Object.fromEntries(query) };
      const asked = await callHandler(describeAuthorization, describe, input, pageHeaders);
      return (
        <ConsentPage
          asked={asked}
          request={request}
          redirectUri={query.get('redirect_uri') ?? ''}
          signedInAs={(await sessionEmail(pageHeaders)) ?? ''}
        />
      );
    }
  }
}
