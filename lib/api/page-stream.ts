import { streamOf } from '@/lib/runtime/storage/streams';

/** A page of a list as it is printed. */
export interface PrintedPage {
  items: unknown[];
  pagination: object;
}

/** A page is written in pieces of so many characters; one that has no more is answered whole. */
const PIECE = 64 * 1024;

/**
 * Answers a page as its items are made (docs/decisions/streamed-pages.md): what is read is written before more is read,
 * so that the memory that a page needs depends neither on its number of rows nor on their size. What goes wrong before
 * the first piece is thrown; what goes wrong later is told to `broken`, and cuts the connection.
 */
export async function pageResponse(
  status: number,
  page: PrintedPage,
  rest: AsyncIterable<unknown[]>,
  broken: (error: unknown) => void,
): Promise<Response> {
  const pieces = written(page, rest);
  const first = await pieces.next();
  const second = first.done ? first : await pieces.next();
  const headers = { 'Content-Type': 'application/json' };
  if (first.done || second.done) {
    const bytes = Buffer.from(first.value ?? '');
    const whole = { ...headers, 'Content-Length': String(bytes.length) };
    return new Response(bytes, { status, headers: whole });
  }
  const begun = [first.value, second.value];
  const end = () => void pieces.return(undefined);
  return new Response(streamOf(sent(begun, pieces, broken), end), { status, headers });
}

async function* written(
  { items, ...others }: PrintedPage,
  rest: AsyncIterable<unknown[]>,
): AsyncGenerator<string, undefined> {
  let text = '{"items":[';
  let between = '';
  const pieces = function* (batch: unknown[]) {
    for (const item of batch) {
      text += between + JSON.stringify(item);
      between = ',';
      if (text.length < PIECE) continue;
      yield text;
      text = '';
    }
  };
  yield* pieces(items);
  for await (const batch of rest) yield* pieces(batch);
  yield `${text}],${JSON.stringify(others).slice(1)}`;
  return undefined;
}

async function* sent(
  begun: string[],
  rest: AsyncGenerator<string, undefined>,
  broken: (error: unknown) => void,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  try {
    for (let text = begun.shift(); text !== undefined; text = begun.shift()) {
      yield encoder.encode(text);
    }
    for await (const text of rest) yield encoder.encode(text);
  } catch (error) {
    // The connection is cut, so that nobody takes the part for the whole.
    broken(error);
    throw error;
  }
}
