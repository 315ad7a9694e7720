import * as repository from '@/lib/resources/metrics/repository';

/**
 * Adds what was sold lately to the sums by day, and keeps sums in the zones of each organization. Until it has run,
 * figures are counted from what it has not summed up: they are the same.
 */
export async function foldMetrics(): Promise<void> {
  while (await repository.fold());
  for (const { isMissing, ...zone } of await repository.findZones()) {
    await (isMissing ? repository.storeZone(zone) : repository.removeZone(zone));
  }
}
