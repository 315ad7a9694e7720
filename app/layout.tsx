import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { isTheme, THEME_COOKIE } from '@/lib/contract/theme';
import './globals.css';

export const metadata: Metadata = {
  description: 'Sell digital products: checkouts, subscriptions, license keys.',
  icons: {
    icon: [
      { url: '/favicon.ico', sizes: '32x32' },
      { url: '/icon.svg', type: 'image/svg+xml' },
    ],
    apple: '/apple-touch-icon.png',
  },
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfaf7' },
    { media: '(prefers-color-scheme: dark)', color: '#11100e' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection(); // every page carries the nonce of its own answer
  const theme = (await cookies()).get(THEME_COOKIE)?.value;
  return (
    <html
      lang="en"
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      {...(isTheme(theme) && theme !== 'system' ? { 'data-theme': theme } : {})}
    >
      <body>{children}</body>
    </html>
  );
}
