'use client';

import { useSearchParams } from 'next/navigation';
import { keepNext, nextPage } from '@/components/session/next-page';
import { SignInForm } from '@/components/session/sign-in-form';
import { SESSION } from '@/components/session/texts';
import { TextLink } from '@/components/ui/text-link';

export function SignInPage({ canReset }: { canReset: boolean }) {
  const search = useSearchParams();
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-xl font-semibold tracking-tight">{SESSION.signIn}</h1>
      <SignInForm
        email={search.get('email') ?? ''}
        onSignedIn={() => window.location.assign(nextPage(search))}
      >
        {canReset && <TextLink href="/forgot-password">{SESSION.forgot}</TextLink>}
        <p className="border-t border-line pt-4 text-muted">
          {SESSION.noAccount}{' '}
          <TextLink href={keepNext('/sign-up', search)}>{SESSION.signUp}</TextLink>
        </p>
      </SignInForm>
    </div>
  );
}
