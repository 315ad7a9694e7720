/** A page of the tour: the name of its screenshot, a heading, and what it is for. */
interface Stop {
  name: string;
  title: string;
  text: string;
}

/** The pages of `docs/tour.md`, in its order. */
export const TOUR: readonly Stop[] = [
  {
    name: 'home',
    title: 'Home',
    text: 'What sold, how that compares with the period before, and what needs attention.',
  },
  {
    name: 'orders',
    title: 'Orders',
    text: 'Every list filters, sorts, exports, and keeps its state in the address.',
  },
  {
    name: 'order',
    title: 'An order',
    text: 'The receipt, the invoice, what the buyer got, and refunds.',
  },
  {
    name: 'subscription',
    title: 'A subscription',
    text: 'Its life cycle, the upcoming charge, and every change with a preview of its effects.',
  },
  {
    name: 'license-key',
    title: 'A license key',
    text: 'Limits, activations, and the result that an app gets when it validates the key.',
  },
  {
    name: 'edit-product',
    title: 'A product',
    text: 'Prices, benefits, images, and custom fields beside a preview of the checkout.',
  },
  {
    name: 'metrics',
    title: 'Metrics',
    text: 'Sixteen figures over time in the time zone of the organization.',
  },
  {
    name: 'settings-appearance',
    title: 'Settings',
    text: 'Profile, invoices, appearance, members, and API tokens.',
  },
  {
    name: 'hosted-checkout',
    title: 'The hosted checkout',
    text: 'Where buyers pay, in the color of the seller.',
  },
  {
    name: 'portal.home',
    title: 'The customer’s portal',
    text: 'Subscriptions, keys, downloads, and invoices of a buyer, behind a mailed link.',
  },
  {
    name: 'invoice',
    title: 'An invoice',
    text: 'Numbered without gaps, as a page and as a PDF.',
  },
];

export const TOUR_VARIANTS = ['light', 'dark', 'phone'] as const;

/** The file of a picture of the tour, below `docs/`. */
export const pictureOf = (name: string, variant: string) => `tour/${name}.${variant}.png`;

/** The text of `docs/tour.md`. */
export function tourMarkdown(): string {
  const stops = TOUR.map(({ name, title, text }) => {
    const [light, dark, phone] = TOUR_VARIANTS.map((variant) => pictureOf(name, variant));
    return `## ${title}

${text}

<img src="${light}" width="600" alt="${title}, light"> <img src="${phone}" width="185" alt="${title}, on a phone">

<img src="${dark}" width="600" alt="${title}, dark">
`;
  });
  return `# Tour

The pages with the demo data. \`npm run screenshots\` takes these pictures and writes this file.

${stops.join('\n')}`;
}
