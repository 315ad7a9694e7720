import type { BuyerType } from '@/components/benefit-types/buyer/buyer-type';

export const ads: BuyerType<'ads'> = {
  gives: 'advertisement',
  words: () =>
    'Fill in your ad on the page with your purchases. It’s shown once the seller approves it.',
};
