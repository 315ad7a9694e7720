import type { Page } from 'playwright/test';
import type { PortalSession } from '@/components/hosted-checkout/portal-session';
import type { Checkout } from '@/lib/resources/checkouts/schema';
import { type PageState, pageStatesOf, type Shop, sections } from '../pages';

/** The demo shop, with a checkout in each status. */
export interface DemoShop extends Shop {
  /** Client secrets. */
  secrets: Record<Checkout['status'], string>;
  /** The ids of subscriptions in these states. */
  subscriptions: Record<'past_due' | 'unpaid' | 'canceled', string>;
  /** The customer who has the active subscription: their session in the portal, and an order of theirs. */
  portal: { session: PortalSession; order: string };
}

/** What is taken a picture of. */
export interface Screenshot extends PageState {
  name: string;
  /** Who looks at it. */
  as: 'seller' | 'visitor' | 'customer';
  /** What the page's calls of an address are answered with, instead of the API's own answer. */
  intercept?: { url: string; status: number; json: object };
}

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const FAILURE = {
  error: 'Conflict',
  detail: 'Somebody else has changed it meanwhile.',
  request_id: 'abcdef0123456789',
};
/** On the page and on the confirmation page of a checkout that was declined. */
const DECLINED = 'The payment didn’t go through.';

/** Every page, and the states of pages that the demo data or a failing call brings about. */
export function screenshotsOf(shop: DemoShop): Screenshot[] {
  const pages = sections.flatMap((section) => {
    const as = section === 'visitor' || section === 'buyer' ? 'visitor' : 'seller';
    return pageStatesOf(section, shop).map((state): Screenshot => ({ ...state, as }));
  });
  const at = (page: string) => `/dashboard/${shop.organization}/${page}`;
  const seller = (
    name: string,
    path: string,
    shows: PageState['shows'],
    more: Partial<Screenshot> = {},
  ) => ({
    name,
    as: 'seller' as const,
    path,
    shows,
    ...more,
  });
  const buyer = (
    name: string,
    path: string,
    shows: PageState['shows'],
    more: Partial<Screenshot> = {},
  ) => ({
    ...seller(name, `/checkout/${path}`, shows, more),
    as: 'visitor' as const,
  });
  const { open, confirmed, succeeded, failed, expired } = shop.secrets;
  return [
    { ...seller('link-unknown', '/buy/td_cl_unknown', 'This link does not exist.'), as: 'visitor' },
    ...pages,
    buyer('sign-up.problems', '', 'Have an account?', {
      path: '/sign-up',
      prepare: (page) => submit(page, 'Create account'),
    }),
    buyer('not-found', '', 'This page does not exist.', { path: '/nothing-here' }),
    seller('foreign-organization', '/dashboard/somebody-elses', 'You are not in an organization'),
    seller('orders.no-match', at('orders?query=nobody'), 'Nothing matches these filters.'),
    seller('orders.past-the-end', at('orders?page=99'), 'Page 99 is past the end.'),
    seller('orders.invalid', at('orders?sorting=nonsense'), 'This link’s sort is unknown.'),
    seller('orders.menu', at('orders'), /^1-/, {
      prepare: (page) =>
        page.locator('main button[aria-haspopup=menu]').filter({ visible: true }).first().click(),
    }),
    seller('license-key.limits', at(`license-keys/${shop.licenseKey}`), 'Validation result', {
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Edit limits' }).first().click();
        await page.getByRole('dialog').waitFor();
      },
    }),
    ...subscriptionShots(shop, at, seller),
    ...portalShots(shop),
    seller('order.unknown', at(`orders/${UNKNOWN}`), 'Order not found'),
    seller('order.failure', at(`orders/${shop.order}`), 'Could not load this order.', {
      intercept: { url: `**/v1/orders/${shop.order}`, status: 409, json: FAILURE },
    }),
    seller('order.error', at(`orders/${shop.order}`), 'Something went wrong.', {
      intercept: { url: `**/v1/orders/${shop.order}`, status: 200, json: {} },
    }),
    seller('new-product.problems', at('products/new'), 'What the buyer sees', {
      prepare: (page) => submit(page, 'Create product'),
    }),
    buyer('hosted-checkout.problems', open, 'Card number', {
      prepare: (page) => submit(page, /^(Subscribe|Pay|Get)/),
    }),
    buyer('hosted-checkout.confirmed', confirmed, 'Confirming your payment'),
    buyer('hosted-checkout.succeeded', succeeded, 'This purchase is complete.'),
    buyer('hosted-checkout.failed', failed, DECLINED),
    buyer('hosted-checkout.expired', expired, 'This checkout has expired.'),
    buyer('hosted-checkout.unknown', 'td_c_unknown', 'This checkout does not exist.'),
    buyer('hosted-confirmation.open', `${open}/confirmation`, 'This checkout is not paid yet.'),
    buyer('hosted-confirmation.confirmed', `${confirmed}/confirmation`, 'Confirming your payment'),
    buyer('hosted-confirmation.failed', `${failed}/confirmation`, DECLINED),
    buyer('hosted-confirmation.expired', `${expired}/confirmation`, 'This checkout has expired.'),
  ];
}

