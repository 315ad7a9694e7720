import { ADVERTISEMENT } from '@/components/entities/texts';
import type { AdvertisementVersion } from '@/lib/resources/advertisements/schema';

/** An advertisement as a page shows it, on dark pages too where it has a picture for those. */
export function AdvertisementPreview({
  version: { image_url, image_url_dark, text, link_url },
  size: [width, height],
}: {
  version: AdvertisementVersion;
  /** Of its pictures, in pixels. */
  size: readonly [width: number, height: number];
}) {
  return (
    <div className="flex max-w-full min-w-0 flex-col gap-1" style={{ width }}>
      {image_url === '' ? (
        <div
          className="flex max-w-full items-center justify-center border border-dashed border-rule bg-sunken p-2 text-center text-sm text-muted"
          style={{ aspectRatio: `${width} / ${height}`, minHeight: '3rem' }}
        >
          {ADVERTISEMENT.noImage}
        </div>
      ) : (
        // biome-ignore lint/performance/noImgElement: it has the size in which it is served
        <img
          src={image_url}
          alt={ADVERTISEMENT.image}
          width={width}
          height={height}
          className="h-auto max-w-full"
          style={{ background: 'white' }}
        />
      )}
      {text !== '' && <p className="wrap-anywhere">{text}</p>}
      {link_url !== '' && (
        <p className="text-sm text-muted wrap-anywhere">{URL.parse(link_url)?.host ?? link_url}</p>
      )}
      {image_url_dark && (
        <div className="mt-2 flex flex-col gap-1">
          <p className="text-xs text-muted">{ADVERTISEMENT.onDark}</p>
          {/* biome-ignore lint/performance/noImgElement: it has the size in which it is served */}
          <img
            src={image_url_dark}
            alt={ADVERTISEMENT.imageDark}
            width={width}
            height={height}
            className="h-auto max-w-full"
            style={{ background: 'black' }}
          />
        </div>
      )}
    </div>
  );
}
