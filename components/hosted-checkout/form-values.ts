import { amountProblem, parseAmount } from '@/components/form/amount';
import type { ContractForm } from '@/components/form/use-contract-form';
import { type Card, cardProblems, NO_CARD } from '@/components/hosted-checkout/card';
import { PROBLEMS } from '@/components/hosted-checkout/form-texts';
import { type Answers, checkAnswers } from '@/components/purchase/custom-field-answers';
import { hasPostalCodes, statesOf } from '@/components/ui/countries';
import { formatMoney } from '@/components/ui/money';
import type { ContractInput } from '@/lib/contract/contract';
import type { Problem } from '@/lib/contract/errors';
import { currencyTerms, DEFAULT_CURRENCY, decimalAmount, stepProblem } from '@/lib/contract/money';
import { parseTaxId } from '@/lib/contract/tax-id';
import type { updateCheckoutByClient } from '@/lib/resources/checkouts/operations';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** The values of the form's controls, named as the body's fields where they are sent. */
export type CheckoutValues = {
  customer_email: string;
  customer_name: string;
  customer_billing_address: {
    country: string | null;
    state: string | null;
    postal_code: string | null;
  };
  is_company: boolean;
  customer_tax_id: string;
  /** Of a price that the buyer chooses, in whole units: `15.00`. */
  amount: string;
  product_price_id: string;
  custom_field_data: Answers;
  /** Typed and not applied yet; Apply sends it by an update of its own. */
  discount_code: string;
  card: Card;
};

/** The props of a part of the form. */
export interface FormPart {
  form: ContractForm<CheckoutValues>;
  checkout: CheckoutPublic;
}

export type UpdateBody = NonNullable<ContractInput<typeof updateCheckoutByClient>['body']>;

/** Problems by the name of their field: `customer_email`, `custom_field_data.team`, `card.code`. */
type Problems = Readonly<Record<string, string>>;

export function initialValues(checkout: CheckoutPublic): CheckoutValues {
  const address = checkout.customer_billing_address;
  const fields = checkout.attached_custom_fields.map(({ custom_field: { slug, type } }) => {
    const value = checkout.custom_field_data[slug];
    return [slug, type === 'checkbox' ? value === true : String(value ?? '')];
  });
  return {
    customer_email: checkout.customer_email ?? '',
    customer_name: checkout.customer_name ?? '',
    customer_billing_address: {
      country: address?.country ?? null,
      state: address?.state ?? null,
      postal_code: address?.postal_code ?? null,
    },
    is_company: checkout.customer_tax_id !== null,
    customer_tax_id: checkout.customer_tax_id ?? '',
    amount:
      checkout.amount === null
        ? ''
        : decimalAmount(checkout.amount, checkout.currency ?? DEFAULT_CURRENCY),
    product_price_id: checkout.product_price_id,
    custom_field_data: Object.fromEntries(fields),
    discount_code: '',
    card: NO_CARD,
  };
}

/** Whether a card is asked for: to be charged now, or kept for the renewals. */
export function asksForCard(checkout: CheckoutPublic): boolean {
  return checkout.is_payment_required || checkout.is_payment_setup_required;
}

/** The key of the account whose own form takes the payment; null where the page's card fields do, in the sandbox. */
export function stripeKeyOf({ payment_processor_metadata }: CheckoutPublic): string | null {
  const { publishable_key } = payment_processor_metadata;
  return typeof publishable_key === 'string' ? publishable_key : null;
}

/** The secret by which the buyer authenticates the payment of a checkout; null where that waits for nobody. */
export function waitingSecretOf({
  status,
  payment_processor_metadata: { intent_status, intent_client_secret },
}: Pick<CheckoutPublic, 'status' | 'payment_processor_metadata'>): string | null {
  const waits = status === 'confirmed' && intent_status === 'requires_action';
  return waits ? String(intent_client_secret) : null;
}

/** The price that the form has chosen, which the checkout may not have yet. */
export function chosenPrice(
  { product, product_price }: CheckoutPublic,
  id: string,
): CheckoutPublic['product_price'] {
  return product.prices.find((price) => price.id === id) ?? product_price;
}

/** The bounds of an amount that the buyer chooses. */
export function boundsOf(price: CheckoutPublic['product_price']) {
  if (price.amount_type !== 'custom') return null;
  const terms = currencyTerms(price.price_currency);
  return {
    least: price.minimum_amount ?? terms.minimum,
    most: price.maximum_amount ?? terms.maximum,
    currency: price.price_currency,
  };
}

