'use client';

import dynamic from 'next/dynamic';

// Loaded where an organization asks for them: every page of it has this in its layout.
const TwoFactorSection = dynamic(() =>
  import('@/components/settings/two-factor-section').then(
    ({ TwoFactorSection }) => TwoFactorSection,
  ),
);
const PasskeysSection = dynamic(() =>
  import('@/components/settings/passkeys-section').then(({ PasskeysSection }) => PasskeysSection),
);

/** Where a seller sets up a second factor: an authenticator app, or a passkey. */
export function Factors() {
  return (
    <>
      <TwoFactorSection />
      <PasskeysSection />
    </>
  );
}
