import { prisma } from '@/lib/database/connection/client';
import { INVOICE_INCLUDE, type InvoiceRow } from '@/lib/resources/invoices/serialize';

/** An order of any organization, by an address that is its own credential: a signed one. */
export function findByAddress(orderId: string): Promise<InvoiceRow | null> {
  return prisma().order.findFirst({ where: { id: orderId }, include: INVOICE_INCLUDE });
}
