import { ApiFailure, noAnswer, parseAnswer } from '@/lib/client/client';

interface UploadOptions {
  headers?: Record<string, string>;
  /** How many bytes were sent so far. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
}

/**
 * PUTs bytes to a signed URL and returns their `ETag`. `fetch` reports no upload progress, so this uses
 * `XMLHttpRequest`. Throws {@link ApiFailure}; an abort rejects with the signal's reason.
 */
export function putBytes(
  url: string,
  bytes: Blob,
  { headers = {}, onProgress, signal }: UploadOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded);
    request.onerror = () => reject(noAnswer());
    request.onabort = () => reject(signal?.reason);
    request.onload = () => {
      const etag = request.getResponseHeader('ETag');
      if (request.status >= 200 && request.status < 300 && etag) resolve(etag);
      else reject(new ApiFailure(request.status, parseAnswer(request.responseText)));
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(bytes);
  });
}
