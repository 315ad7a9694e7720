import { TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { pagePath } from '@/components/shell/navigation';
import { PAYMENTS as texts } from '@/components/shell/texts';
import { Notice } from '@/components/ui/notice';

/** On every page of an organization whose account for payments can't be reached: why, and where that is mended. */
export function PaymentsNotice({ slug, problem }: { slug: string; problem: string }) {
  return (
    <div className="no-print shrink-0">
      <Notice
        look={{ tone: 'bad', icon: TriangleAlert }}
        actions={
          <Link
            href={pagePath(slug, 'settings/payments')}
            prefetch={false}
            className="font-medium underline underline-offset-2"
          >
            {texts.open}
          </Link>
        }
      >
        <p className="font-medium">{texts.onHold}</p>
        <p className="text-muted">{problem}</p>
      </Notice>
    </div>
  );
}
