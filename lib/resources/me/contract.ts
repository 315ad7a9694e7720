import { contract } from '@/lib/contract/contract';
import { endpoints } from '@/lib/resources/me/operations';
import { Me } from '@/lib/resources/me/schema';

export const getMe = contract({
  ...endpoints.getMe,
  summary: 'Who is calling',
  description: 'The seller or organization behind the credential, its scopes and organizations.',
  response: Me,
  withoutFactor: true,
});