type Take = (
  name: string,
  path: string,
  shows: PageState['shows'],
  more?: Partial<Screenshot>,
) => Screenshot;

/** The states of a subscription, and the dialogs of its actions. */
function subscriptionShots(shop: DemoShop, at: (page: string) => string, take: Take): Screenshot[] {
  const { past_due, unpaid, canceled } = shop.subscriptions;
  const pageOf = (id: string) => at(`subscriptions/${id}`);
  const action = (name: string, id: string, open: (page: Page) => Promise<void>) =>
    take(`subscription.${name}`, pageOf(id), 'History', {
      prepare: async (page) => {
        await open(page);
        await page.locator('[role$=dialog]').getByRole('button').first().waitFor();
      },
    });
  const fromMenu = (item: string | RegExp) => async (page: Page) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click();
  return [
    take('subscription.past-due', pageOf(past_due), 'attempt'),
    take('subscription.unpaid', pageOf(unpaid), 'Retry payment'),
    take('subscription.canceled', pageOf(canceled), 'No upcoming charge. The subscription ended'),
    take('subscription.menu', pageOf(shop.subscription), 'History', {
      prepare: press('More actions'),
    }),
    action('change-price', shop.subscription, press('Change price')),
    action('set-discount', shop.subscription, fromMenu(/^(Set|Replace) discount/)),
    action('cancel', shop.subscription, fromMenu('Cancel at period end')),
    action('cancel-now', shop.subscription, fromMenu('Cancel now')),
    action('pause', shop.subscription, fromMenu('Pause')),
    action('another-card', past_due, press('Update payment method')),
    action('retry', past_due, press('Retry payment')),
  ];
}

/** The portal: the pages of a signed-in customer with their dialogs, and the steps of the sign-in. */
function portalShots({ organization, portal, subscription }: DemoShop): Screenshot[] {
  const shot = (
    name: string,
    path: string,
    shows: PageState['shows'],
    more: Partial<Screenshot> = {},
  ): Screenshot => ({
    name: `portal.${name}`,
    as: 'customer',
    path: `/portal/${organization}${path}`,
    shows,
    ...more,
  });
  const opening = (button: string) => ({
    prepare: async (page: Page) => {
      await page.getByRole('button', { name: button }).first().click();
      await page.locator('[role$=dialog]').getByRole('button').first().waitFor();
    },
  });
  const ofSubscription = `/subscriptions/${subscription}`;
  return [
    shot('home', '', 'Next charge'),
    shot('profile', '/profile', 'Your details'),
    shot('order', `/orders/${portal.order}`, 'Invoice'),
    shot('subscription', ofSubscription, 'Payments'),
    shot('cancel', ofSubscription, 'Payments', opening('Cancel subscription')),
    shot('card', ofSubscription, 'Payments', opening('Update payment method')),
    shot('check-mail', '', 'See your purchases', {
      as: 'visitor',
      prepare: async (page) => {
        await page.getByLabel('Email').fill('nobody@example.com');
        await page.getByRole('button', { name: 'Send link and code' }).click();
        await page.getByText('Check your email').first().waitFor();
      },
    }),
  ];
}

/** Submits an empty form. */
async function submit(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
}
