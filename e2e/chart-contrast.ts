import type { Page } from 'playwright/test';

/** A mark of a chart, and its contrast to the plot: by its border where the fill is weaker. */
export interface Mark {
  kind: 'ghost' | 'hatched' | 'filled' | 'running' | 'line';
  contrast: number;
}

/** The marks of all charts of a page (WCAG 1.4.11 wants 3:1), and by how many pixels each hatched bar is off its neighbor. */
export function chartMarks(page: Page): Promise<{ marks: Mark[]; gaps: number[] }> {
  return page.evaluate(measure);
}

function measure(): { marks: Mark[]; gaps: number[] } {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('The browser draws nothing');
  /** The relative luminance of a color of any notation. */
  const luminanceOf = (color: string) => {
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const plot = luminanceOf(getComputedStyle(document.body).backgroundColor);
  const contrastOf = (color: string) => {
    if (color === 'none' || color.startsWith('url(')) return 1;
    const [low = 0, high = 0] = [luminanceOf(color), plot].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const charts = [...document.querySelectorAll('[role=slider] svg')];
  const kindOf = (shape: Element): Mark['kind'] => {
    if (shape.hasAttribute('stroke-dasharray') && shape.tagName === 'rect') return 'running';
    if (shape.classList.contains('fill-ghost')) return 'ghost';
    if (shape.getAttribute('fill')?.includes('-series')) return 'hatched';
    return shape.tagName === 'path' ? 'line' : 'filled';
  };
  const shapes = charts.flatMap((chart) => [
    ...chart.querySelectorAll('rect:not(.fill-background), g > path, svg > path'),
  ]);
  const marks = shapes.map((shape) => {
    const { fill, fillOpacity, stroke } = getComputedStyle(shape);
    // A fill that lets the plot through is told apart by its border.
    const inside = Number(fillOpacity) < 1 ? 1 : contrastOf(fill);
    return { kind: kindOf(shape), contrast: Math.max(inside, contrastOf(stroke)) };
  });
  const gaps = charts.flatMap((chart) => {
    const bars = [...chart.querySelectorAll<SVGRectElement>('rect.fill-primary')];
    return [...chart.querySelectorAll<SVGRectElement>('rect[fill*="-series"]')].flatMap((above) => {
      const below = bars.find(({ x }) => x.baseVal.value === above.x.baseVal.value);
      const foot = above.y.baseVal.value + above.height.baseVal.value;
      return below ? [below.y.baseVal.value - foot] : [];
    });
  });
  return { marks, gaps };
}
