import { describe, expect, it } from 'vitest';
import { confirmCheckout, getCheckout } from '@/lib/checkouts/contract';
import { prisma } from '@/lib/database/client';
import { callApi, places, refusal } from '@/lib/testing/call-api';
import { buyer, confirm, fixed, free, makeCheckout, makeKeyProduct, makeProduct, monthly } from '@/lib/testing/shop';
import { makeSeller } from '@/prisma/factories';

describe('confirmCheckout', () => {
  it('sells a one-time product with its license key', async () => {
    const seller = await makeSeller();
    const product = await makeKeyProduct(seller);
    const checkout = await makeCheckout(seller, product.id);
    const answer = await confirm(checkout);
    expect(answer.status).toBe('confirmed');
    expect(answer.customer_session_token).toMatch(/^td_cst_/);
    expect(answer).not.toHaveProperty('metadata');
    const stored = await callApi(getCheckout, { params: { id: checkout.id } }, { as: seller });
    expect(stored).toMatchObject({ status: 'succeeded', total_amount: 2000 });
    const order = await prisma().order.findUniqueOrThrow({ where: { checkoutId: checkout.id } });
    expect(order).toMatchObject({ amount: 2000, billingReason: 'purchase' });
    expect(await prisma().licenseKey.count({ where: { customerId: order.customerId } })).toBe(1);
  });
});
