import { formatCount } from '@/components/ui/money';

export const PAGER = {
  previous: 'Previous',
  next: 'Next',
  page: (page: number, pages: number) => `Page ${formatCount(page)} of ${formatCount(pages)}`,
} as const;
