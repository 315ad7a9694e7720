import { type OrganizationPageProps, PrefetchInOrganization } from '@/app/(dashboard)/prefetch';
import { GET as getLimits } from '@/app/v1/metrics/limits/route';
import { GET as getFigures } from '@/app/v1/metrics/route';
import { MetricsPage } from '@/components/metrics/metrics-page';
import { metricsViewOf } from '@/components/metrics/metrics-queries';
import { getMetrics, getMetricsLimits } from '@/lib/resources/metrics/contract';

export default async function Page({ params, searchParams }: OrganizationPageProps) {
  const given = await searchParams;
  const valuesOf = (name: string) => [given[name] ?? []].flat();
  return (
    <PrefetchInOrganization
      params={params}
      queriesFor={(organization) => {
        const view = metricsViewOf(organization, {
          get: (name) => valuesOf(name)[0] ?? null,
          getAll: valuesOf,
        });
        const limits = { query: { organization_id: [organization.id] } };
        return [
          ...[view.now, ...(view.before ? [view.before] : [])].map((input) => ({
            operation: getMetrics,
            handler: getFigures,
            input,
          })),
          { operation: getMetricsLimits, handler: getLimits, input: limits },
        ];
      }}
    >
      <MetricsPage />
    </PrefetchInOrganization>
  );
}
