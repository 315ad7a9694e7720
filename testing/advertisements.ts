import { GET as openClick } from '@/app/ads/[id]/click/route';
import { GET as openImage } from '@/app/ads/[id]/images/[image]/route';
import { GET as openFeed } from '@/app/ads/[id]/route';
import { GET as openView } from '@/app/ads/[id]/view.gif/route';
import { listCustomerBenefitGrants } from '@/lib/resources/benefit-grants/contract';
import { createBenefit } from '@/lib/resources/benefits/contract';
import { createCustomerSession } from '@/lib/resources/customer-sessions/contract';
import { updateProductBenefits } from '@/lib/resources/products/contract';
import { type Actor, callApi } from '@/testing/call-api';
import { buyer, confirm, free, makeCheckout, makeProduct } from '@/testing/shop';

/** An ads benefit for pictures of 20 × 10, and a free product that has it. */
export async function makeAds(as: Actor) {
  const properties = { image_width: 20, image_height: 10 };
  const benefit = await callApi(
    createBenefit,
    { body: { type: 'ads', description: 'Banner on our site', properties } },
    { as },
  );
  const product = await makeProduct(as, free);
  await callApi(
    updateProductBenefits,
    { params: { id: product.id }, body: { benefits: [benefit.id] } },
    { as },
  );
  return { benefit, product };
}

/** A customer who buys a product with an ads benefit, with a session of the portal and the campaign. */
export async function buyAds(as: Actor, product: { id: string }, customer_email: string) {
  const bought = await confirm(await makeCheckout(as, product.id), buyer({ customer_email }));
  const customerId = bought.customer_id ?? '';
  const session = await callApi(
    createCustomerSession,
    { body: { customer_id: customerId } },
    { as },
  );
  const { items } = await callApi(
    listCustomerBenefitGrants,
    { query: { type: ['ads'] } },
    { as: session },
  );
  const properties = items[0]?.properties as { advertisement_campaign_id: string };
  return { id: properties.advertisement_campaign_id, session, customerId, checkout: bought };
}

/** Requests to what everybody may open of advertisements. */
export const open = {
  feed: (file: string, headers: Record<string, string> = {}) =>
    openFeed(new Request(`http://localhost:3000/ads/${file}`, { headers }), {
      params: Promise.resolve({ id: file }),
    }),
  view: (id: string, init: RequestInit = BROWSER) =>
    openView(new Request(`http://localhost:3000/ads/${id}/view.gif`, init), {
      params: Promise.resolve({ id }),
    }),
  click: (id: string, init: RequestInit = BROWSER) =>
    openClick(new Request(`http://localhost:3000/ads/${id}/click`, init), {
      params: Promise.resolve({ id }),
    }),
  image: (url: string) => {
    const [, id = '', image = ''] = /\/ads\/([^/]+)\/images\/([^/]+)$/.exec(url) ?? [];
    return openImage(new Request(url), { params: Promise.resolve({ id, image }) });
  },
};

const BROWSER: RequestInit = {
  headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140' },
};
