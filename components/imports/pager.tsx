'use client';

import { LIST } from '@/components/imports/texts';
import { Button } from '@/components/ui/button';

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
      <Button onClick={() => onPage(Math.max(1, page - 1))}>{LIST.previous}</Button>
      <Button onClick={() => onPage(Math.min(pages, page + 1))}>{LIST.next}</Button>
      <p role="status" className="text-sm text-muted">
        {LIST.page(page, pages)}
      </p>
    </div>
  );
}
