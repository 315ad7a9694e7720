import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { cookies } from 'next/headers';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { isTheme, THEME_COOKIE } from '@/lib/contract/theme';
import './globals.css';

/** Code is drawn in what there is where the font comes late: no other is as wide, so that lines would wrap anew. */
const mono = localFont({
  src: '../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono',
  display: 'optional',
  adjustFontFallback: false,
  weight: '100 900',
});

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
      className={`${GeistSans.variable} ${mono.variable}`}
      {...(isTheme(theme) && theme !== 'system' ? { 'data-theme': theme } : {})}
    >
      <body>{children}</body>
    </html>
  );
}
