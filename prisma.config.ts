// Read by the Prisma CLI alone (`npx prisma migrate deploy`, where there is a network): the product
// applies its migrations itself, see lib/database/migrations/migrate.ts.
import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DIRECT_DATABASE_URL ?? process.env.DATABASE_URL ?? '' },
});
