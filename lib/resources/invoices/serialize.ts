import type { Address } from '@/lib/contract/fields';
import { stored, timestamp } from '@/lib/contract/serialize';
import type { Prisma } from '@/lib/database/generated/client';
import { discountTaken } from '@/lib/resources/invoices/rules';

/** What an invoice is made of. */
export const INVOICE_INCLUDE = {
  customer: true,
  product: { include: { organization: true } },
  price: true,
  discount: true,
  checkout: true,
} as const satisfies Prisma.OrderInclude;

export type InvoiceRow = Prisma.OrderGetPayload<{ include: typeof INVOICE_INCLUDE }>;

/** An invoice as its page shows it; amounts are minor units of `currency`. */
export interface Invoice {
  orderId: string;
  createdAt: string;
  isSandbox: boolean;
  seller: { name: string; company: string | null; email: string | null; timezone: string };
  buyer: { name: string | null; email: string; address: Address | null; taxId: string | null };
  product: string;
  /** What the product costs for; null where it is bought once. */
  interval: 'month' | 'year' | null;
  /** Before the discount. */
  listedAmount: number;
  discount: { name: string; amount: number } | null;
  taxAmount: number;
  totalAmount: number;
  currency: string;
}

/** An order as its invoice. The buyer is who he said he is in the checkout. */
export function serializeInvoice(row: InvoiceRow): Invoice {
  const { checkout, customer, price, discount } = row;
  const { organization } = row.product;
  const taken = discountTaken({
    amount: row.amount,
    hasDiscount: discount !== null,
    askedAmount: checkout?.amount ?? price.amount,
  });
  return {
    orderId: row.id,
    createdAt: timestamp(row.createdAt),
    isSandbox: organization.isSandbox,
    seller: {
      name: organization.name,
      company: organization.company,
      email: organization.email,
      timezone: organization.timezone,
    },
    buyer: {
      name: row.billingName,
      email: checkout?.customerEmail ?? customer.email,
      address: stored<Address | null>(row.billingAddress),
      taxId: row.billingTaxId,
    },
    product: row.product.name,
    interval: price.recurringInterval,
    listedAmount: row.amount + taken,
    discount: discount && taken > 0 ? { name: discount.name, amount: taken } : null,
    taxAmount: row.taxAmount,
    totalAmount: row.amount + row.taxAmount,
    currency: row.currency,
  };
}
