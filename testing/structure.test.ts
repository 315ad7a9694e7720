import { expect, it } from 'vitest';
import { violationsOf } from '@/testing/repository-check';

/** The files that the check of the structure complains of. */
async function violationsOfFiles(files: Record<string, string>): Promise<string[]> {
  const lines = await violationsOf('structure.ts', files);
  return lines.map((line) => line.split(/[: ]/)[0] ?? '').sort();
}

const copies = (effect: string) =>
  `const [copy, setCopy] = useState(null);\nconst [x, dispatch] = useReducer(f, 0);\n${effect}\n`;

const use = (target: string) => `import { x } from '${target}';\n`;

/** A small repository that is in order. */
const ORDERLY = {
  'app/page.tsx': use('@/components/orders/table'),
  'components/orders/table.tsx': use('@/lib/resources/orders/contract'),
  'lib/contract/contract.ts': use('zod'),
  'lib/resources/orders/schema.ts': use('zod'),
  'lib/resources/orders/contract.ts': `${use('@/lib/resources/orders/schema')}export const a = contract({});
const orders = resource('orders', Order);\nexport const b = orders.list({});\nexport const c = exportOf(b, []);\n`,
  'lib/resources/orders/repository.ts':
    use('@/lib/database/connection/client') + use('@/lib/resources/products/relations'),
  'lib/resources/products/relations.ts': use('@/lib/database/connection/sql'),
  'lib/resources/orders/serialize.ts':
    "import type { Order } from '@/lib/database/generated/client';\n",
  'lib/resources/orders/service.ts':
    use('@/lib/resources/orders/repository') + use('@/lib/resources/products/service'),
  'lib/resources/orders/service.test.ts': use('@/lib/database/connection/client'),
  'lib/resources/products/service.ts': use('@/lib/resources/products/repository'),
  'lib/resources/products/repository.ts': use('@/lib/database/connection/client'),
  'lib/database/connection/client.ts': use('pg'),
  'lib/runtime/cli/seed.ts': use('@/demo/seed'),
  'components/orders/clock.tsx': `${copies(
    'useEffect(() => {\n  const timer = setInterval(() => setCopy(now()), 1000);\n  return () => clearInterval(timer);\n}, []);',
  )}const onClick = () => setCopy(1);\n`,
  'lib/resources/benefits/types/ads.ts': "const isAd = type === 'ads';\n",
  'components/benefit-types/look/looks.ts': 'const LOOKS = { ads: 1, discord: 2 };\n',
  // Names that others have too, and what makes a benefit of a type.
  'components/orders/platform.tsx':
    "const isDiscord = platform === 'discord' || amount_type === 'custom';\n",
  'demo/benefit.ts': "const benefit = { type: 'license_keys', properties: { ads: [] } };\n",
  'lib/contract/formats.ts': "export const format = new Intl.NumberFormat('en-US').format;\n",
  'components/orders/locale.tsx':
    'const options: Intl.NumberFormatOptions = {};\nconst order = a.localeCompare(b);\n',
  'lib/client/client.ts':
    "export const call = () => fetch('/v1');\nexport const other = (options) => options.fetch('/v1');\n",
  'demo/seed.ts': use('@/lib/resources/orders/service'),
  'lib/resources/mails/templates/look.ts':
    "export const WORDS = 'It’s here';\nexport const FONT = \"serif, 'Segoe UI', sans-serif\";\n",
};

it('has nothing against a repository in order', async () => {
  expect(await violationsOfFiles(ORDERLY)).toEqual([]);
});

