import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@/demo/random';
import { ApiFailure, call } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import {
  confirmCheckout,
  createCheckout,
  getCheckoutByClient,
} from '@/lib/resources/checkouts/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { createOrganization } from '@/lib/resources/organizations/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { newId } from '@/lib/runtime/ids';
import { buyer, fixed, monthly } from '@/testing/shop';

/** What buyers pay with: always paid, paid although each answer is lost, and declined from the first renewal on. */
const METHODS = ['pm_card_visa', 'pm_sandbox_timeout', 'pm_sandbox_declineAfter1'] as const;
type Method = (typeof METHODS)[number];
/** Most cards are fine. */
const CHANCES: readonly Method[] = ['pm_card_visa', 'pm_card_visa', ...METHODS];

export interface Sale {
  client_secret: string;
  email: string;
  method: Method;
  isRecurring: boolean;
  /** The round in which it was sold. */
  round: number;
}

/** How many things a shop does at once. */
const AT_ONCE = 6;

/** An organization that sells a license key once and by the month, with a discount. */
export class Shop {
  readonly sales: Sale[] = [];

  private constructor(
    readonly organizationId: string,
    private readonly options: { baseUrl: string; token: string },
    private readonly products: { once: string; monthly: string },
    private readonly discountId: string,
  ) {}

  static async open(name: string, options: { baseUrl: string; token: string }): Promise<Shop> {
    const made = await call(
      createOrganization,
      { body: { name, slug: `${name}-${newId()}` } },
      options,
    );
    const organization_id = made.id;
    const key = await call(
      createBenefit,
      { body: { organization_id, type: 'license_keys', description: 'Key', properties: {} } },
      options,
    );
    const product = async (prices: ReturnType<typeof fixed>) => {
      const { id } = await call(
        createProduct,
        { body: { organization_id, name: 'Quill', prices } },
        options,
      );
      await call(updateProductBenefits, { params: { id }, body: { benefits: [key.id] } }, options);
      return id;
    };
    const terms = {
      name: 'Some',
      duration: 'once',
      type: 'percentage',
      basis_points: 1000,
    } as const;
    const discount = await call(createDiscount, { body: { organization_id, ...terms } }, options);
    const products = { once: await product(fixed()), monthly: await product(monthly()) };
    return new Shop(made.id, options, products, discount.id);
  }

  /** Opens checkouts, by turns of a one-time and of a monthly price; `random` chooses what buyers pay with. */
  async openCheckouts(count: number, round: number, random: Random): Promise<Sale[]> {
    const wanted = Array.from({ length: count }, (_, index) => ({
      isRecurring: index % 2 === 1,
      method: index % 2 === 1 ? random.pick(CHANCES) : METHODS[0],
      discount: index % 3 === 0 ? { discount_id: this.discountId } : {},
    }));
    const sales: Sale[] = [];
    await inParallel(wanted, async ({ isRecurring, method, discount }) => {
      const product_id = isRecurring ? this.products.monthly : this.products.once;
      const { client_secret } = await this.#send(createCheckout, {
        body: { payment_processor: 'stripe', product_id, ...discount },
      });
      const email = `${newId()}@example.com`;
      sales.push({ client_secret, email, method, isRecurring, round });
    });
    this.sales.push(...sales);
    return sales;
  }

  /** Confirms sales until each has succeeded, whatever becomes of the server; `sold` is called after each. */
  async confirm(sales: readonly Sale[], sold: () => void = () => {}): Promise<void> {
    await inParallel(sales, async (sale) => {
      while (!(await this.#isSold(sale))) await sleep(20);
      sold();
    });
  }

  /** Whether a sale has succeeded; confirms it where nothing says so. */
  async #isSold({ client_secret, email, method }: Sale): Promise<boolean> {
    const params = { client_secret };
    const body = buyer({ customer_email: email, confirmation_token_id: method });
    try {
      const { status } = await this.#send(getCheckoutByClient, { params });
      if (status === 'succeeded') return true;
      await this.#send(confirmCheckout, { params, body });
      return false; // it answers `confirmed`: whether it is sold is read
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      // Gone, restarting, another attempt pending, or a charge that never reached the processor.
      const isNeverCharged = error.status === 400 && error.body.code === 'processing_error';
      if ([0, 403, 503].includes(error.status) || isNeverCharged) return false;
      throw error;
    }
  }

  #send<C extends AnyContract>(operation: C, input: ContractInput<C>) {
    return call(operation, input, this.options);
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
