import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PNG } from 'pngjs';

/** A PNG of one color: of equal size and color are equal bytes. */
export function png(width: number, height: number, shade = 0x80): Buffer {
  const picture = new PNG({ width, height });
  picture.data.fill(Buffer.from([shade, shade, shade, 255]));
  return PNG.sync.write(picture);
}

/** What a server of pictures answers, by path; it counts the requests of each. */
export interface Pictures {
  url: string;
  /** What an address answers: bytes with 200, or a status. */
  answers: Map<string, Buffer | number>;
  requests: string[];
  stop(): void;
}

/** A server of pictures on this computer; `/WxH.png` are there without being told. */
export async function startPictures(): Promise<Pictures> {
  const answers = new Map<string, Buffer | number>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method} ${path}`);
    const [, width, height] = /^\/(\d+)x(\d+)\.png/.exec(path) ?? [];
    const answer = answers.get(path) ?? (width ? png(Number(width), Number(height)) : 404);
    if (typeof answer === 'number') response.writeHead(answer, { location: '/20x10.png' }).end();
    else response.writeHead(200, { 'content-type': 'image/png' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, answers, requests, stop };
}
