import {
  buyerPriceLabel,
  intervalOf,
  monthlyEquivalent,
  trialDaysOf,
  yearlySaving,
} from '@/components/purchase/summary';
import { BILLING_PERIOD, freeDays, PERIODS, save } from '@/components/purchase/texts';
import type { CheckoutPublic } from '@/lib/resources/checkouts/schema';

/** How often to pay, where the product has a price for each. */
export function PriceOptions({
  prices,
  name,
  chosenId,
  hasTrials = true,
  onChoose,
}: {
  prices: readonly CheckoutPublic['product_price'][];
  /** Of the group of radio buttons. */
  name: string;
  chosenId: string | undefined;
  /** False where the buyer has had the free trial of the product. */
  hasTrials?: boolean;
  onChoose: (id: string) => void;
}) {
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 w-full border-b border-rule pb-1 font-semibold">
        {BILLING_PERIOD}
      </legend>
      {prices.map((price) => {
        const interval = intervalOf(price);
        const trial = hasTrials ? trialDaysOf(price) : null;
        const saving = yearlySaving(price, prices);
        const perMonth = monthlyEquivalent(price);
        return (
          <label
            key={price.id}
            className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 border-b py-2 border-line last:border-b-0"
          >
            <input
              type="radio"
              className="size-4 shrink-0"
              name={name}
              value={price.id}
              checked={chosenId === price.id}
              onChange={() => onChoose(price.id)}
            />
            <span className="font-medium">{interval ? PERIODS[interval] : PERIODS.once}</span>
            {trial !== null && <span className="text-muted">{freeDays(trial)}</span>}
            {saving !== null && <span className="font-medium text-ok">{save(saving)}</span>}
            <span className="ml-auto text-right">
              {buyerPriceLabel(price)}
              {perMonth && <span className="block text-sm text-muted">{perMonth}</span>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
