import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  BENEFITS,
  type BenefitName,
  CHECKOUT_LINKS,
  CUSTOM_FIELDS,
  DISCOUNTS,
  PRODUCTS,
} from '@/demo/catalogue';
import { emblem } from '@/demo/emblems';
import { coverPicture } from '@/demo/picture';
import type { Random } from '@/demo/random';
import { db } from '@/lib/database/connection/client';
import type { Discount, Prisma } from '@/lib/database/generated/client';
import { rulesOf } from '@/lib/resources/benefits/rules';
import { env } from '@/lib/runtime/env';

const DAY = 86_400_000;

/** What the demo sells, as far as its sales need to know. */
export interface Catalogue {
  organizationId: string;
  products: SoldProduct[];
  discounts: Discount[];
  grantProperties(benefit: SoldBenefit, campaignId: string): Prisma.InputJsonObject;
}

export type SoldProduct = Prisma.ProductGetPayload<{ include: { prices: true } }> & {
  weight: number;
  granted: SoldBenefit[];
};

export interface SoldBenefit {
  id: string;
  type: Prisma.BenefitCreateManyInput['type'];
  properties: Prisma.JsonValue;
  limits: {
    prefix: string | null;
    activations: number | null;
    usage: number | null;
    isYearly: boolean;
  };
}

/** Writes the demo's products with everything that hangs on them. */
export async function makeCatalogue(
  organizationId: string,
  random: Random,
  now: Date,
): Promise<Catalogue> {
  const openedAt = new Date(now.getTime() - 370 * DAY);
  const id = () => random.id(openedAt);
  const base = { organizationId, createdAt: openedAt };

  const benefits = new Map<BenefitName, SoldBenefit>();
  for (const [name, input] of Object.entries(BENEFITS)) {
    const { properties, ...rest } = input;
    const row = await db(null).benefit.create({
      data: { id: id(), ...base, ...rest, properties: properties as Prisma.InputJsonObject },
    });
    benefits.set(name as BenefitName, { ...row, limits: limitsOf(properties) });
  }
  const fields = new Map<string, string>();
  for (const input of CUSTOM_FIELDS) {
    const row = await db(null).customField.create({ data: { id: id(), ...base, ...input } });
    fields.set(row.slug, row.id);
  }
  const discounts: Discount[] = [];
  for (const { startsIn, endsIn, ...input } of DISCOUNTS) {
    const inDays = (days: number | undefined) =>
      days === undefined ? null : new Date(now.getTime() + days * DAY);
    const dates = { startsAt: inDays(startsIn), endsAt: inDays(endsIn) };
    discounts.push(
      await db(null).discount.create({ data: { id: id(), ...base, ...input, ...dates } }),
    );
  }
  const products: SoldProduct[] = [];
  for (const input of PRODUCTS) {
    const type = input.prices.some(({ recurringInterval }) => recurringInterval)
      ? 'recurring'
      : 'one_time';
    const picture = await makePicture(organizationId, id(), openedAt, input);
    const product = await db(null).product.create({
      data: {
        id: id(),
        ...base,
        name: input.name,
        description: input.description,
        isRecurring: type === 'recurring',
        isArchived: input.isArchived ?? false,
        prices: {
          create: input.prices.map((price, position) => ({
            id: id(),
            ...base,
            position,
            type,
            ...price,
          })),
        },
        medias: { create: { organizationId, fileId: picture, position: 0 } },
        benefits: {
          create: input.benefits.map((name, position) => ({
            organizationId,
            position,
            benefitId: benefits.get(name)?.id ?? '',
          })),
        },
        customFields: {
          create: (input.fields ?? []).map((slug, position) => ({
            organizationId,
            position,
            required: slug.endsWith('!'),
            customFieldId: fields.get(slug.replace('!', '')) ?? '',
          })),
        },
      },
      include: { prices: true },
    });
    const granted = input.benefits.flatMap((name) => benefits.get(name) ?? []);
    products.push({ ...product, weight: input.weight, granted });
  }
  return {
    organizationId,
    products,
    discounts,
    grantProperties: (benefit, campaignId) =>
      rulesOf(benefit).grant(benefit.properties, campaignId) as Prisma.InputJsonObject,
  };
}

/** The rows of the demo's checkout links; made last, so that all before them keeps its random values. */
export function checkoutLinks(
  { organizationId, products }: Catalogue,
  random: Random,
  now: Date,
): (Prisma.CheckoutLinkCreateManyInput & { createdAt: Date })[] {
  const live = products.filter(({ isArchived }) => !isArchived);
  return CHECKOUT_LINKS.flatMap(({ label, daysAgo }, index) => {
    const product = live[index];
    if (!product) return [];
    const createdAt = new Date(now.getTime() - daysAgo * DAY);
    const clientSecret = `td_cl_${random.text(43)}`;
    const id = random.id(createdAt);
    return [{ id, organizationId, createdAt, clientSecret, label, productId: product.id }];
  });
}

function limitsOf(properties: object): SoldBenefit['limits'] {
  const { prefix, activations, limit_usage, expires } = properties as {
    prefix?: string | null;
    activations?: { limit: number } | null;
    limit_usage?: number | null;
    expires?: object | null;
  };
  return {
    prefix: prefix ?? null,
    activations: activations?.limit ?? null,
    usage: limit_usage ?? null,
    isYearly: Boolean(expires),
  };
}

/** Writes a product's picture, file and row; answers its id. */
export async function makePicture(
  organizationId: string,
  id: string,
  lastModifiedAt: Date,
  { name, picture }: Pick<(typeof PRODUCTS)[number], 'name' | 'picture'>,
): Promise<string> {
  const bytes = coverPicture(picture.ground, emblem(picture.emblem, picture.colors));
  const folder = path.resolve(env().DATA_DIR, 'files');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, id), bytes);
  await db(null).file.create({
    data: {
      id,
      organizationId,
      // Not earlier: the sweep of a running product removes older pictures that no product shows yet.
      createdAt: new Date(),
      lastModifiedAt,
      service: 'product_media',
      isUploaded: true,
      mimeType: 'image/png',
      name: `${name.toLowerCase().replace(/\W+/g, '-')}.png`,
      path: `files/${id}`,
      size: bytes.length,
    },
  });
  return id;
}
