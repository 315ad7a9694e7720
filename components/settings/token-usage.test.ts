import { expect, it } from 'vitest';
import { usageOf } from '@/components/settings/token-usage';

const at = (hour: string, operation: string, count: number) => ({ hour, operation, count });

it('reads are summed by the day of a time zone and by operation, of seven days that end today', () => {
  const items = [
    at('2025-03-14T20:00:00Z', 'orders:list', 3),
    // Already the 15th in Kolkata.
    at('2025-03-14T19:00:00Z', 'orders:list', 2),
    at('2025-03-14T10:00:00Z', 'products:get', 9),
    at('2025-03-08T10:00:00Z', 'orders:list', 100),
  ];
  const usage = usageOf(items, { today: '2025-03-15', zone: 'Asia/Kolkata' });
  expect(usage.total).toBe(14);
  expect(usage.days).toHaveLength(7);
  expect(usage.days.slice(-2)).toEqual([
    { day: '2025-03-14', count: 9 },
    { day: '2025-03-15', count: 5 },
  ]);
  expect(usage.days[0]).toEqual({ day: '2025-03-09', count: 0 });
  expect(usage.operations).toEqual([
    { operation: 'products:get', count: 9 },
    { operation: 'orders:list', count: 5 },
  ]);
});
