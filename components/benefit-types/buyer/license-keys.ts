import type { BuyerType } from '@/components/benefit-types/buyer/buyer-type';

export const licenseKeys: BuyerType<'license_keys'> = {
  gives: 'key',
  words: () => null,
  keyOf({ properties: { activations, enable_customer_rotation, show_snippets } }, granted) {
    const id = 'license_key_id' in granted && granted.license_key_id;
    if (!id) return null;
    return {
      id,
      mayFreeDevices: activations?.enable_customer_admin === true,
      mayRotate: enable_customer_rotation === true,
      // Whether the seller shows the calls that a program makes with a key (docs/contract/benefits.md#properties).
      hasSnippets: show_snippets ?? activations !== null,
    };
  },
};
