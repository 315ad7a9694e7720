import { BENEFITS, CUSTOM_FIELDS } from '@/demo/catalogue';
import type { Color } from '@/demo/emblems';
import type { Random } from '@/demo/random';
import { makePicture } from '@/demo/shop';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import { db } from '@/lib/database/connection/client';
import type { Prisma } from '@/lib/database/generated/client';
import { rulesOf } from '@/lib/resources/benefits/rules';

/** Each gives three products: one to own, one to subscribe to, and one for teams. */
const FAMILIES = [
  ['Ledgerline', 'Books and invoices for small studios.', 1900],
  ['Fieldnote', 'Notes that find each other again.', 900],
  ['Pagecraft', 'Layouts for print and for screens.', 2400],
  ['Soundbench', 'Cut, clean and master spoken word.', 2900],
  ['Mapwright', 'Draw maps that people can read.', 1500],
  ['Signalroom', 'Watch your servers without a screen full of charts.', 3900],
  ['Typefold', 'Font files, sorted, tested and at hand.', 700],
  ['Lensworks', 'Develop photographs as you see them.', 1200],
] as const;

const COLORS: readonly (readonly [ground: Color, ink: Color])[] = [
  [
    [247, 243, 234],
    [24, 92, 104],
  ],
  [
    [38, 45, 52],
    [247, 243, 234],
  ],
  [
    [92, 110, 66],
    [247, 243, 234],
  ],
  [
    [247, 243, 234],
    [166, 82, 46],
  ],
];

const EMBLEMS = ['check', 'book', 'card', 'dots', 'code', 'envelope', 'heart'] as const;

type PriceInput = Pick<
  Prisma.PriceCreateManyInput,
  'amountType' | 'amount' | 'recurringInterval' | 'trialDays' | 'minimumAmount' | 'presetAmount'
>;

/** From which prices a purchase of each kind takes one. */
export type Pool = 'month' | 'year' | 'trial' | 'free' | 'one_time';

/** What the sales at scale need to know of what is sold. */
export interface ScaleCatalogue {
  prices: { pool: Pool; price_id: string; product_id: string; asks_seats: boolean }[];
  benefits: { id: string; properties: object }[];
  /** Those that buyers used. */
  discounts: string[];
  /** The slug of the custom field that asks for seats. */
  seats: string;
}

/**
 * Writes what an organization at scale sells: 29 products with every kind of price and benefit.
 * `round` counts the times that it was done there: codes and slugs are unique in an organization.
 */
