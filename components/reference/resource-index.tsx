import type { NavGroup } from '@/components/reference/reference-nav';
import { REFERENCE } from '@/components/reference/texts';
import { TextLink } from '@/components/ui/text-link';

/** All sections, with the number of their operations. */
export function ResourceIndex({ groups }: { groups: readonly NavGroup[] }) {
  return (
    <section id="resources" className="flex max-w-3xl scroll-mt-16 flex-col gap-3 pt-10">
      <h2 className="text-lg font-semibold">{REFERENCE.resources}</h2>
      <p>{REFERENCE.resourcesText}</p>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {groups
          .flatMap(({ sections }) => sections)
          .map(({ tag, title, operations }) => (
            <li
              key={tag}
              className="flex items-baseline justify-between gap-4 border-b border-line py-2"
            >
              <TextLink href={`/docs/${tag}`} prefetch={false}>
                {title}
              </TextLink>
              <span className="text-xs text-muted">{REFERENCE.operations(operations.length)}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}
