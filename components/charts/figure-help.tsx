import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { FIGURE_HELP, namedHelp } from '@/components/charts/texts';
import { Tooltip } from '@/components/ui/tooltip';
import type { Figure } from '@/lib/resources/metrics/schema';

/** A figure's name with a mark: what it counts, on hover and focus, and at a touch of the mark. */
export function FigureHelp({ figure, children }: { figure: Figure; children?: ReactNode }) {
  return (
    <Tooltip focusable={false} content={FIGURE_HELP[figure]} className="inline-flex items-center">
      {children}
      <button
        type="button"
        aria-label={namedHelp(figure)}
        // Safari focuses no button by itself.
        onClick={({ currentTarget }) => currentTarget.focus()}
        className="no-print inline-flex size-6 shrink-0 items-center justify-center rounded-control text-muted hover:text-ink coarse:size-11"
      >
        <Info aria-hidden className="size-3.5" />
      </button>
    </Tooltip>
  );
}
