import { describe, expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { deleteCustomer } from '@/lib/resources/customers/contract';
import { createDiscount, deleteDiscount } from '@/lib/resources/discounts/contract';
import { getOrder, listOrders } from '@/lib/resources/orders/contract';
import { createOrder } from '@/lib/resources/orders/service';
import { newId } from '@/lib/runtime/ids';
import { callApi, refusal } from '@/testing/call-api';
import {
  makeOrder,
  makeProduct,
  makeSale,
  makeSeller,
  makeSubscription,
  type Seller,
} from '@/testing/factories';

const now = new Date('2025-05-06T07:08:09.012Z');
const address = {
  line1: '1 Main St',
  line2: null,
  postal_code: '12345',
  city: 'Springfield',
  state: null,
  country: 'US',
};
const get = (as: Seller, id: string) => callApi(getOrder, { params: { id } }, { as });

describe('create', () => {
  it('writes an order that the API shows whole, and records it', async () => {
    const seller = await makeSeller();
    const { organizationId } = seller;
    const { product, customer } = await makeSale(organizationId);
    const [price] = product.prices;
    const subscription = await makeSubscription(organizationId, { product, customer });
    const discount = await callApi(
      createDiscount,
      { body: { name: 'Less', type: 'percentage', basis_points: 500, duration: 'forever' } },
      { as: seller },
    );
    const { id } = await transaction(systemScope(organizationId), (scope) =>
      createOrder(scope, {
        id: newId(),
        organizationId,
        checkoutId: null,
        attemptId: null,
        customerId: customer.id,
        productId: product.id,
        priceId: price?.id ?? '',
        discountId: discount.id,
        subscriptionId: subscription.id,
        lines: [
          { description: 'Pro', amount: 1000, periodStart: now, periodEnd: null },
          { description: 'Discount: Less', amount: -50, periodStart: null, periodEnd: null },
        ],
        taxAmount: 0,
        currency: 'usd',
        billingReason: 'subscription_create',
        billingName: 'Ada Lovelace',
        billingAddress: address,
        billingTaxId: null,
        metadata: { source: 'test' },
        customFieldData: { size: 'XL' },
        now,
      }),
    );
    const { products: _, ...discountBase } = discount;
    const avatar_url = expect.stringMatching(/\/avatars\/.+\.svg$/);
    const order = await get(seller, id);
    expect(order).toEqual({
      id,
      created_at: now.toISOString(),
      modified_at: null,
      metadata: { source: 'test' },
      custom_field_data: { size: 'XL' },
      amount: 950,
      discount_amount: 50,
      external_id: null,
      is_imported: false,
      withdrawal_waived_at: null,
      subtotal_amount: 950,
      tax_amount: 0,
      total_amount: 950,
      currency: 'usd',
      status: 'paid',
      refunded_amount: 0,
      billing_reason: 'subscription_create',
      lines: [
        { description: 'Pro', amount: 1000, period_start: now.toISOString(), period_end: null },
        { description: 'Discount: Less', amount: -50, period_start: null, period_end: null },
      ],
      invoice_number: expect.stringMatching(/^[A-Z0-9]{2,8}-000001$/),
      billing_name: 'Ada Lovelace',
      billing_address: address,
      customer_id: customer.id,
      product_id: product.id,
      product_price_id: price?.id,
      discount_id: discount.id,
      subscription_id: subscription.id,
      checkout_id: null,
      user_id: customer.id,
      customer: expect.objectContaining({ id: customer.id, email: customer.email, avatar_url }),
      user: {
        id: customer.id,
        email: customer.email,
        public_name: 'b…',
        avatar_url,
        code_host_username: null,
        github_username: null,
      },
      product: {
        id: product.id,
        created_at: product.createdAt.toISOString(),
        modified_at: null,
        name: 'Test Product',
        description: null,
        is_recurring: true,
        is_archived: false,
        organization_id: organizationId,
      },
      product_price: expect.objectContaining({ id: price?.id, price_amount: 1000 }),
      discount: discountBase,
      subscription: {
        id: subscription.id,
        created_at: subscription.createdAt.toISOString(),
        modified_at: null,
        metadata: {},
        amount: 1000,
        currency: 'usd',
        recurring_interval: 'month',
        status: 'active',
        current_period_start: subscription.currentPeriodStart.toISOString(),
        current_period_end: subscription.currentPeriodEnd?.toISOString(),
        cancel_at_period_end: false,
        started_at: subscription.startedAt?.toISOString(),
        ended_at: null,
        canceled_at: null,
        cancellation_reason: null,
        cancellation_comment: null,
        paused_at: null,
        anchor_day: expect.any(Number),
        external_id: null,
        import_hold: null,
        is_held: false,
        next_retry_at: null,
        credit: 0,
        payment_method: null,
        pending_price_id: null,
        customer_id: customer.id,
        product_id: product.id,
        price_id: price?.id,
        discount_id: null,
        checkout_id: null,
        user_id: customer.id,
      },
    });
    expect((await callApi(listOrders, {}, { as: seller })).items).toEqual([order]);
    const events = await db(null).event.findMany({ where: { organizationId, objectId: id } });
    expect(events.map(({ kind, snapshot }) => [kind, snapshot])).toEqual([
      ['order.created', order],
    ]);
  });

  it('says null for what an order does not have', async () => {
    const seller = await makeSeller();
    const { organizationId } = seller;
    const { customer } = await makeSale(organizationId);
    const product = await makeProduct(organizationId, {
      price: { type: 'one_time', amountType: 'free' },
    });
    const { id } = await makeOrder(organizationId, { product, customer });
    expect(await get(seller, id)).toMatchObject({
      amount: 0,
      billing_reason: 'purchase',
      billing_name: null,
      billing_address: null,
      discount_id: null,
      discount: null,
      subscription_id: null,
      subscription: null,
      product_price: { type: 'one_time', amount_type: 'free' },
    });
  });
});

describe('get', () => {
  it('still names the customer and the discount when they are deleted', async () => {
    const seller = await makeSeller();
    const { organizationId } = seller;
    const discount = await callApi(
      createDiscount,
      { body: { name: 'Less', type: 'percentage', basis_points: 500, duration: 'once' } },
      { as: seller },
    );
    const sold = await makeSale(organizationId);
    const { id } = await makeOrder(organizationId, { ...sold, discountId: discount.id });
    await callApi(deleteDiscount, { params: { id: discount.id } }, { as: seller });
    await callApi(deleteCustomer, { params: { id: sold.customer.id } }, { as: seller });
    expect(await get(seller, id)).toMatchObject({
      customer: { id: sold.customer.id },
      discount: { name: 'Less' },
    });
  });

  it('is 404 for an unknown id and for one of another organization', async () => {
    const [seller, foreign] = [await makeSeller(), await makeSeller()];
    const { organizationId } = foreign;
    const { id } = await makeOrder(organizationId, await makeSale(organizationId));
    for (const unknown of [id, seller.organizationId]) {
      const failure = await refusal(getOrder, { params: { id: unknown } }, { as: seller });
      expect([failure.status, failure.error]).toEqual([404, 'ResourceNotFound']);
    }
    expect((await refusal(getOrder, { params: { id: '1' } }, { as: seller })).status).toBe(422);
  });
});
