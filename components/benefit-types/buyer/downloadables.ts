import type { BuyerType } from '@/components/benefit-types/buyer/buyer-type';

export const downloadables: BuyerType<'downloadables'> = { gives: 'files', words: () => null };
