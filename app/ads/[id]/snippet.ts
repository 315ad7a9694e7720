import type { feedOf, ServedAdvertisement } from '@/lib/resources/advertisements/service';
import { html, Markup } from '@/lib/server/plain-page';

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: Canvas; color: CanvasText; }
.tilldesk-ads { display: flex; flex-wrap: wrap; gap: 16px; margin: 0; padding: 0; list-style: none; }
.tilldesk-ads a { display: block; color: inherit; font: 14px/1.4 system-ui, sans-serif; overflow-wrap: anywhere; }
.tilldesk-ads img { display: block; max-width: 100%; height: auto; margin-bottom: 4px; }
.tilldesk-ads .view { position: absolute; width: 1px; height: 1px; margin: 0; }
`;

/** The advertisements of a benefit as HTML without scripts, for a frame: opaque, so that its text can be read on every page. */
export function snippet({ items, dimensions }: Awaited<ReturnType<typeof feedOf>>): string {
  const rows = items.map((item) => advertisement(item, dimensions).text).join('');
  return html`<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Advertisements</title>
<style>${new Markup(STYLE)}</style>
<ul class="tilldesk-ads">${new Markup(rows)}</ul>
`.text;
}

function advertisement(
  { image_url, image_url_dark, text, click_url, view_url }: ServedAdvertisement,
  [width, height]: [number, number],
): Markup {
  const dark =
    image_url_dark &&
    html`<source srcset="${image_url_dark}" media="(prefers-color-scheme: dark)">`;
  return html`
  <li style="width: ${String(width)}px; max-width: 100%">
    <a href="${click_url}" target="_blank" rel="sponsored noopener"><picture>${dark}<img src="${image_url}" alt="" width="${String(width)}" height="${String(height)}"></picture>${text}</a>
    <img class="view" src="${view_url}" alt="" width="1" height="1">
  </li>`;
}