/** A file that breaks a rule, or several, each named once. */
const DISORDERLY: Record<string, string | [text: string, violations: number]> = {
  'components/upwards.tsx': use('@/app/page'),
  'components/server.tsx': [use('@/lib/resources/orders/repository'), 2],
  'lib/integrations/payments/sandbox.ts': use('@/lib/resources/orders/schema'),
  'lib/api/asking.ts': [use('@/lib/integrations/payments/sandbox'), 2],
  'components/orders/dollars.tsx': "const currency = 'usd';\n",
  'demo/statement.ts': "const sql = `VALUES ('usd')`;\n",
  'lib/api/raw.ts': 'await db(null).$queryRaw`SELECT 1`;\n',
  'lib/auth/cells.ts': "import { selectCells } from '@/lib/database/connection/execute';\n",
  'components/calling.tsx': "await fetch('/v1/orders/');\n",
  'components/later.tsx': [
    "const view = () => import('@/lib/database/connection/client');\n",
    2, // the database in a page, and what belongs to the server
  ],
  'lib/resources/orders/rules.ts': 'export const isOver = (end) => end <= new Date();\n',
  'lib/workflows/late.ts': 'export const late = () => Date.now();\n',
  'lib/workflows/real.ts': use('@/lib/runtime/clock'),
  'components/window.tsx': "await window.fetch('/v1/orders/');\n",
  'components/older.tsx': 'const request = new XMLHttpRequest();\n',
  'components/alias.tsx': 'const send = fetch;\n',
  'components/formats-1.tsx': "const format = new Intl.DateTimeFormat('en-US');\n",
  'components/formats-2.tsx': "const many = count.toLocaleString('en-US');\n",
  'app/formats-3.tsx': "const day = new Date(at)['toLocaleDateString']();\n",
  'lib/resources/orders/serialize.ts': 'const { ListFormat } = Intl;\n',
  'lib/server/formats-4.ts': "const list = new globalThis.Intl.ListFormat('en-US');\n",
  'components/copied-1.tsx': copies('useEffect(() => setCopy(data), [data]);'),
  'components/copied-2.tsx': copies(
    'useEffect(() => {\n  if (data) setCopy(data.name);\n}, [data]);',
  ),
  'components/copied-3.tsx': copies('useLayoutEffect(function copy() { dispatch({ data }); });'),
  'components/copied-4.tsx': copies(
    'useEffect(() => {\n  items.forEach((item) => note(item));\n  setCopy(items.length);\n}, [items]);',
  ),
  'lib/upwards.ts': use('@/components/orders/table'),
  'lib/server/seeded.ts': use('@/demo/seed'),
  'lib/runtime/cli/tested.ts': use('@/testing/factories'),
  'demo/tested.ts': use('@/testing/factories'),
  'demo/upwards.ts': use('@/app/page'),
  'lib/api/kernel.ts': use('@/lib/resources/orders/service'),
  'lib/database/jobs.ts': use('@/lib/runtime/jobs/worker'),
  'lib/runtime/installation/seller.ts': "import type { X } from '@/lib/resources/orders/schema';\n",
  'lib/integrations/stripe/client.ts': use('@/lib/resources/orders/schema'),
  'lib/resources/orders/jobs.ts': use('@/lib/workflows/renew'),
  'lib/attic/x.ts': use('zod'),
  'lib/resources/files/rules.ts': use('node:crypto'),
  'lib/resources/files/contract.ts': 'export const LIMIT = 3;\n',
  'lib/resources/products/contract.ts': 'export const some = all.list({});\n',
  // No name of a resource's file, and one that says nothing.
  'lib/resources/files/helpers.ts': ['', 2],
  'lib/resources/mails/templates/texts.ts': [
    `export const WORDS = "It's here";\nexport const more = (x) => \`\${x}'s\`;\n`,
    2,
  ],
  'lib/resources/mails/templates/seller.tsx': "export const Words = () => <p>It isn't here</p>;\n",
  // Another's repository, and the database past its own.
  'lib/resources/files/jobs.ts': [
    use('@/lib/resources/orders/repository') + use('@/lib/database/connection/client'),
    2,
  ],
  'lib/resources/files/service.ts': use('@/lib/resources/products/relations'),
  'lib/resources/files/operations.ts': "export * from './contract';\n",
  'components/orders/compared.tsx': "const isKey = benefit.type === 'license_keys';\n",
  'components/orders/shared-name.tsx': "const isRole = 'discord' !== type;\n",
  'lib/workflows/switched.ts': "switch (row.benefit.type) {\n  case 'custom':\n}\n",
  'lib/workflows/asked.ts':
    "const sql = `SELECT FROM benefits b WHERE b.type = 'downloadables'`;\n",
  'components/orders/table-of-types.ts':
    "const WORDS = { ads: 'Ad', github_repository: 'Code' };\n",
  'lib/workflows/list-of-types.ts': "const TYPES = ['custom', 'ads'];\n",
};

it('names each file that is out of order, as often as it breaks a rule', {
  tags: 'soak',
}, async () => {
  const expected = Object.entries(DISORDERLY).flatMap(([name, given]) =>
    Array<string>(typeof given === 'string' ? 1 : given[1]).fill(name),
  );
  const texts = Object.entries(DISORDERLY).map(([name, given]) => [name, [given].flat()[0]]);
  const files = { ...ORDERLY, ...Object.fromEntries(texts) };
  expect(await violationsOfFiles(files)).toEqual(expected.sort());
});

it('names folders that import each other in a circle, by types alone as well', {
  tags: 'soak',
}, async () => {
  const circle = {
    'lib/database/rows/a.ts': "import type { B } from '@/lib/database/query/b';\n",
    'lib/database/query/b.ts': "export { c } from '@/lib/database/connection/c';\n",
    'lib/database/connection/c.ts': "const a = () => import('@/lib/database/rows/a');\n",
  };
  expect(await violationsOfFiles({ ...ORDERLY, ...circle })).toEqual(['lib/database/connection']);
  const { 'lib/database/query/b.ts': _, ...line } = circle;
  expect(await violationsOfFiles({ ...ORDERLY, ...line })).toEqual([]);
});
