import { GitBranch } from 'lucide-react';
import type { Look } from '@/components/benefit-types/look/look';

export const gitHubRepository: Look<'github_repository'> = {
  icon: GitBranch,
  label: 'Repository access',
  noun: 'grant',
  connection: {
    platform: 'github',
    nameOf: ({ repository_owner }) => repository_owner.toLowerCase(),
  },
};
