import { bodyProblem, type Problem } from '@/lib/contract/errors';
import type { Address, Metadata } from '@/lib/contract/fields';
import { formatList } from '@/lib/contract/formats';
import { currencyTerms, printMoney, stepProblem } from '@/lib/contract/money';
import { parseTaxId } from '@/lib/contract/tax-id';
import type { CheckoutConfirm, CheckoutUpdate } from '@/lib/resources/checkouts/schema';
import {
  type AskedField,
  checkFieldData,
  type FieldData,
} from '@/lib/resources/custom-fields/rules';
import { type DiscountTerms, discountAmount, fitsCurrency } from '@/lib/resources/discounts/rules';

/** The part of a price that amounts depend on. */
export interface PriceTerms {
  id: string;
  type: 'one_time' | 'recurring';
  amountType: 'custom' | 'fixed' | 'free';
  currency: string;
  recurringInterval: 'month' | 'year' | null;
  amount: number | null;
  minimumAmount: number | null;
  maximumAmount: number | null;
  presetAmount: number | null;
  trialDays: number | null;
}

/** What a checkout costs, minor units (docs/contract/checkouts.md#amounts). */
export interface Amounts {
  amount: number;
  subtotalAmount: number;
  taxAmount: number;
  totalAmount: number;
}

/** The amount of a price before a discount: its own, the one that the buyer chose, or 0 for free. */
function listAmount(price: PriceTerms, customAmount: number | null): number {
  switch (price.amountType) {
    case 'fixed':
      return price.amount ?? 0;
    case 'custom':
      return customAmount ?? proposedAmount(price);
    case 'free':
      return 0;
  }
}

/** The amount of a custom price while none is chosen: its preset, moved into the bounds. */
function proposedAmount(price: PriceTerms): number {
  const { minimum, maximum } = boundsOf(price);
  return Math.min(Math.max(price.presetAmount ?? minimum, minimum), maximum);
}

/** Amounts of a checkout; prices are tax-exclusive and no tax is collected in this version. */
export function amountsOf(
  price: PriceTerms,
  customAmount: number | null,
  discount: DiscountTerms | null,
): Amounts {
  const amount = listAmount(price, customAmount);
  const reduction =
    discount && isDiscountable(price) ? discountAmount(discount, amount, price.currency) : 0;
  const subtotalAmount = amount - reduction;
  return { amount, subtotalAmount, taxAmount: 0, totalAmount: subtotalAmount };
}

/** Only fixed prices take discounts. */
export function isDiscountable(price: PriceTerms): boolean {
  return price.amountType === 'fixed';
}

/** A price as a checkout sells it: without its trial where the buyer has had that (docs/contract/checkouts.md#one-trial). */
export function soldPrice<Price extends Pick<PriceTerms, 'trialDays'>>(
  price: Price,
  { isTrialUsed }: { isTrialUsed: boolean },
): Price {
  return isTrialUsed ? { ...price, trialDays: null } : price;
}

/**
 * Whether the buyer has to pay now, or to set up a payment method for later charges
 * (docs/contract/checkouts.md#requirement-flags).
 */
export function paymentNeeds(price: PriceTerms, totalAmount: number) {
  const payment = totalAmount > 0 && price.trialDays === null;
  const setup = price.type === 'recurring' && price.amountType !== 'free';
  return { payment, setup, form: payment || setup };
}

/** Changes of a checkout's columns as plain JSON, which a payment attempt stores until it is settled. */
export interface CheckoutChanges {
  priceId?: string;
  customAmount?: number | null;
  discountId?: string | null;
  allowDiscountCodes?: boolean;
  customerName?: string | null;
  customerEmail?: string | null;
  customerIpAddress?: string | null;
  customerBillingAddress?: Address | null;
  customerTaxId?: string | null;
  customerTaxIdType?: string | null;
  customFieldData?: FieldData;
  metadata?: Metadata;
  customerMetadata?: Metadata;
  successUrl?: string | null;
  embedOrigin?: string | null;
  /** The email address has had the trial of the product. */
  isTrialUsed?: boolean;
}

/** The state of a checkout that its changes depend on. */
export interface CheckoutState {
  customAmount: number | null;
  discountId: string | null;
  /** The discount takes off an amount of one currency. */
  isDiscountFixed: boolean;
  allowDiscountCodes: boolean;
  isLinked: boolean;
  customerName: string | null;
  customerEmail: string | null;
  customerBillingAddress: Address | null;
  customerTaxId: string | null;
  customFieldData: FieldData;
  price: PriceTerms;
  /** The live prices of the product. */
  prices: readonly PriceTerms[];
  fields: readonly AskedField[];
}

