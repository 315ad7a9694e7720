import { describe, expect, it } from 'vitest';
import { prisma } from '@/lib/database/connection/client';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCustomField } from '@/lib/resources/custom-fields/contract';
import { createDiscount } from '@/lib/resources/discounts/contract';
import { createProduct, updateProductBenefits } from '@/lib/resources/products/contract';
import { getSubscription, listSubscriptions } from '@/lib/resources/subscriptions/contract';
import { callApi, refusal } from '@/testing/call-api';
import {
  makeCustomer,
  makeFile,
  makeSeller,
  makeSold,
  makeSubscription,
} from '@/testing/factories';

describe('get', () => {
  it('shows every field of the contract, with all that the product has', async () => {
    const as = await makeSeller();
    const field = await callApi(
      createCustomField,
      { body: { type: 'text', slug: 'size', name: 'Size', properties: {} } },
      { as },
    );
    const file = await makeFile(as.organizationId);
    const benefit = await callApi(
      createBenefit,
      { body: { type: 'custom', description: 'A letter', properties: { note: 'Hello' } } },
      { as },
    );
    const { id } = await callApi(
      createProduct,
      {
        body: {
          name: 'Membership',
          metadata: { tier: 1 },
          medias: [file.id],
          attached_custom_fields: [{ custom_field_id: field.id, required: true }],
          prices: [
            {
              type: 'recurring',
              amount_type: 'fixed',
              price_amount: 900,
              recurring_interval: 'month',
            },
          ],
        },
      },
      { as },
    );
    const product = await callApi(
      updateProductBenefits,
      { params: { id }, body: { benefits: [benefit.id] } },
      { as },
    );
    const discount = await callApi(
      createDiscount,
      { body: { name: 'Less', code: 'LESS', type: 'fixed', amount: 100, duration: 'once' } },
      { as },
    );
    const prices = await prisma().price.findMany({ where: { productId: id } });
    const customer = await makeCustomer(as.organizationId, { email: 'zed@example.com' });
    const row = await makeSubscription(as.organizationId, {
      product: { ...(await prisma().product.findUniqueOrThrow({ where: { id } })), prices },
      customer,
      discountId: discount.id,
    });

    const subscription = await callApi(getSubscription, { params: { id: row.id } }, { as });
    const keys = (value: object | null) => Object.keys(value ?? {}).sort();
    expect(keys(subscription)).toEqual([
      'amount',
      'cancel_at_period_end',
      'checkout_id',
      'created_at',
      'currency',
      'current_period_end',
      'current_period_start',
      'custom_field_data',
      'customer',
      'customer_id',
      'discount',
      'discount_id',
      'ended_at',
      'id',
      'metadata',
      'modified_at',
      'price',
      'price_id',
      'product',
      'product_id',
      'recurring_interval',
      'started_at',
      'status',
      'user',
      'user_id',
    ]);
    expect(subscription.product).toEqual(product);
    expect(keys(subscription.product)).toEqual([
      'attached_custom_fields',
      'benefits',
      'created_at',
      'description',
      'id',
      'is_archived',
      'is_recurring',
      'medias',
      'metadata',
      'modified_at',
      'name',
      'organization_id',
      'prices',
    ]);
    expect(subscription.product.benefits[0]).toMatchObject({ properties: { note: 'Hello' } });
    expect(subscription.product.medias[0]?.id).toBe(file.id);
    expect(subscription.product.attached_custom_fields[0]).toEqual({
      custom_field_id: field.id,
      custom_field: field,
      order: 0,
      required: true,
    });
    expect(subscription.price).toEqual(product.prices[0]);
    expect(keys(subscription.price)).toEqual([
      'amount_type',
      'created_at',
      'id',
      'is_archived',
      'modified_at',
      'price_amount',
      'price_currency',
      'product_id',
      'recurring_interval',
      'trial_days',
      'type',
    ]);
    expect(keys(subscription.discount)).toEqual([
      'amount',
      'code',
      'created_at',
      'currency',
      'duration',
      'ends_at',
      'id',
      'max_redemptions',
      'metadata',
      'modified_at',
      'name',
      'organization_id',
      'redemptions_count',
      'starts_at',
      'type',
    ]);
    expect(keys(subscription.customer)).toEqual([
      'avatar_url',
      'billing_address',
      'created_at',
      'email',
      'email_verified',
      'id',
      'metadata',
      'modified_at',
      'name',
      'organization_id',
      'tax_id',
    ]);
    expect(subscription.user).toEqual({
      id: customer.id,
      email: 'zed@example.com',
      public_name: 'z…',
      avatar_url: subscription.customer.avatar_url,
      code_host_username: null,
      github_username: null,
    });
    const { items } = await callApi(listSubscriptions, { query: { product_id: [id] } }, { as });
    expect(items).toEqual([subscription]);
  });

  it('is 404 for an unknown id and for one of another organization', async () => {
    const [seller, foreign] = [await makeSeller(), await makeSeller()];
    const { id } = await makeSubscription(
      foreign.organizationId,
      await makeSold(foreign.organizationId),
    );
    for (const unknown of [id, seller.organizationId]) {
      const failure = await refusal(getSubscription, { params: { id: unknown } }, { as: seller });
      expect([failure.status, failure.error]).toEqual([404, 'ResourceNotFound']);
    }
    const malformed = await refusal(getSubscription, { params: { id: '1' } }, { as: seller });
    expect(malformed.status).toBe(422);
  });
});
