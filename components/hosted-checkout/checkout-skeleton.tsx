import { CheckoutFrame, TwoColumns } from '@/components/hosted-checkout/checkout-frame';
import { LOADING } from '@/components/hosted-checkout/texts';
import { Skeleton } from '@/components/ui/skeleton';

const FIELDS = [1, 2, 3, 4];

/** Placeholder of a checkout, in its final layout. */
export function CheckoutSkeleton() {
  return (
    <CheckoutFrame isSandbox>
      <TwoColumns receipt={<SummarySkeleton />}>
        <div aria-busy className="flex flex-col gap-9">
          <h1 role="status" className="sr-only">
            {LOADING}
          </h1>
          <div className="flex flex-col gap-4">
            {FIELDS.map((field) => (
              <div key={field} className="flex flex-col gap-2">
                <Skeleton className="h-4 w-24" />
                <Skeleton className="h-11 w-full" />
              </div>
            ))}
          </div>
          <Skeleton className="h-12 w-full" />
        </div>
      </TwoColumns>
    </CheckoutFrame>
  );
}

function SummarySkeleton() {
  return (
    <div className="px-5 sm:px-8 lg:px-14 lg:py-8">
      <div className="mx-auto flex w-full max-w-[30rem] flex-col lg:mr-0">
        <div className="h-[4.25rem] lg:hidden" />
        <div className="flex flex-col gap-8 max-lg:hidden">
          <Skeleton className="h-7 w-48 bg-line" />
          <div className="flex flex-col gap-5 bg-[light-dark(var(--surface),var(--sunken))] p-8">
            <Skeleton className="h-7 w-56" />
            <Skeleton className="w-full" />
            <Skeleton className="w-full" />
            <Skeleton className="h-6 w-full" />
          </div>
        </div>
      </div>
    </div>
  );
}
