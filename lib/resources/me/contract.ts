import { contract } from '@/lib/contract/contract';
import { Me } from '@/lib/resources/me/schema';

export const getMe = contract({
  id: 'me:get',
  tag: 'me',
  method: 'GET',
  path: '/v1/me',
  summary: 'Who is calling',
  description: 'The seller or organization behind the credential, its scopes and organizations.',
  response: Me,
  withoutFactor: true,
});
