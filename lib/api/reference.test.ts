import { describe, expect, it } from 'vitest';
import { GET } from '@/app/docs/[[...file]]/route';

const get = (file?: string) =>
  GET(new Request(`http://localhost:3000/docs/${file ?? ''}`), {
    params: Promise.resolve(file === undefined ? {} : { file: file.split('/') }),
  });

describe('the reference page', () => {
  it('has no script of its own text and loads nothing from elsewhere', async () => {
    const response = await get();
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target = '']) => target);
    expect(loaded.length).toBeGreaterThan(2);
    for (const target of loaded) {
      expect(target).toMatch(/^\/docs\/[\w.-]+$/);
      expect((await get(target.replace('/docs/', ''))).status).toBe(200);
    }
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=/);
  });

  it('reads the document of this server', async () => {
    expect(await (await get('start.js')).text()).toContain("url: '/v1/openapi.json'");
  });

  it.each([
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['favicon-32x32.png', 'image/png'],
  ])('comes with %s from the package', async (file, type) => {
    const response = await get(file);
    expect(response.headers.get('content-type')).toBe(type);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(500);
  });

  it.each([
    'nothing.js',
    'package.json',
    '../package.json',
    '..',
    'a/b',
    '__proto__',
    'constructor',
  ])('has no %s', async (file) => {
    expect((await get(file)).status).toBe(404);
  });
});
