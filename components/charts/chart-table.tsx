import { type ChartData, seriesOf } from '@/components/charts/chart-data';
import { CHART } from '@/components/charts/texts';

const CELL =
  'border-b border-line py-1.5 pl-4 text-right whitespace-nowrap first:pl-0 first:text-left';

/** Heights in pixels, so that no row is cut off. */
const ROW = 33;
const HEAD_AND_FOOT = 67;

/** The values of a chart, the latest first, in as much room: it scrolls. */
export function ChartTable({
  title,
  data,
  height,
}: {
  title: string;
  data: ChartData;
  /** In pixels. */
  height: number;
}) {
  const columns = seriesOf(data);
  const rows = Math.floor((height - HEAD_AND_FOOT) / ROW);
  return (
    <div style={{ height }}>
      <section
        aria-label={CHART.tableOf(title)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it
        tabIndex={0}
        style={{ maxHeight: HEAD_AND_FOOT + rows * ROW }}
        className="overflow-auto"
      >
        <table className="w-full border-separate border-spacing-0">
          <thead className="sticky top-0 bg-background text-muted">
            <tr>
              <th scope="col" className={`${CELL} font-normal`}>
                {data.range}
              </th>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className={`${CELL} font-normal`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...data.points.entries()].toReversed().map(([index, point]) => (
              <tr key={point.title}>
                <th scope="row" className={`${CELL} font-normal`}>
                  {point.title}
                </th>
                {columns.map(({ name, values: { [index]: value } }) => (
                  <td key={name} className={CELL}>
                    {typeof value === 'number' ? data.format(value) : '—'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot className="sticky bottom-0 bg-background font-medium">
            <tr>
              <th scope="row" className={`${CELL} border-t border-t-rule font-medium`}>
                {CHART.total}
              </th>
              {columns.map(({ name, total }) => (
                <td key={name} className={`${CELL} border-t border-t-rule`}>
                  {data.format(total)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  );
}
