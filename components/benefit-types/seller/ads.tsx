import { Advertisements } from '@/components/advertisements/advertisements';
import type { SellerType } from '@/components/benefit-types/seller/seller-type';
import { NumberField } from '@/components/form/number-fields';

export interface AdsValues {
  image_width: number | null;
  image_height: number | null;
}

const WORDS = {
  help: 'Space for your customer’s ad.',
  width: 'Width',
  height: 'Height',
  size: 'Size',
  edited: 'New images need the new size. Ads already filled in stay as they are.',
} as const;

export const ads: SellerType<'ads', AdsValues> = {
  help: WORDS.help,
  values: { image_width: 400, image_height: 400 },
  Fields: ({ form }) => (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField form={form} name="properties.image_width" label={WORDS.width} suffix="px" />
      <NumberField form={form} name="properties.image_height" label={WORDS.height} suffix="px" />
    </div>
  ),
  propertiesOf: ({ image_width, image_height }) => ({ image_width, image_height }),
  facts: ({ properties: { image_width, image_height } }) => [
    [WORDS.size, `${image_width} × ${image_height} px`],
  ],
  editEffects: () => [WORDS.edited],
  Main: Advertisements,
};