/** The fields of all updates, by seller or buyer. */
export type CheckoutInput = Partial<CheckoutUpdate & CheckoutConfirm>;

/** The discount that a request names: null where it is not usable, undefined where none is named. */
export type NamedDiscount = (DiscountTerms & { id: string }) | null | undefined;

/**
 * Computes the changes of an update (docs/contract/checkouts.md#updates): explicit null clears, a linked
 * customer's email stays, and the price can change only within the product. Returns the changes, the
 * resulting price and every problem.
 */
export function decideChanges(
  state: CheckoutState,
  input: CheckoutInput,
  discount: NamedDiscount,
): { changes: CheckoutChanges; price: PriceTerms; problems: Problem[] } {
  const changes: CheckoutChanges = {};
  const problems: Problem[] = [];

  const wanted = input.product_price_id ?? state.price.id;
  const price =
    wanted === state.price.id ? state.price : state.prices.find(({ id }) => id === wanted);
  if (!price)
    problems.push(
      bodyProblem('product_price_id', 'This product has no active price with this ID.'),
    );
  const named = price ?? state.price;
  const sold = input.currency ? priceIn(input.currency, named, state.prices) : named;
  if (!sold) problems.push(bodyProblem('currency', notSold(named, state.prices)));
  const holding = sold ?? named;
  if (holding.id !== state.price.id) changes.priceId = holding.id;
  const isOtherCurrency = holding.currency !== state.price.currency;
  if (isOtherCurrency && state.customAmount !== null) changes.customAmount = null;

  if (holding.amountType === 'custom') {
    // An amount that was chosen earlier is checked too: it may have been chosen for another price.
    const kept = isOtherCurrency ? null : state.customAmount;
    const chosen = input.amount === undefined ? kept : input.amount;
    const outside = chosen === null ? undefined : outsideBounds(holding, chosen);
    if (outside) problems.push(bodyProblem('amount', outside));
    else if (input.amount !== undefined) changes.customAmount = input.amount;
  }
  // A fixed discount of the currency that was left lowers nothing in this one.
  if (isOtherCurrency && state.isDiscountFixed) changes.discountId = null;
  decideDiscount(state, input, discount, holding, changes, problems);
  decideCustomer(state, input, changes, problems);

  if (input.custom_field_data !== undefined) {
    const checked = checkFieldData(state.fields, input.custom_field_data ?? {}, {
      complete: false,
    });
    changes.customFieldData = checked.data;
    problems.push(...checked.problems);
  }
  if (typeof input.allow_discount_codes === 'boolean') {
    changes.allowDiscountCodes = input.allow_discount_codes;
  }
  if (input.metadata) changes.metadata = input.metadata;
  if (input.customer_metadata) changes.customerMetadata = input.customer_metadata;
  if (input.success_url !== undefined) changes.successUrl = input.success_url;
  if (input.embed_origin !== undefined) changes.embedOrigin = input.embed_origin;
  if (input.customer_ip_address !== undefined) {
    changes.customerIpAddress = input.customer_ip_address;
  }
  return { changes, price: holding, problems };
}

/** The price that a product has in a currency in place of `price`: the same interval and kind of amount. */
export function priceIn<Price extends PriceTerms>(
  currency: string,
  price: Price,
  prices: readonly Price[],
): Price | undefined {
  if (price.currency === currency) return price;
  return prices.find(
    (other) =>
      other.currency === currency &&
      other.recurringInterval === price.recurringInterval &&
      other.amountType === price.amountType,
  );
}

function notSold(price: PriceTerms, prices: readonly PriceTerms[]): string {
  const currencies = new Set([price, ...prices].map(({ currency }) => currency));
  return `This product is sold in ${formatList(currencies)} only.`;
}

/** The least and greatest amount that a buyer may choose. */
export function boundsOf(price: PriceTerms): { minimum: number; maximum: number } {
  const terms = currencyTerms(price.currency);
  return {
    minimum: price.minimumAmount ?? terms.minimum,
    maximum: price.maximumAmount ?? terms.maximum,
  };
}

function outsideBounds(price: PriceTerms, amount: number): string | undefined {
  const { minimum, maximum } = boundsOf(price);
  if (amount >= minimum && amount <= maximum) return stepProblem(amount, price.currency);
  return `Choose an amount from ${minimum} to ${maximum}, in minor units.`;
}

