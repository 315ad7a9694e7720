'use client';

import { Download } from 'lucide-react';
import { create } from 'qrcode';
import { buttonClasses } from '@/components/ui/button-classes';
import { classes } from '@/components/ui/classes';

/** The light border that scanners need around a code, in modules. */
const QUIET_ZONE = 4;

/** The longest text that fits, of characters that take a byte each. */
export const MAX_QR_LENGTH = 2331;

/**
 * A text as a QR code, black on white in both themes.
 *
 * @param label what is read out instead of the text
 * @param isDense for long texts: as wide as its place, so that each square can be told from the next
 * @param fileName a button saves it as an SVG file of this name
 */
export function QrCode({
  value,
  label = value,
  isDense = false,
  fileName,
}: {
  value: string;
  label?: string;
  isDense?: boolean;
  fileName?: string;
}) {
  const source = `data:image/svg+xml,${encodeURIComponent(svgOf(value))}`;
  return (
    <>
      {/* biome-ignore lint/performance/noImgElement: it is made here, there is nothing to optimize */}
      <img
        src={source}
        alt={`QR code of ${label}`}
        className={classes(
          'mx-auto aspect-square w-full rounded-control border border-line',
          !isDense && 'max-w-64',
        )}
      />
      {fileName && (
        <a href={source} download={`${fileName}.svg`} className={buttonClasses({})}>
          <Download aria-hidden className="size-4 shrink-0" />
          Download SVG
        </a>
      )}
    </>
  );
}

function svgOf(value: string): string {
  const { size, data } = create(value, { errorCorrectionLevel: 'M' }).modules;
  const width = size + 2 * QUIET_ZONE;
  const squares = Array.from(data, (isDark, index) =>
    isDark
      ? `M${(index % size) + QUIET_ZONE} ${Math.floor(index / size) + QUIET_ZONE}h1v1h-1z`
      : '',
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${width}v${width}H0z"/><path d="${squares.join('')}"/></svg>`
  );
}
