'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Disclosure } from '@/components/ui/disclosure';
import { JsonView } from '@/components/ui/json-view';
import { Skeleton } from '@/components/ui/skeleton';

// Few visits open them.
const ObjectEvents = dynamic(
  () => import('@/components/resource/object-events').then(({ ObjectEvents }) => ObjectEvents),
  { loading: () => <Skeleton className="mt-2 h-6 w-64" /> },
);

/** The end of the page of an object that has events: these, and the object as the API answers it. */
export function ObjectRecord({ value }: { value: { id: string } }) {
  const [isOpened, setOpened] = useState(false);
  return (
    <div>
      <Disclosure
        label="Events"
        className="no-print border-t border-line py-3"
        labelClass="font-medium"
        onOpen={() => setOpened(true)}
      >
        {isOpened && <ObjectEvents id={value.id} />}
      </Disclosure>
      <JsonView value={value} />
    </div>
  );
}