function decideDiscount(
  state: CheckoutState,
  input: CheckoutInput,
  discount: NamedDiscount,
  price: PriceTerms,
  changes: CheckoutChanges,
  problems: Problem[],
): void {
  const byCode = input.discount_code !== undefined;
  const named = byCode ? input.discount_code : input.discount_id;
  const field = byCode ? 'discount_code' : 'discount_id';
  if (named === undefined) return;
  const isCleared = named === null || named === '';
  if (byCode && !state.allowDiscountCodes && (!isCleared || state.discountId !== null)) {
    problems.push(bodyProblem(field, "This checkout doesn't accept discount codes."));
  } else if (isCleared) {
    changes.discountId = null;
  } else {
    const problem = discountProblem(price, discount);
    if (problem !== undefined) problems.push(bodyProblem(field, problem));
    else changes.discountId = discount?.id ?? null;
  }
}

/**
 * Why a price does not take a discount (docs/contract/checkouts.md#creation-errors); undefined where it does.
 * `discount` is null where it is not usable.
 */
export function discountProblem(
  price: PriceTerms | undefined,
  discount: NamedDiscount,
): string | undefined {
  if (!price || !isDiscountable(price)) return 'Discounts apply to fixed prices only.';
  if (discount && !fitsCurrency(discount, price.currency)) {
    return `This discount applies to prices in ${discount.currency?.toUpperCase()} only.`;
  }
  if (!discount) return "This discount can't be used for this checkout.";
  const { totalAmount } = amountsOf(price, null, discount);
  return price.trialDays === null ? smallProblem(totalAmount, price.currency) : undefined;
}

/** Why a total after a discount is not charged: 0 is free, and what is more is at least the least of its currency. */
function smallProblem(total: number, currency: string): string | undefined {
  const { minimum } = currencyTerms(currency);
  if (total === 0 || total >= minimum) return undefined;
  return `With this discount the total is ${printMoney(total, currency)}. The least that can be charged is ${printMoney(minimum, currency)}.`;
}

function decideCustomer(
  state: CheckoutState,
  input: CheckoutInput,
  changes: CheckoutChanges,
  problems: Problem[],
): void {
  if (input.customer_email !== undefined && !state.isLinked) {
    changes.customerEmail = input.customer_email;
  }
  if (input.customer_name !== undefined) changes.customerName = input.customer_name;
  if (input.customer_billing_address !== undefined) {
    changes.customerBillingAddress = input.customer_billing_address;
  }
  if (input.customer_tax_id === undefined && input.customer_billing_address === undefined) return;
  const address = changes.customerBillingAddress ?? null;
  const country = (
    input.customer_billing_address === undefined ? state.customerBillingAddress : address
  )?.country;
  const value = input.customer_tax_id === undefined ? state.customerTaxId : input.customer_tax_id;
  if (value === null) {
    changes.customerTaxId = null;
    changes.customerTaxIdType = null;
    return;
  }
  const taxId = parseTaxId(country, value);
  if (taxId) {
    changes.customerTaxId = taxId.value;
    changes.customerTaxIdType = taxId.type;
  } else {
    const why = country
      ? `This isn't a valid tax ID for ${country}.`
      : 'A tax ID requires the country of the billing address.';
    problems.push(bodyProblem('customer_tax_id', why));
  }
}

/**
 * Every problem that keeps a checkout from being confirmed (docs/contract/checkouts.md#required-to-confirm).
 */
export function confirmationProblems(
  state: CheckoutState,
  changes: CheckoutChanges,
  price: PriceTerms,
  totalAmount: number,
  paymentMethod: { given: boolean; accepted: boolean },
): Problem[] {
  const problems: Problem[] = [];
  const missing = (path: string[], msg: string) =>
    problems.push({ loc: ['body', ...path], msg, type: 'missing' });
  const needs = paymentNeeds(price, totalAmount);
  const after = { ...state, ...changes };
  const small =
    after.discountId !== null && needs.payment && smallProblem(totalAmount, price.currency);
  if (small) problems.push(bodyProblem('discount_code', small));
  if (!after.customerEmail) missing(['customer_email'], 'Enter an email address.');
  if (needs.form && !after.customerName) missing(['customer_name'], 'Enter a name.');
  if (needs.form && !after.customerBillingAddress) {
    missing(['customer_billing_address', 'country'], 'Choose a country.');
  }
  if ((needs.payment || price.trialDays !== null) && !paymentMethod.given) {
    missing(['confirmation_token_id'], 'A payment method is required.');
  } else if (paymentMethod.given && !paymentMethod.accepted) {
    problems.push(bodyProblem('confirmation_token_id', 'Unknown payment method.'));
  }
  const { problems: fieldProblems } = checkFieldData(state.fields, after.customFieldData, {
    complete: true,
  });
  return [...problems, ...fieldProblems];
}
