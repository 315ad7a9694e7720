'use client';

import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { ContractFormBody } from '@/components/form/contract-form';
import { TextField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { PayButton } from '@/components/hosted-checkout/pay-button';
import { notedEmail, noteEmail } from '@/components/hosted-checkout/portal-email';
import { useSeller } from '@/components/portal/portal';
import { PortalTitle } from '@/components/portal/portal-title';
import { SellerAddress } from '@/components/portal/seller-address';
import { noteReturn, sessionOf, startSession } from '@/components/portal/session';
import { SIGN_IN } from '@/components/portal/texts';
import { LARGE } from '@/components/purchase/control-classes';
import { Button } from '@/components/ui/button';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import { bodyProblem } from '@/lib/contract/errors';
import {
  redeemPortalAccess,
  requestPortalAccess,
} from '@/lib/resources/customer-sessions/operations';
import type { PortalSeller } from '@/lib/resources/portal';

/** Signs a customer in by a code, or by the link beside it, that is sent to the address. */
export function SignIn({ isOver = false }: { isOver?: boolean }) {
  const seller = useSeller();
  const [email, setEmail] = useState<string | null>(null);
  return (
    <div className="flex max-w-md flex-col gap-5">
      <PortalTitle key={email}>{email === null ? SIGN_IN.title : SIGN_IN.checkMail}</PortalTitle>
      {email === null ? (
        <>
          {(isOver || seller.mail !== 'kept') && (
            <p className="text-muted">
              {isOver && `${SIGN_IN.over} `}
              {seller.mail !== 'kept' && SIGN_IN.text(seller.name)}
            </p>
          )}
          <MailNote seller={seller} />
          {seller.mail !== 'kept' && <AddressForm onSent={setEmail} />}
        </>
      ) : (
        <>
          <MailNote seller={seller} />
          <CodeForm email={email} onBack={() => setEmail(null)} />
        </>
      )}
    </div>
  );
}

/** Where no mail would arrive, it says so before anybody waits for one, and who can help. */
function MailNote({ seller: { mail, name } }: { seller: PortalSeller }) {
  if (mail === 'sent') return null;
  return (
    <p className="border-l-2 border-warn bg-warn-fill px-3 py-2.5 text-warn wrap-anywhere">
      {mail === 'kept' ? SIGN_IN.noMail(name) : SIGN_IN.membersOnly} <SellerAddress />
    </p>
  );
}

function AddressForm({ onSent }: { onSent: (email: string) => void }) {
  const { id, slug, accentColor } = useSeller();
  const path = usePathname();
  const form = useContractForm(requestPortalAccess, {
    guarded: false,
    defaultValues: { organization_id: id, email: notedEmail(slug) },
    check: ({ email }) =>
      /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email.trim())
        ? []
        : [bodyProblem('email', SIGN_IN.noEmail)],
    toBody: ({ organization_id, email }) => ({ organization_id, email: email.trim() }),
    onSuccess: (_, { email }) => {
      noteReturn(slug, path);
      noteEmail(slug, email.trim());
      onSent(email.trim());
    },
  });
  return (
    <ContractFormBody form={form} label={SIGN_IN.title}>
      <TextField
        form={form}
        name="email"
        label={SIGN_IN.email}
        className={LARGE}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <PayButton accent={accentColor} pending={form.isSubmitting}>
        {SIGN_IN.send}
      </PayButton>
    </ContractFormBody>
  );
}

function CodeForm({ email, onBack }: { email: string; onBack: () => void }) {
  const { id, slug, accentColor } = useSeller();
  const again = useCommand(requestPortalAccess, {
    onSuccess: () => showToast(SIGN_IN.resent),
    onError: (error) => showErrorToast(SIGN_IN.notResent, error),
  });
  const form = useContractForm(redeemPortalAccess, {
    guarded: false,
    defaultValues: { organization_id: id, email, code: '' },
    check: ({ code }) =>
      /^\d{6}$/.test((code ?? '').replace(/[\s-]/g, ''))
        ? []
        : [bodyProblem('code', SIGN_IN.noCode)],
    onSuccess: (session) => startSession(slug, sessionOf(session)),
    describeFailure: ({ status }) => (status === 404 ? SIGN_IN.wrongCode : undefined),
  });
  return (
    <>
      <p role="status" className="text-muted wrap-anywhere">
        {SIGN_IN.sent(email)}
      </p>
      <ContractFormBody form={form} label={SIGN_IN.enterCode}>
        <TextField
          form={form}
          name="code"
          label={SIGN_IN.code}
          className={`${LARGE} font-mono tracking-widest`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
        />
        <PayButton accent={accentColor} pending={form.isSubmitting}>
          {SIGN_IN.open}
        </PayButton>
      </ContractFormBody>
      <div className="flex flex-wrap gap-2">
        <Button
          pending={again.isPending}
          onClick={() => again.mutate({ body: { organization_id: id, email } })}
        >
          {SIGN_IN.resend}
        </Button>
        <Button onClick={onBack}>{SIGN_IN.another}</Button>
      </div>
    </>
  );
}
