'use client';

import { Button } from '@/components/ui/button';
import { PAGER } from '@/components/ui/pager-texts';

/** Previous and Next, where there is more than one page. */
export function Pager({
  page,
  pages,
  onPage,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  if (pages <= 1) return null;
  return (
    <div className="flex items-center gap-3">
      <Button onClick={() => onPage(Math.max(1, page - 1))}>{PAGER.previous}</Button>
      <Button onClick={() => onPage(Math.min(pages, page + 1))}>{PAGER.next}</Button>
      <p role="status" className="text-sm text-muted">
        {PAGER.page(page, pages)}
      </p>
    </div>
  );
}
