import type { Metadata } from 'next';
import { connection } from 'next/server';
import type { ReactNode } from 'react';

export const metadata: Metadata = {
  title: 'Tilldesk',
  description: 'Sell digital products: checkouts, subscriptions, license keys.',
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection(); // every page carries the nonce of its own answer
  return (
    <html lang="en">
      <body style={{ margin: 0, fontFamily: 'system-ui, sans-serif', color: '#18181b' }}>
        {children}
      </body>
    </html>
  );
}
