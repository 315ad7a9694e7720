import { ApiFailure, noAnswer, parseAnswer } from '@/lib/client/client';

/** Loads a file with its progress in bytes. Throws {@link ApiFailure}, and the signal's reason on an abort. */
export async function downloadFile(
  url: string,
  { onProgress, signal }: { onProgress: (loaded: number) => void; signal: AbortSignal },
): Promise<Blob> {
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    throw error instanceof TypeError ? noAnswer() : error;
  });
  if (!response.ok) throw new ApiFailure(response.status, parseAnswer(await response.text()));
  const parts: BlobPart[] = [];
  let loaded = 0;
  for (const reader = response.body?.getReader(); reader; ) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    loaded += value.byteLength;
    onProgress(loaded);
  }
  return new Blob(parts);
}

/** Has the browser save a file that the page made or loaded. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
