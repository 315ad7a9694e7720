import type { BuyerType } from '@/components/benefit-types/buyer/buyer-type';

export const discord: BuyerType<'discord'> = {
  gives: 'access',
  platform: 'discord',
  words: () => 'Link your Discord account in your purchases to join the server.',
};
