import { type OrganizationPageProps, PrefetchInOrganization } from '@/app/(dashboard)/prefetch';
import { GET as getCheckouts } from '@/app/v1/checkouts/custom/route';
import { GET as getFigures } from '@/app/v1/metrics/route';
import { GET as getOrders } from '@/app/v1/orders/route';
import { GET as getProducts } from '@/app/v1/products/route';
import { GET as getTokens } from '@/app/v1/tokens/route';
import { rangeNameOf } from '@/components/charts/date-range';
import { HomePage } from '@/components/organizations/home-page';
import {
  figuresOf,
  firstOrdersOf,
  firstStepsOf,
  latestOrdersOf,
} from '@/components/organizations/home-queries';
import { listCheckouts } from '@/lib/resources/checkouts/contract';
import { getMetrics } from '@/lib/resources/metrics/contract';
import { listOrders } from '@/lib/resources/orders/contract';
import { listProducts } from '@/lib/resources/products/contract';
import { listTokens } from '@/lib/resources/tokens/contract';

export default async function Page({ params, searchParams }: OrganizationPageProps) {
  const range = rangeNameOf([(await searchParams).range].flat()[0]);
  return (
    <PrefetchInOrganization
      params={params}
      queriesFor={(organization) => {
        const figures = figuresOf(organization, range);
        const steps = firstStepsOf(organization.id);
        return [
          { operation: listOrders, handler: getOrders, input: latestOrdersOf(organization.id) },
          { operation: getMetrics, handler: getFigures, input: figures.now },
          { operation: getMetrics, handler: getFigures, input: figures.before },
          { operation: listProducts, handler: getProducts, input: steps.products },
          { operation: listCheckouts, handler: getCheckouts, input: steps.checkouts },
          { operation: listTokens, handler: getTokens, input: steps.tokens },
          ...(organization.is_first_sale_seen
            ? []
            : [
                {
                  operation: listOrders,
                  handler: getOrders,
                  input: firstOrdersOf(organization.id),
                },
              ]),
        ];
      }}
    >
      <HomePage />
    </PrefetchInOrganization>
  );
}
