'use client';

import { type ReactNode, useState } from 'react';
import { ContractFormBody, SubmitButton } from '@/components/form/contract-form';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { PasskeyButton } from '@/components/session/passkey-button';
import { usePasskeySupport } from '@/components/session/passkeys';
import { FACTOR, PASSKEY } from '@/components/session/texts';
import { useCountdown } from '@/components/session/use-countdown';
import { Button } from '@/components/ui/button';
import type { ApiFailure } from '@/lib/client/client';
import type { SecondFactor } from '@/lib/contract/second-factors';
import { verifyRecoveryCode, verifyTotp } from '@/lib/resources/second-factors/contract';

/** A way to show who it is by a code. */
const CODES = {
  totp: {
    operation: verifyTotp,
    label: FACTOR.code,
    help: FACTOR.codeHelp,
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 8 },
    instead: FACTOR.useApp,
  },
  recovery_code: {
    operation: verifyRecoveryCode,
    label: FACTOR.recoveryCode,
    help: FACTOR.recoveryHelp,
    input: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
    instead: FACTOR.useRecovery,
  },
} as const;

/** What is offered in place of another factor. */
const INSTEAD: Record<SecondFactor, string> = {
  totp: CODES.totp.instead,
  recovery_code: CODES.recovery_code.instead,
  passkey: PASSKEY.use,
};

interface SecondFactorFormProps {
  factors: readonly SecondFactor[];
  /** The button that sends the code. */
  verb?: string;
  onDone: (email: string) => void;
  /** Is told where the sign-in is over that it would complete. */
  onOver?: (failure: ApiFailure) => void;
  /** Further actions, below the button. */
  children?: ReactNode;
}

/** A code of the authenticator app, a recovery code, or a passkey. */
export function SecondFactorForm({ factors, children, ...rest }: SecondFactorFormProps) {
  const [chosen, setChosen] = useState<SecondFactor>(factors[0] ?? 'totp');
  const others = factors.filter((factor) => factor !== chosen);
  return (
    <div className="flex flex-col gap-4">
      {chosen === 'passkey' ? (
        <UsePasskey onDone={rest.onDone} />
      ) : (
        <CodeForm key={chosen} factor={chosen} {...rest} />
      )}
      <div className="flex flex-wrap gap-2">
        {others.map((factor) => (
          <Button
            key={factor}
            variant="ghost"
            size="small"
            className="-ml-2"
            onClick={() => setChosen(factor)}
          >
            {INSTEAD[factor]}
          </Button>
        ))}
        {children}
      </div>
    </div>
  );
}

/** The passkey's button, or why none works here. */
function UsePasskey({ onDone }: Pick<SecondFactorFormProps, 'onDone'>) {
  const support = usePasskeySupport();
  if (support === 'missing') return <p>{PASSKEY.missing}</p>;
  if (support === 'needs_host_name') return <p>{PASSKEY.needsHostName}</p>;
  return <PasskeyButton label={PASSKEY.use} variant="primary" onDone={onDone} />;
}

function CodeForm({
  factor,
  verb = FACTOR.continue,
  onDone,
  onOver,
}: Omit<SecondFactorFormProps, 'factors' | 'children'> & { factor: keyof typeof CODES }) {
  const { operation, label, help, input } = CODES[factor];
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const form = useContractForm(operation, {
    defaultValues: { code: '' },
    guarded: false,
    isOwn: true,
    onSuccess: ({ user }) => onDone(user?.email ?? ''),
    onFailure: (error) => {
      setFailure(error);
      if (error.status === 401) onOver?.(error);
    },
  });
  const blockedBy = useCountdown(failure);
  return (
    <ContractFormBody form={form}>
      <TextField form={form} name="code" label={label} help={help} autoFocus {...input} />
      <SubmitButton form={form} blockedBy={blockedBy}>
        {verb}
      </SubmitButton>
    </ContractFormBody>
  );
}
