import type { PreparedDocuments } from '@/bench/documents';

type Document = Record<string, unknown> & { id: string };

const omit = (document: Document, ...names: string[]) =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
const pick = (document: Document, ...names: string[]) =>
  Object.fromEntries(Object.entries(document).filter(([name]) => names.includes(name)));

const PRODUCT_PARTS = ['prices', 'benefits', 'medias', 'attached_custom_fields', 'metadata'];
const BENEFIT_PARTS = ['properties', 'is_tax_applicable', 'connection_status'];
const CHECKOUT_DISCOUNT =
  'id name code duration duration_in_months type amount currency basis_points';

/** Reads the documents that the baseline serves from memory, as the product prints them. */
export async function readPreparedDocuments(
  origin: string,
  token: string,
): Promise<PreparedDocuments> {
  const list = async (path: string): Promise<Document[]> => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${origin}${path}?limit=100`, { headers });
    return ((await answer.json()) as { items: Document[] }).items;
  };
  // Other objects embed products without what is left to grant.
  const products = (await list('/v1/products/')).map(
    (product) => omit(product, 'grants_pending') as Document,
  );
  const discounts = await list('/v1/discounts/');
  const [organization] = await list('/v1/organizations/');
  const by = (documents: Document[], print: (document: Document) => unknown) =>
    new Map(documents.map((document) => [document.id, JSON.stringify(print(document))]));
  const settings =
    organization &&
    pick(
      organization,
      'profile_settings',
      'feature_settings',
      'subscription_settings',
      'notification_settings',
      'checkout_settings',
    );
  return {
    origin,
    organization: by(organization ? [organization] : [], (one) => one),
    settings: JSON.stringify(settings).slice(1, -1),
    product: by(products, (product) => product),
    orderProduct: by(products, (product) => omit(product, ...PRODUCT_PARTS)),
    checkoutProduct: by(products, (product) => ({
      ...omit(product, 'metadata', 'attached_custom_fields'),
      benefits: (product.benefits as Document[]).map((one) => omit(one, ...BENEFIT_PARTS)),
    })),
    fields: by(products, (product) => product.attached_custom_fields),
    price: by(
      products.flatMap((product) => product.prices as Document[]),
      (price) => price,
    ),
    discount: by(discounts, (discount) => omit(discount, 'products')),
    checkoutDiscount: by(discounts, (discount) => pick(discount, ...CHECKOUT_DISCOUNT.split(' '))),
  };
}
