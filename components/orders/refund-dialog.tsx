'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { customerName } from '@/components/entities/customer-name';
import { orderTotal } from '@/components/entities/order-status';
import { REFUND_REASON_OPTIONS } from '@/components/entities/refund-status';
import { ContractFormBody } from '@/components/form/contract-form';
import { SelectField, TextareaField } from '@/components/form/fields';
import { useConfirmThenLeave } from '@/components/form/leave-guard';
import { MoneyField } from '@/components/form/number-fields';
import { type ContractForm as Form, useContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { useOrderBenefits } from '@/components/orders/order-benefits';
import { effectOnSubscription } from '@/components/orders/subscription-after';
import { REFUND_DIALOG } from '@/components/orders/texts';
import { EntityLink } from '@/components/shell/entity-link';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { FieldError } from '@/components/ui/field';
import { Option } from '@/components/ui/input';
import { formatMoney } from '@/components/ui/money';
import { UI } from '@/components/ui/texts';
import { useTimeZone } from '@/components/ui/time';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { query, useRefresh } from '@/lib/client/queries';
import { bodyProblem } from '@/lib/contract/errors';
import type { Order } from '@/lib/resources/orders/schema';
import { createRefund, previewRefund } from '@/lib/resources/refunds/contract';
import { revokesByDefault } from '@/lib/resources/refunds/rules';
import type { Refund, RefundReason } from '@/lib/resources/refunds/schema';

interface Props {
  order: Order;
  /** What can still be refunded, minor units. */
  left: number;
  onClose: () => void;
}

type RefundValues = {
  order_id: string;
  amount: number | null;
  reason: RefundReason;
  comment: string | null;
  /** Null until the seller decides: then the default holds, which depends on the amount. */
  revoke_benefits: boolean | null;
};

/** Gives money of an order back, all that is left or a part of it; open while it is mounted. */
export function RefundDialog(props: Props) {
  const { customer } = props.order;
  const confirmThenLeave = useConfirmThenLeave();
  return (
    <Dialog
      open
      onOpenChange={() => confirmThenLeave(props.onClose)}
      title={REFUND_DIALOG.title(customerName(customer))}
      description={REFUND_DIALOG.theMoneyGoesBack}
    >
      <RefundForm {...props} />
    </Dialog>
  );
}

function RefundForm({ order, left, onClose }: Props) {
  const confirmThenLeave = useConfirmThenLeave();
  const refresh = useRefresh(createRefund);
  const { currency } = order;
  const zone = useTimeZone();
  const effect = order.subscription && effectOnSubscription(order.subscription, zone);
  const money = (amount: number) => formatMoney(amount, currency);
  const revokes = ({ amount, revoke_benefits }: RefundValues) =>
    revoke_benefits ??
    revokesByDefault({ subscriptionId: order.subscription_id }, { amount: amount ?? 0, left });
  const form = useContractForm(createRefund, {
    defaultValues: {
      order_id: order.id,
      amount: left,
      reason: 'customer_request',
      comment: null,
      revoke_benefits: null,
    } as RefundValues,
    toBody: (values: RefundValues) => ({ ...values, revoke_benefits: revokes(values) }),
    check: ({ amount }) => {
      if (amount === null) return [bodyProblem('amount', REFUND_DIALOG.enterAnAmount)];
      if (typeof amount !== 'number' || amount <= left) return [];
      return [bodyProblem('amount', REFUND_DIALOG.enterAnAmountOf(money(left)))];
    },
    onSuccess: (refund) => {
      announce(refund);
      onClose();
    },
    // Somebody may have refunded some of it meanwhile.
    onFailure: refresh,
  });
  const values = form.watch();
  const amount = typeof values.amount === 'number' && values.amount > 0 ? values.amount : null;
  return (
    <ContractFormBody form={form} label={REFUND_DIALOG.verb}>
      <MoneyField
        form={form}
        name="amount"
        label={REFUND_DIALOG.amount}
        currency={currency}
        suffix={currency.toUpperCase()}
        help={leftWords(order, left)}
      />
      <SelectField
        form={form}
        name="reason"
        label={REFUND_DIALOG.reason}
        options={REFUND_REASON_OPTIONS}
      />
      <TextareaField
        form={form}
        name="comment"
        label={REFUND_DIALOG.comment}
        help={REFUND_DIALOG.onlyYourTeamSees}
        rows={2}
        maxLength={500}
        optional
      />
      <RevokeField
        form={form}
        order={order}
        isOn={revokes(values)}
        grantsAgain={effect?.grantsAgain ?? null}
      />
      {order.subscription && <CreditEffect order={order} amount={amount} left={left} />}
      {effect && order.subscription && (
        <p>
          {REFUND_DIALOG.the}{' '}
          <EntityLink section="subscriptions" id={order.subscription.id}>
            {REFUND_DIALOG.subscription}
          </EntityLink>{' '}
          {effect.sentence}
        </p>
      )}
      <DialogActions>
        <Button onClick={() => confirmThenLeave(onClose)}>{UI.cancel}</Button>
        <Button type="submit" variant="danger" pending={form.isSubmitting}>
          {amount === null ? REFUND_DIALOG.verb : REFUND_DIALOG.verbOf(money(amount))}
        </Button>
      </DialogActions>
    </ContractFormBody>
  );
}

/** The credit of the subscription that the refund takes back, or why it cannot be made now. */
function CreditEffect({
  order,
  amount,
  left,
}: {
  order: Order;
  amount: number | null;
  left: number;
}) {
  const asked = amount !== null && amount <= left ? { amount } : null;
  const { data, error } = useQuery({
    ...query(previewRefund, { params: { id: order.id }, query: asked ?? {} }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (error?.error === 'Conflict') return <ErrorNote title={REFUND_DIALOG.notYet} error={error} />;
  if (!data || data.credit_taken === 0) return null;
  const money = (value: number) => formatMoney(value, data.currency);
  return (
    <p role="status">
      {REFUND_DIALOG.takesCredit(money(data.credit_taken))}{' '}
      {REFUND_DIALOG.creditAfter(money(data.credit_after))}
    </p>
  );
}

function leftWords(order: Order, left: number): string {
  const total = orderTotal(order);
  const most = formatMoney(left, order.currency);
  if (left === total) return REFUND_DIALOG.upToAllThat(most);
  return REFUND_DIALOG.upToWhatIs(most, formatMoney(total, order.currency));
}

function announce({ status, amount, currency }: Refund) {
  const money = formatMoney(amount, currency);
  if (status === 'succeeded') showToast(REFUND_DIALOG.refunded(money));
  else if (status === 'pending') showToast(REFUND_DIALOG.theRefundOfIs(money));
  else {
    showErrorToast(
      REFUND_DIALOG.theRefundOfFailed(money),
      new Error(REFUND_DIALOG.thePaymentServiceRefused),
    );
  }
}

/** Whether the refund takes the benefits away, and which. */
function RevokeField({
  form,
  order,
  isOn,
  grantsAgain,
}: {
  form: Form<RefundValues>;
  order: Order;
  isOn: boolean;
  grantsAgain: string | null;
}) {
  const { field, error } = useField(form, 'revoke_benefits');
  const benefits = useOrderBenefits(order);
  return (
    <div className="flex flex-col gap-1">
      <Option
        ref={field.ref}
        name={field.name}
        checked={isOn}
        aria-describedby="revoked-benefits"
        onBlur={field.onBlur}
        onChange={({ target }) => field.onChange(target.checked)}
      >
        {REFUND_DIALOG.revokeBenefits}
      </Option>
      <p id="revoked-benefits" role="status" className="pl-6 text-xs text-muted">
        {benefitWords(benefits, { isOn, grantsAgain })}
      </p>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

function benefitWords(
  benefits: string | null | undefined,
  { isOn, grantsAgain }: { isOn: boolean; grantsAgain: string | null },
): string {
  if (benefits === undefined) return REFUND_DIALOG.countingBenefits;
  if (benefits === '') return REFUND_DIALOG.theBuyerHasNo;
  const what = benefits ?? 'all benefits';
  if (!isOn) return REFUND_DIALOG.theBuyerKeeps(what);
  return grantsAgain === null
    ? REFUND_DIALOG.revokes(what)
    : REFUND_DIALOG.revokesUntil(what, grantsAgain);
}
