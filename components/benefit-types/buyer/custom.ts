import type { BuyerType } from '@/components/benefit-types/buyer/buyer-type';

export const custom: BuyerType<'custom'> = {
  gives: null,
  words: ({ properties }) => properties.note || 'The seller contacts you with the details.',
};
