import { readFile } from 'node:fs/promises';
import path from 'node:path';

const FILE = path.resolve('node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2');

/** The font of the pages that are made outside of Next's, which do not know the names of its files. */
export async function GET(): Promise<Response> {
  return new Response(await readFile(FILE), {
    headers: { 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=604800' },
  });
}
