import type { ApiError } from '@/lib/contract/errors';
import type { LinkOffer } from '@/lib/resources/checkout-links/service';
import { ownPicture } from '@/lib/resources/files/service';
import { html, Markup, type PlainPage } from '@/lib/server/plain-page';
import { RefusedOffer } from '@/lib/workflows/open-checkout-link';

// What the address of a checkout link says where it leads to no checkout.

/** Icons of lucide: search-x, circle-slash, hourglass. */
const ICONS = {
  unknown: '<path d="m13.5 8.5-5 5M8.5 8.5l5 5M21 21l-4.3-4.3"/><circle cx="11" cy="11" r="8"/>',
  ended: '<circle cx="12" cy="12" r="10"/><path d="m9 15 6-6"/>',
  wait: '<path d="M5 22h14M5 2h14M17 22v-4.172a2 2 0 0 0-.586-1.414L12 12l-4.414 4.414A2 2 0 0 0 7 17.828V22M7 2v4.172a2 2 0 0 0 .586 1.414L12 12l4.414-4.414A2 2 0 0 0 17 6.172V2"/>',
};

/** The page of an error; an unexpected one is given as a fault. */
export function errorPage(error: ApiError): PlainPage {
  const seller = error instanceof RefusedOffer ? error.offer.product.organization : null;
  switch (error.name) {
    case 'ResourceNotFound':
      return notice({
        icon: 'unknown',
        title: 'This link does not exist.',
        text: html`<p>It may be incomplete or no longer in use. Open it again from where you got it, or ask the seller for a new one.</p>`,
      });
    case 'ResourceUnavailable':
      return endedPage(error);
    case 'NotPermitted':
      return notice({
        seller,
        icon: 'ended',
        title: 'This seller takes no new orders.',
        text: html`<p>The shop is closing. Purchases from before are in the <a href="/portal/${seller?.slug ?? ''}">customer portal</a>.</p>`,
      });
    case 'TooManyRequests':
      return notice({
        seller,
        icon: 'wait',
        title: 'Too many checkouts were opened from your network.',
        text: html`<p>Wait a minute, then try again.</p>${TRY_AGAIN}`,
      });
    default:
      return notice({
        icon: 'wait',
        title: 'This checkout cannot be opened right now.',
        text: html`<p>Try again in a moment.</p>${TRY_AGAIN}`,
      });
  }
}

/**
 * What a crawler reads, and what a browser has loaded in advance: with `isReloading` it asks again once it
 * shows the page.
 */
export function offerPage(
  { product: { name, organization } }: LinkOffer,
  { isReloading }: { isReloading: boolean },
): PlainPage {
  return notice({
    title: name,
    head: html`
    <meta property="og:title" content="${name}">
    <meta property="og:site_name" content="${organization.name}">${isReloading ? RELOAD : null}`,
    seller: organization,
    text: html`<p><a class="action" href="">Continue to checkout</a></p>`,
  });
}

const RELOAD = html`
    <meta http-equiv="refresh" content="0">`;

const TRY_AGAIN = html`<p><a class="action" href="">Try again</a></p>`;

function endedPage(error: ApiError): PlainPage {
  const product = error instanceof RefusedOffer ? error.offer.product : null;
  const email = product?.organization.email;
  return notice({
    seller: product?.organization ?? null,
    icon: 'ended',
    title: 'This offer has ended.',
    text: html`<p>${product?.name ?? 'This product'} is no longer for sale here. See the seller’s site for what is offered now.</p>${
      email
        ? html`<p>Questions? Write to ${product.organization.name}: <a href="mailto:${email}">${email}</a></p>`
        : null
    }`,
  });
}

function notice({
  icon,
  title,
  text,
  head = null,
  seller = null,
}: {
  icon?: keyof typeof ICONS;
  title: string;
  text: Markup;
  head?: Markup | null;
  /** Null where the link is unknown. */
  seller?: Seller | null;
}): PlainPage {
  const body = html`${seller?.isSandbox ? SANDBOX : null}
    <main>${seller ? markOf(seller) : null}${icon ? drawing(ICONS[icon]) : null}
      <h1>${title}</h1>
      ${text}
    </main>
    <footer>${LOGO}Sold with Tilldesk</footer>
  `;
  return { title, head, body };
}

type Seller = LinkOffer['product']['organization'];

/** The seller's picture, where it is of this site, else the first letter of the name, and the name. */
function markOf({ name, avatarUrl }: Seller): Markup {
  const picture = ownPicture(avatarUrl);
  const mark = picture
    ? html`<img class="mark" src="${picture}" alt="">`
    : html`<span class="mark" aria-hidden="true">${[...name.trim()][0]?.toUpperCase() ?? ''}</span>`;
  return html`
      <p class="seller">${mark}<span>${name}</span></p>`;
}

const LOGO = html`<img src="/icon.svg" alt="" width="16" height="16">`;

const SANDBOX = html`
    <header><strong>Sandbox.</strong> No real money moves.</header>`;

function drawing(shapes: string): Markup {
  return html`
      <svg class="icon" aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${new Markup(shapes)}</svg>`;
}
