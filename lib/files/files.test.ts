import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET } from '@/app/media/[id]/route';
import { prisma } from '@/lib/database/client';
import { provideSettings } from '@/lib/env';
import { readableSize } from '@/lib/files/rules';
import { newId } from '@/lib/ids';
import { makeFile, makeSeller, type Seller } from '@/prisma/factories';

describe('a size', () => {
  it('is told as a person reads it', () => {
    expect(readableSize(0)).toBe('0 B');
    expect(readableSize(1023)).toBe('1023 B');
    expect(readableSize(1024)).toBe('1 KB');
    expect(readableSize(1_258_291)).toBe('1.2 MB');
    expect(readableSize(1024 ** 2 - 1)).toBe('1 MB');
    expect(readableSize(5 * 1024 ** 4)).toBe('5 TB');
  });

  it('is right to a twentieth of its unit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 40 }), (bytes) => {
        const [number, unit] = readableSize(bytes).split(' ');
        const factor = 1024 ** ['B', 'KB', 'MB', 'GB', 'TB'].indexOf(unit ?? '');
        expect(Math.abs(Number(number) - bytes / factor)).toBeLessThanOrEqual(0.0501);
        expect(Number(number)).toBeLessThan(1024);
      }),
    );
  });
});

describe('GET /media/{id}', () => {
  let folder: string;
  let seller: Seller;
  const media = (id: string) =>
    GET(new Request(`http://localhost:3000/media/${id}`), { params: Promise.resolve({ id }) });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tilldesk-media-'));
    await mkdir(path.join(folder, 'files'));
    provideSettings({ DATA_DIR: folder });
    seller = await makeSeller();
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('sends a picture as what it is, and as nothing else', async () => {
    const { organizationId } = seller;
    const picture = await makeFile(organizationId, { mimeType: 'image/webp' });
    await writeFile(path.join(folder, 'files', picture.id), 'bytes of a picture');
    const response = await media(picture.id);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('content-length')).toBe('18');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe('bytes of a picture');
  });

  it('answers 404 for downloads, unfinished uploads, lost bytes and what is no file', async () => {
    const { organizationId } = seller;
    const download = await makeFile(organizationId, { service: 'downloadable' });
    const unfinished = await makeFile(organizationId, { isUploaded: false });
    for (const { id } of [download, unfinished]) {
      await writeFile(path.join(folder, 'files', id), 'bytes');
    }
    const lost = await makeFile(organizationId);
    expect(await prisma().file.count({ where: { id: lost.id } })).toBe(1);
    for (const id of [download.id, unfinished.id, lost.id, newId(), '..', '%2e%2e', 'x']) {
      expect((await media(id)).status, id).toBe(404);
    }
  });
});
