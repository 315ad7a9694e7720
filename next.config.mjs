/** @type {import('next').NextConfig} */
const nextConfig = {
  // Both slash forms answer alike and none redirects (see docs/decisions and the API's conventions).
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  // Pictures are served as they were uploaded; the server refuses the optimizer's path as well.
  images: { unoptimized: true },
  // Types are checked by `npm run check`; the build that `npm start` runs need not do it again.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // The API is served without Next, which need not load its routes as well.
    preloadEntriesOnStart: false,
    // Both cost a build more than they bring (docs/decisions/builds.md).
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
  },
  // The address that the pages' contract names.
  redirects: async () => [
    { source: '/account', destination: '/dashboard/account', permanent: false },
  ],
  rewrites: async () => ({
    // A form at the address of a page, which answers GET alone (docs/contract/oauth.md#consent).
    beforeFiles: [
      {
        source: '/oauth2/authorize',
        // A GET has no length, whatever type its program names.
        has: [
          { type: 'header', key: 'content-type', value: 'application/x-www-form-urlencoded.*' },
          { type: 'header', key: 'content-length' },
        ],
        destination: '/oauth2/authorize/form',
      },
    ],
    // A document's address with .pdf appended.
    afterFiles: [{ source: '/invoices/:token.pdf', destination: '/invoices/:token/pdf' }],
  }),
  // The server in front of Next writes the security headers and compresses nothing twice.
  serverExternalPackages: ['@prisma/adapter-pg', '@prisma/client', 'pdfkit', 'pg', 'pino'],
};

export default nextConfig;
