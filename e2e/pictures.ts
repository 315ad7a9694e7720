import type { Page } from 'playwright/test';

/** One red pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture as a file chooser takes it. */
export function picture(name: string) {
  return { name, mimeType: 'image/png', buffer: PNG };
}

/** Lets pictures go over the place around a button, as from a folder of the desktop. */
export async function dropOn(page: Page, button: string, names: readonly string[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([base64, given]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      for (const name of given) data.items.add(new File([bytes], name, { type: 'image/png' }));
      return data;
    },
    [PNG.toString('base64'), names] as const,
  );
  const place = page.getByRole('button', { name: button });
  await place.dispatchEvent('dragover', { dataTransfer: transfer });
  await place.dispatchEvent('drop', { dataTransfer: transfer });
}
