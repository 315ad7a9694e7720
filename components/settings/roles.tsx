import { ROLES, members as texts } from '@/components/settings/member-texts';
import { Section } from '@/components/ui/section';
import type { Role } from '@/lib/contract/permissions';

/** What each role may do (docs/contract/callers.md#roles). */
export const ROLE_TEXTS: Record<Role, { label: string; may: string }> = {
  owner: { label: ROLES.owner, may: ROLES.canDoEverything },
  admin: {
    label: ROLES.admin,
    may: ROLES.canDoEverythingExcept,
  },
  member: {
    label: ROLES.member,
    may: ROLES.canViewEverythingAnd,
  },
};

/** Explains the roles. */
export function Roles() {
  return (
    <Section title={texts.roles}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        {Object.values(ROLE_TEXTS).map(({ label, may }) => (
          <div key={label} className="contents">
            <dt className="font-medium">{label}</dt>
            <dd className="text-muted">{may}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-muted">{texts.lastOwner}</p>
    </Section>
  );
}
