'use client';

import { Fingerprint } from 'lucide-react';
import { usePasskeySupport, useVerifyPasskey } from '@/components/session/passkeys';
import { PASSKEY } from '@/components/session/texts';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { ApiFailure } from '@/lib/client/client';

/** Asks the browser for a passkey, which signs in or confirms the session. Where none works it is not shown. */
export function PasskeyButton({
  label,
  variant = 'secondary',
  onDone,
}: {
  label: string;
  variant?: 'primary' | 'secondary';
  onDone: (email: string) => void;
}) {
  const support = usePasskeySupport();
  const verify = useVerifyPasskey(onDone);
  if (support !== null && support !== 'ready') return null;
  return (
    <div className="flex flex-col gap-3">
      {verify.error && <PasskeyFailure error={verify.error} />}
      <Button
        variant={variant}
        icon={Fingerprint}
        pending={verify.isPending || verify.isSuccess}
        onClick={() => verify.mutate()}
      >
        {label}
      </Button>
    </div>
  );
}

/** Why no passkey was used; the browser tells alike that it has none and that it was not to use one. */
function PasskeyFailure({ error }: { error: Error }) {
  if (error instanceof ApiFailure) return <ErrorNote error={error} />;
  return (
    <p role="alert" className="text-muted">
      {PASSKEY.notUsed}
    </p>
  );
}
