import type { BuyerType } from '@/components/benefit-types/buyer/buyer-type';

export const gitHubRepository: BuyerType<'github_repository'> = {
  gives: 'access',
  platform: 'github',
  words: ({ properties: { repository_owner, repository_name } }) =>
    `Link your GitHub account in your purchases to get access to ${repository_owner}/${repository_name}.`,
};
