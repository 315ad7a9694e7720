import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Color, type EMBLEMS, emblem } from '@/demo/emblems';
import { coverPicture } from '@/demo/picture';
import { db } from '@/lib/database/connection/client';
import type { Prisma } from '@/lib/database/generated/client';
import type { StoredVersion } from '@/lib/resources/advertisements/rules';
import { TYPE } from '@/lib/resources/benefits/types/ads';
import { env } from '@/lib/runtime/env';
import { newId } from '@/lib/runtime/ids';

const DAY = 86_400_000;

interface Ad {
  text: string;
  link_url: string;
  emblem: keyof typeof EMBLEMS;
  ground: Color;
  colors: readonly Color[];
}

const PAPER: Ad = {
  text: 'Fern Paper. Notebooks that lie flat.',
  link_url: 'https://fernpaper.example/notebooks',
  emblem: 'book',
  ground: [31, 77, 63],
  colors: [
    [243, 236, 219],
    [31, 77, 63],
  ],
};
const LETTERS: Ad = {
  text: 'Write more letters. Harbor Post makes stationery by hand.',
  link_url: 'https://harborpost.example',
  emblem: 'envelope',
  ground: [36, 52, 88],
  colors: [
    [246, 226, 170],
    [36, 52, 88],
  ],
};
const CODE: Ad = {
  text: 'Slate, the quiet code editor.',
  link_url: 'https://slate.example/letter',
  emblem: 'code',
  ground: [52, 40, 62],
  colors: [[232, 170, 120]],
};

/** What became of the newest campaigns, in turn: the version that is shown, and the one that waits. */
const CASES: readonly {
  status: 'pending' | 'approved' | 'changes_requested';
  shown?: Ad;
  waits?: Ad;
  note?: string;
  counts?: { views: number; clicks: number };
}[] = [
  { status: 'pending', waits: LETTERS },
  { status: 'approved', shown: PAPER, counts: { views: 4218, clicks: 97 } },
  {
    status: 'changes_requested',
    waits: CODE,
    note: 'Please leave the price out of the image. Readers see it for months.',
  },
];

/** The campaigns of the demo's grants of ads, of which the newest are filled in. */
export async function makeAdvertisements(organizationId: string, moment: Date): Promise<void> {
  const grants = await db(null).benefitGrant.findMany({
    where: { organizationId, benefit: { type: TYPE } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  const live = grants.filter(({ revokedAt }) => revokedAt === null);
  const rows = grants.map(({ id: grantId, createdAt, benefitId, customerId, properties }) => {
    const { advertisement_campaign_id: id } = properties as Record<string, string>;
    return { id: id ?? '', organizationId, createdAt, benefitId, grantId, customerId };
  });
  await db(null).advertisement.createMany({ data: rows });
  for (const [index, one] of CASES.entries()) {
    const row = rows.find(({ grantId }) => grantId === live[index]?.id);
    if (!row) continue;
    const { status, shown, waits, note = null, counts } = one;
    const data: Prisma.AdvertisementUpdateInput = {
      status,
      note,
      modifiedAt: new Date(moment.getTime() - (index + 1) * DAY),
    };
    if (shown) data.approved = await versionOf(row, shown);
    if (waits) data.pending = await versionOf(row, waits);
    await db(null).advertisement.update({ where: { id: row.id }, data });
    if (counts) {
      const of = { advertisementId: row.id, organizationId };
      await db(null).advertisementCounts.create({ data: { ...of, ...counts } });
    }
  }
}

/** A version with its picture, which is stored. */
async function versionOf(
  { id: advertisementId, organizationId }: { id: string; organizationId: string },
  { text, link_url, ground, colors, emblem: name }: Ad,
): Promise<StoredVersion & Prisma.InputJsonObject> {
  const id = newId();
  const bytes = coverPicture(ground, emblem(name, colors));
  const folder = path.resolve(env().DATA_DIR, 'files');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, id), bytes);
  await db(null).advertisementImage.create({
    data: { id, organizationId, advertisementId, mimeType: 'image/png', size: bytes.length },
  });
  return { image_id: id, image_id_dark: null, text, link_url };
}
