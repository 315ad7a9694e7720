import type { ReactNode } from 'react';
import { LINKS, SESSION } from '@/components/session/texts';
import { TextLink } from '@/components/ui/text-link';

/** A page about a link in an email: what it is for, and what comes next. */
export function LinkPage({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-2 wrap-anywhere">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        <p className="text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}

/** What a link opens that was used or has expired. */
export function UsedLink({ isReset = false }: { isReset?: boolean }) {
  return (
    <LinkPage title={LINKS.usedTitle} text={LINKS.usedText}>
      <TextLink href={isReset ? '/forgot-password' : '/sign-in'}>
        {isReset ? LINKS.askAgain : SESSION.signIn}
      </TextLink>
    </LinkPage>
  );
}