/** The validation errors of all values, with the API's messages where it has them. */
export function problemsIn(
  checkout: CheckoutPublic,
  values: CheckoutValues,
  today: Date,
): Problem[] {
  return Object.entries(problemsByField(checkout, values, today)).map(([name, msg]) => ({
    loc: ['body', ...name.split('.')],
    msg,
    type: 'value_error',
  }));
}

function problemsByField(checkout: CheckoutPublic, values: CheckoutValues, today: Date): Problems {
  const problems: Record<string, string> = {};
  const { country } = values.customer_billing_address;
  const email = values.customer_email.trim();
  if (checkout.customer_id === null || email === '') {
    if (email === '') problems.customer_email = PROBLEMS.noEmail;
    // A rough check: the API validates the address.
    else if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email)) {
      problems.customer_email = PROBLEMS.email;
    }
  }
  const bounds = boundsOf(chosenPrice(checkout, values.product_price_id));
  if (bounds) {
    const amount = parseAmount(values.amount, bounds.currency);
    if (amount === null) problems.amount = PROBLEMS.amount;
    else if (amount < bounds.least) {
      problems.amount = PROBLEMS.least(formatMoney(bounds.least, bounds.currency));
    } else if (amount > bounds.most) {
      problems.amount = PROBLEMS.most(formatMoney(bounds.most, bounds.currency));
    } else {
      const problem = stepProblem(amount, bounds.currency);
      if (problem) problems.amount = amountProblem(problem, bounds.currency);
    }
  }
  if (checkout.is_payment_form_required) {
    if (values.customer_name.trim() === '') problems.customer_name = PROBLEMS.name;
    if (country === null) problems['customer_billing_address.country'] = PROBLEMS.country;
    if (values.is_company) {
      const taxId = values.customer_tax_id.trim();
      if (taxId === '') problems.customer_tax_id = PROBLEMS.noTaxId;
      else if (country === null) {
        problems.customer_tax_id = PROBLEMS.taxIdCountry;
      } else if (!parseTaxId(country, taxId)) {
        problems.customer_tax_id = PROBLEMS.taxId;
      }
    }
  }
  const { problems: ofFields } = checkAnswers(
    checkout.attached_custom_fields,
    values.custom_field_data,
    { complete: true },
  );
  for (const { loc, msg } of ofFields) problems[loc.slice(1).join('.')] ??= msg;
  if (asksForCard(checkout) && stripeKeyOf(checkout) === null) {
    for (const [field, problem] of Object.entries(cardProblems(values.card, today))) {
      problems[`card.${field}`] = problem;
    }
  }
  return problems;
}

/** The body of an update. Empty values are left out, and those that are wrong: the API would refuse all. */
export function updateBodyOf(
  checkout: CheckoutPublic,
  values: CheckoutValues,
  today: Date,
): UpdateBody {
  const body: UpdateBody = {};
  const problems = problemsByField(checkout, values, today);
  const isRight = (name: string) => problems[name] === undefined;
  if (checkout.customer_id === null && isRight('customer_email')) {
    body.customer_email = values.customer_email.trim();
  }
  if (checkout.product.prices.length > 1) body.product_price_id = values.product_price_id;
  const bounds = boundsOf(chosenPrice(checkout, values.product_price_id));
  const amount = bounds && isRight('amount') ? parseAmount(values.amount, bounds.currency) : null;
  if (amount !== null) body.amount = amount;
  if (checkout.is_payment_form_required) {
    if (isRight('customer_name')) body.customer_name = values.customer_name.trim();
    const address = addressOf(checkout, values);
    if (address) {
      body.customer_billing_address = address;
      const isKnown = values.is_company && isRight('customer_tax_id');
      body.customer_tax_id = isKnown ? values.customer_tax_id.trim() : null;
    }
  }
  if (checkout.attached_custom_fields.length > 0) {
    const asked = checkout.attached_custom_fields;
    const { data } = checkAnswers(asked, values.custom_field_data, { complete: false });
    body.custom_field_data = data;
  }
  return body;
}

/** Null without a country. A street that the seller has set is kept as long as the country is not changed. */
function addressOf({ customer_billing_address: given }: CheckoutPublic, values: CheckoutValues) {
  const { country, state, postal_code } = values.customer_billing_address;
  if (country === null) return null;
  return {
    ...(given?.country === country ? given : {}),
    country,
    state: statesOf(country) ? state : null,
    postal_code: (hasPostalCodes(country) && postal_code?.trim()) || null,
  };
}

/** The entries of `body` that differ from what was sent before. */
export function changesOf(body: UpdateBody, sent: UpdateBody): UpdateBody {
  const changed = Object.entries(body).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(sent[key as keyof UpdateBody]),
  );
  return Object.fromEntries(changed);
}
