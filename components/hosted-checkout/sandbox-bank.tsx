'use client';

import { AuthenticationDialog } from '@/components/hosted-checkout/authentication-dialog';
import { formatMoney } from '@/components/ui/money';
import { showToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import { authenticateInSandbox } from '@/lib/resources/checkouts/operations';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** Stands for the bank of a buyer whose payment in the sandbox waits for it. */
export function SandboxBank({
  checkout: { client_secret, total_amount, currency },
  onAnswered,
}: {
  checkout: CheckoutPublic;
  onAnswered: (checkout: CheckoutPublic) => void;
}) {
  const answer = useCommand(authenticateInSandbox, {
    onSuccess: onAnswered,
    onError: ({ message }) => showToast(message),
  });
  const send = (outcome: 'succeed' | 'fail') => () => {
    if (!answer.isPending) answer.mutate({ params: { client_secret }, body: { outcome } });
  };
  return (
    <AuthenticationDialog
      amount={formatMoney(total_amount, currency)}
      onApprove={send('succeed')}
      onFail={send('fail')}
    />
  );
}