export async function makeScaleCatalogue(
  organizationId: string,
  random: Random,
  createdAt: Date,
  round: number,
): Promise<ScaleCatalogue> {
  const base = { organizationId, createdAt };
  const id = () => random.id(createdAt);
  const again = round === 1 ? '' : `-${round}`;

  const benefits: (Prisma.BenefitCreateManyInput & { id: string })[] = [];
  const benefit = (input: Omit<Prisma.BenefitCreateManyInput, 'id' | 'organizationId'>) => {
    const row = { id: id(), ...base, ...input };
    benefits.push(row);
    return row.id;
  };
  const community = benefit(BENEFITS.community);
  const source = benefit(BENEFITS.source);
  const sponsor = benefit(BENEFITS.sponsor);
  const thanks = benefit(BENEFITS.thanks);
  const downloads = benefit({
    ...BENEFITS.downloads,
    properties: { archived: {}, files: [] },
  });

  const fields = CUSTOM_FIELDS.map((field) => ({
    id: id(),
    ...base,
    ...field,
    slug: `${field.slug}${again}`,
  }));
  const seats = fields.find(({ type }) => type === 'number');
  const use = fields.find(({ type }) => type === 'select');

  const products: Prisma.ProductCreateManyInput[] = [];
  const prices: (Prisma.PriceCreateManyInput & { id: string })[] = [];
  const given: Prisma.ProductBenefitCreateManyInput[] = [];
  const medias: Prisma.ProductMediaCreateManyInput[] = [];
  const asked: Prisma.ProductCustomFieldCreateManyInput[] = [];
  const sell = (
    name: string,
    description: string,
    what: { prices: PriceInput[]; benefits: string[]; picture?: string; isArchived?: boolean },
  ) => {
    const productId = id();
    const isRecurring = what.prices.some(({ recurringInterval }) => recurringInterval);
    const { isArchived = false } = what;
    products.push({ id: productId, ...base, name, description, isRecurring, isArchived });
    what.prices.forEach((price, position) => {
      const type = isRecurring ? 'recurring' : 'one_time';
      prices.push({ id: id(), ...base, productId, position, type, ...price });
    });
    what.benefits.forEach((benefitId, position) => {
      given.push({ organizationId, productId, benefitId, position });
    });
    if (what.picture) medias.push({ organizationId, productId, fileId: what.picture, position: 0 });
    const ask = (field: { id: string } | undefined, required: boolean) => {
      if (field)
        asked.push({ organizationId, productId, customFieldId: field.id, required, position: 0 });
    };
    if (name.endsWith('Teams')) ask(seats, true);
    else if (isRecurring) ask(use, false);
    return productId;
  };

  const fixed = (amount: number, more: Omit<PriceInput, 'amountType'> = {}): PriceInput => ({
    amountType: 'fixed',
    amount,
    ...more,
  });
  for (const [nth, [name, description, amount]] of FAMILIES.entries()) {
    const [ground, ink] = COLORS[nth % COLORS.length] as (typeof COLORS)[number];
    const emblem = EMBLEMS[nth % EMBLEMS.length] as (typeof EMBLEMS)[number];
    const picture = await makePicture(organizationId, id(), createdAt, {
      name,
      picture: { emblem, ground, colors: [ink, ground, ink] },
    });
    const keyOf = (limit: number) =>
      benefit({
        type: 'license_keys',
        description: `${name} license, ${limit} machines`,
        properties: {
          prefix: nth % 4 === 3 ? null : name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '-'),
          expires: nth % 4 === 2 ? { ttl: 1, timeframe: 'year' } : null,
          activations: { limit, enable_customer_admin: true },
          limit_usage: nth % 4 === 1 ? 10_000 : null,
        },
      });
    const key = keyOf(3);
    sell(name, description, { picture, prices: [fixed(amount * 4)], benefits: [key] });
    sell(`${name} Plus`, `${description} With sync and history.`, {
      picture,
      prices: [
        fixed(amount, { recurringInterval: 'month' }),
        fixed(amount * 10, { recurringInterval: 'year' }),
      ],
      benefits: nth % 2 === 0 ? [key] : [thanks],
    });
    sell(`${name} Teams`, `${description} For a whole team.`, {
      picture,
      prices: [
        fixed(amount * 3, { recurringInterval: 'month', trialDays: 14 }),
        fixed(amount * 30, { recurringInterval: 'year' }),
      ],
      benefits: nth % 2 === 0 ? [community] : [keyOf(25)],
    });
  }
  const free = { amountType: 'free', recurringInterval: 'year' } as const;
  sell('Open Letter', 'A letter every Friday.', { prices: [free], benefits: [thanks] });
  sell('Letter Sponsor', 'Your logo in four letters a month.', {
    prices: [fixed(20_000, { recurringInterval: 'month' })],
    benefits: [sponsor],
  });
  sell('Source Access', 'Read the source and build it yourself.', {
    prices: [fixed(24_000, { recurringInterval: 'year' })],
    benefits: [source],
  });
  sell('Template Collection', 'Pay what you want, from $5.', {
    prices: [{ amountType: 'custom', minimumAmount: 500, presetAmount: 1500 }],
    benefits: [downloads],
  });
  const retired = sell('Ledgerline 1 (retired)', 'The first version.', {
    prices: [fixed(2900)],
    benefits: [],
    isArchived: true,
  });

  const discounts = discountsOf(again).map((discount) => ({ id: id(), ...base, ...discount }));
  const client = db(null);
  await client.$transaction([
    client.benefit.createMany({ data: benefits }),
    client.customField.createMany({ data: fields }),
    client.discount.createMany({ data: discounts }),
    client.product.createMany({ data: products }),
    client.price.createMany({ data: prices }),
    client.productMedia.createMany({ data: medias }),
    client.productBenefit.createMany({ data: given }),
    client.productCustomField.createMany({ data: asked }),
  ]);

  return {
    prices: prices
      .filter(({ productId }) => productId !== retired)
      .map((price) => ({
        pool: poolOf(price),
        price_id: price.id,
        product_id: price.productId,
        asks_seats: asked.some((row) => row.productId === price.productId && row.required),
      })),
    benefits: benefits.map(({ id, type, properties }) => ({
      id,
      properties: rulesOf({ type }).grant(properties, id),
    })),
    discounts: discounts.filter(({ startsAt }) => startsAt === undefined).map(({ id }) => id),
    seats: seats?.slug ?? '',
  };
}

function poolOf({ amountType, recurringInterval, trialDays }: PriceInput): Pool {
  if (!recurringInterval) return 'one_time';
  if (amountType === 'free') return 'free';
  return trialDays ? 'trial' : recurringInterval;
}

type DiscountInput = Omit<Prisma.DiscountCreateManyInput, 'id' | 'organizationId'>;

function discountsOf(again: string): DiscountInput[] {
  const code = (text: string) => `${text}${again}`;
  const percentage = { type: 'percentage', duration: 'once' } as const;
  return [
    { ...percentage, name: 'First order', code: code('HELLO'), basisPoints: 1000 },
    {
      ...percentage,
      name: 'Friends',
      code: code('ALWAYS15'),
      basisPoints: 1500,
      duration: 'forever',
    },
    {
      ...percentage,
      name: 'Half a year',
      code: code('HALF6'),
      basisPoints: 5000,
      duration: 'repeating',
      durationInMonths: 6,
    },
    { ...percentage, name: 'By hand, for support', code: null, basisPoints: 3333 },
    {
      name: 'Five off',
      code: code('FIVE'),
      type: 'fixed',
      duration: 'once',
      amount: 500,
      currency: DEFAULT_CURRENCY,
    },
    {
      ...percentage,
      name: 'Next winter',
      code: code('WINTER'),
      basisPoints: 2500,
      startsAt: new Date('2099-12-01T00:00:00Z'),
      maxRedemptions: 100,
    },
  ];
}
