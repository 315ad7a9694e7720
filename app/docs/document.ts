import type { NavGroup } from '@/components/reference/reference-nav';
import { OTHER_GROUP, SECTION_GROUPS, sectionTitle } from '@/components/reference/texts';
import { apiDocumentOf } from '@/lib/api/openapi';
import type { ApiDocument } from '@/lib/client/api-document';
import { anchorOf, operationsOf } from '@/lib/client/api-document';
import { contracts, payloads } from '@/lib/resources/registry';

let document: ApiDocument | undefined;

/** The document of this server's API. */
export function apiDocument(): ApiDocument {
  document ??= apiDocumentOf(contracts, payloads);
  return document;
}

/** The sections of the reference in their order, with their operations. */
export function referenceGroups(): NavGroup[] {
  const { tags } = apiDocument();
  const grouped = new Set(SECTION_GROUPS.flatMap((group) => group.tags));
  const others = tags.map(({ name }) => name).filter((name) => !grouped.has(name));
  return [...SECTION_GROUPS, { title: OTHER_GROUP, tags: others }]
    .map((group) => ({
      title: group.title,
      sections: group.tags
        .filter((tag) => tags.some(({ name }) => name === tag))
        .map((tag) => ({
          tag,
          title: sectionTitle(tag),
          operations: operationsOf(apiDocument(), tag).map((operation) => ({
            anchor: anchorOf(operation),
            summary: operation.summary,
            method: operation.method,
            path: operation.path,
          })),
        })),
    }))
    .filter(({ sections }) => sections.length > 0);
}
