import Link from 'next/link';
import type { ReactNode } from 'react';
import { Providers } from '@/components/shell/providers';
import { Logo } from '@/components/ui/logo';

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <div className="flex min-h-dvh flex-col px-4">
        <header className="mx-auto w-full max-w-sm pt-8 sm:pt-[14dvh]">
          <Link href="/" className="flex w-fit items-center gap-2 text-base font-semibold">
            <Logo className="size-6" />
            Tilldesk
          </Link>
        </header>
        <main className="mx-auto w-full max-w-sm py-8">{children}</main>
      </div>
    </Providers>
  );
}
