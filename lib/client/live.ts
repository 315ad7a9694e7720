/** What a page is told of an event. */
export interface LiveEvent {
  number: number;
  type: string;
  object_id: string;
}

interface Follower {
  /** Called once, when from now on all events are told. */
  onOpen: () => void;
  onEvent: (event: LiveEvent) => void;
  /** Events may have been missed, or nobody tells of any: what is shown is to be loaded again. */
  onLost: () => void;
}

/**
 * What the tab that reads the stream tells all: an event, that the stream is open and up to which number it has told
 * all, or that some were missed; and what a new tab asks.
 */
type Message = LiveEvent | { toldUpTo: number } | 'missed' | 'is it open?';

/** The stream says something every 15 seconds. */
const SILENT_MS = 40_000;
/** How often pages load again what they show while there is no stream. */
const REFETCH_MS = 15_000;
const RETRY_MS = { least: 2000, most: 60_000 };

/**
 * Follows an organization's events. Of all tabs of a browser one reads the stream, which holds a lock meanwhile and
 * tells the others; where it is closed the next one goes on after the last number that it was told. Where there are no
 * locks (plain http) nobody reads it, and `onLost` is called every 15 seconds.
 */
export function followEvents(
  organizationId: string,
  { onOpen, onEvent, onLost }: Follower,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const name = `tilldesk-events:${organizationId}`;
  const channel = new BroadcastChannel(name);
  let last: number | undefined;
  let heardAt = performance.now();
  let isOpen = false;
  let isReading = false;
  const tellAll = (message: Message) => channel.postMessage(message);
  const hear = (message: Message) => {
    if (message === 'is it open?') {
      if (isReading && last !== undefined) tellAll({ toldUpTo: last });
      return;
    }
    heardAt = performance.now();
    if (!isOpen) onOpen();
    isOpen = true;
    if (typeof message === 'string') {
      last = undefined;
      onLost();
    } else if ('toldUpTo' in message) {
      last = Math.max(message.toldUpTo, last ?? 0);
    } else if (message.number > (last ?? 0)) {
      last = message.number;
      onEvent(message);
    }
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  const reader: Reader = {
    organizationId,
    signal,
    lastNumber: () => last,
    tell: (message) => {
      if (signal.aborted) return;
      isReading = true;
      tellAll(message);
      hear(message);
    },
  };
  tellAll('is it open?');
  // Rejects when it is given up.
  navigator.locks?.request(name, { signal }, () => keepReading(reader)).catch(() => {});
  const looking = setInterval(() => {
    if (performance.now() - heardAt > SILENT_MS || !navigator.locks) onLost();
  }, REFETCH_MS);
  return () => {
    stopping.abort();
    clearInterval(looking);
    channel.close();
  };
}

interface Reader {
  organizationId: string;
  signal: AbortSignal;
  lastNumber: () => number | undefined;
  tell: (message: Message) => void;
}

async function keepReading(reader: Reader): Promise<void> {
  let pause = RETRY_MS.least;
  while (!reader.signal.aborted) {
    const isOpened = await read(reader).catch(() => false);
    pause = isOpened ? RETRY_MS.least : Math.min(2 * pause, RETRY_MS.most);
    await new Promise<void>((resolve) => {
      setTimeout(resolve, pause);
      reader.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

/** Reads the stream to its end; false where it could not be opened. */
async function read({ organizationId, signal, ...reader }: Reader): Promise<boolean> {
  const url = new URL('/v1/events/stream', window.location.origin);
  url.searchParams.set('organization_id', organizationId);
  const after = reader.lastNumber();
  if (after !== undefined) url.searchParams.set('after', String(after));
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENT_MS);
  };
  wait();
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, silence.signal]) });
    if (response.status === 410) reader.tell('missed');
    if (!response.ok || !response.body) return false;
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value = '' } = await chunks.read();
      if (done) return true;
      wait();
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) tellBlock(block, reader);
    }
  } finally {
    clearTimeout(timer);
  }
}

function tellBlock(block: string, { tell }: Pick<Reader, 'tell'>): void {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/, 2)));
  if (fields.data) {
    const { number, type, object_id } = JSON.parse(fields.data) as LiveEvent;
    tell({ number, type, object_id });
  } else if (fields.id) {
    tell({ toldUpTo: Number(fields.id) });
  }
}
