import type { Cells } from '@/lib/resources/import-formats/kinds/cells';
import type { CellError } from '@/lib/resources/import-formats/rules';

/** A row as it is stored, by its fields. */
export type Stored = Readonly<Record<string, unknown>> & { id: string };

/** What rows name of other objects, by an id, an external id or another name. */
export interface Wanted {
  customers: Set<string>;
  emails: Set<string>;
  products: Set<string>;
  productNames: Set<string>;
  benefits: Set<string>;
  discountCodes: Set<string>;
  subscriptions: Set<string>;
  orders: Set<string>;
}

export interface KnownBenefit {
  id: string;
  expireActivationsAfterDays: number | null;
}

export interface KnownProduct {
  id: string;
  name: string;
  isRecurring: boolean;
  /** Its benefits that give license keys. */
  keyBenefits: readonly KnownBenefit[];
}

export interface KnownPurchase {
  id: string;
  customerId: string;
  productId: string;
  isImported: boolean;
  /** Whether its buyer has its benefits. */
  isRunning: boolean;
}

/** What is known of what rows name. */
export interface Known {
  customer(reference: string): string | undefined;
  email(address: string): string | undefined;
  product(reference: string): KnownProduct | undefined;
  /** `ambiguous` where several have the name. */
  productByName(name: string): KnownProduct | 'ambiguous' | undefined;
  benefit(reference: string): KnownBenefit | undefined;
  /** Those that give license keys. */
  keyBenefits: readonly KnownBenefit[];
  /** By their descriptions, of any type. */
  benefitByDescription(description: string): string | undefined;
  discount(code: string): string | undefined;
  subscription(reference: string): KnownPurchase | undefined;
  order(reference: string): KnownPurchase | undefined;
}

export interface Context {
  known: Known;
  /** The organization's clock. */
  now: Date;
  currency: string;
}

/** A price that a row needs: of a product, found among its prices or made anew, archived. */
export interface WantedPrice {
  productId: string;
  /** Minor units; null: free. */
  amount: number | null;
  currency: string;
  /** Null: paid once. */
  interval: 'month' | 'year' | null;
  /** Another price of the product does as well, where none has these terms: of an order, which charges nothing more. */
  isLoose?: boolean;
}

/** A new object as it would be written. */
export interface Draft {
  /** What the row says, by fields: an object that is there already gets what differs. */
  given: Readonly<Record<string, unknown>>;
  /** All other fields of a new object. */
  defaults: Readonly<Record<string, unknown>>;
  price?: WantedPrice;
  /** What is written beside a new object. */
  prices?: readonly Readonly<Record<string, unknown>>[];
  benefitIds?: readonly string[];
  productIds?: readonly string[];
  activations?: readonly Readonly<Record<string, unknown>>[];
  /** What it is called beside its external id. */
  names?: readonly string[];
  /** Of a license key: the purchase whose key it is. */
  grantOf?: { customerId: string; subscriptionId: string | null; orderId: string | null } | null;
}

/** What a kind knows of its rows. Decides by what it is given, without a database. */
export interface KindRules {
  nature: 'customer' | 'product' | 'discount' | 'key' | 'subscription' | 'order';
  /** Notes what a row names. */
  wants(cells: Cells, wanted: Wanted): void;
  /** What a row becomes; reports what is wrong with it to `cells`, and is then not used. */
  draft(cells: Cells, context: Context): Draft;
  /** What of an object is unique beside its external id. */
  natural?: {
    name: string;
    /** In lower case where case does not matter; null where the row has none. */
    valueOf(cells: Cells): string | null;
    /** Whether an object that has it is taken to be the row's: else the row is an error. */
    isAdopted: boolean;
    error: CellError;
  };
  /** Which of the changes of an object that is there already are made; throws nothing. */
  changes?(
    changes: Readonly<Record<string, unknown>>,
    stored: Stored,
  ): Readonly<Record<string, unknown>>;
}

/** The customer that a row names; reports it where there is none. */
export function customerOf(cells: Cells, { known }: Context): string | null {
  const reference = cells.text('customer_id', 500);
  const email = cells.text('customer_email', 500);
  const found =
    (reference !== null && known.customer(reference)) || (email !== null && known.email(email));
  if (found) return found;
  if (reference === null && email === null) {
    return cells.fail('customer_id', 'missing', 'Name the customer by ID or email address.');
  }
  const name = reference === null ? 'customer_email' : 'customer_id';
  return cells.fail(name, 'unknown_customer', 'There is no such customer. Import customers first.');
}

/** The product that a row names; reports it where there is none. */
export function productOf(cells: Cells, { known }: Context): KnownProduct | null {
  const reference = cells.text('product_id', 500);
  const name = cells.text('product_name', 500);
  const byReference = reference === null ? undefined : known.product(reference);
  if (byReference) return byReference;
  const byName = name === null ? undefined : known.productByName(name);
  if (byName === 'ambiguous') {
    return cells.fail('product_name', 'ambiguous', 'Several products have this name: use an ID.');
  }
  if (byName) return byName;
  if (reference === null && name === null) {
    return cells.fail('product_id', 'missing', 'Name the product by ID or name.');
  }
  const column = reference === null ? 'product_name' : 'product_id';
  return cells.fail(column, 'unknown_product', 'There is no such product. Import products first.');
}

/** The discount that a row names by its code; null where it names none. */
export function discountOf(cells: Cells, { known }: Context): string | null {
  const code = cells.text('discount_code', 300);
  if (code === null) return null;
  const found = known.discount(code);
  if (found) return found;
  return cells.fail('discount_code', 'unknown_discount', 'There is no such discount.');
}

/** What a subscription is called as well, by the order that began it: ids of orders are not those of subscriptions. */
export function byOrder(order: string): string {
  return `order/${order}`;
}

/** Notes what {@link customerOf}, {@link productOf} and {@link discountOf} look for. */
export function wantSale(cells: Cells, wanted: Wanted): void {
  note(wanted.customers, cells.text('customer_id'));
  note(wanted.emails, cells.text('customer_email'));
  note(wanted.products, cells.text('product_id'));
  note(wanted.productNames, cells.text('product_name'));
  note(wanted.discountCodes, cells.text('discount_code'));
}

export function note(set: Set<string>, value: string | null): void {
  if (value !== null) set.add(value);
}

/** A field where its cell says something; an object that is there keeps what it has else. */
export function given<Name extends string, Value>(
  name: Name,
  value: Value | null,
): Partial<Record<Name, Value>> {
  return value === null ? {} : ({ [name]: value } as Record<Name, Value>);
}
