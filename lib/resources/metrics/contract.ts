import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { Currency, DateInput, Id, many, OrganizationFilter } from '@/lib/contract/fields';
import { Interval, MetricsLimits, MetricsResponse } from '@/lib/resources/metrics/schema';
import { ProductPriceType } from '@/lib/resources/orders/schema';

export const getMetrics = contract({
  tag: 'metrics',
  id: 'metrics:get',
  method: 'GET',
  path: '/v1/metrics/',
  summary: 'Get the figures over time',
  description:
    'For each interval between two dates, which are inclusive. With an organization token or one ' +
    "`organization_id` dates and intervals are in that organization's time zone, else in UTC. `revenue` is net of " +
    '`refunds`, each at the time it succeeds; the other sums and the average are of orders as they were sold.',
  permissions: ['metrics:read'],
  query: z.object({
    start_date: DateInput,
    end_date: DateInput.meta({
      description: 'Not before the start; the limits say how far after.',
    }),
    interval: Interval,
    currency: Currency.optional().meta({
      description:
        "What was sold in this currency is counted; by default the organization's. Nothing is converted.",
    }),
    organization_id: OrganizationFilter,
    product_id: many(Id),
    product_price_type: many(ProductPriceType),
    customer_id: many(Id),
  }),
  response: MetricsResponse,
});

export const getMetricsLimits = contract({
  tag: 'metrics',
  id: 'metrics:limits',
  method: 'GET',
  path: '/v1/metrics/limits',
  summary: 'Get the limits of the figures',
  description:
    'The date before which figures are 0, the currencies of orders, and the longest range for each interval.',
  permissions: ['metrics:read'],
  query: z.object({ organization_id: OrganizationFilter }),
  response: MetricsLimits,
});
