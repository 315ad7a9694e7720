import { TextField } from '@/components/form/fields';
import { PAYMENTS as texts } from '@/components/payment-connections/texts';
import { SettingsForm, useSettingsForm } from '@/components/settings/settings-form';
import { StoredOrganization } from '@/components/settings/stored-organization';
import type { Organization } from '@/lib/resources/organizations/schema';

/** What buyers read on the statements of their cards (docs/contract/organizations.md#card-statements). */
export function StatementPart() {
  return (
    <StoredOrganization>
      {(organization) => <SuffixPart key={organization.id} organization={organization} />}
    </StoredOrganization>
  );
}

function SuffixPart({ organization }: { organization: Organization }) {
  const form = useSettingsForm(organization, {
    toValues: ({ statement_descriptor_suffix }) => ({ statement_descriptor_suffix }),
    saved: texts.statementSaved,
  });
  return (
    <SettingsForm form={form} title={texts.statement} text={texts.statementText}>
      <TextField
        form={form}
        name="statement_descriptor_suffix"
        label={texts.suffix}
        maxLength={22}
        help={texts.suffixHelp}
        optional
      />
    </SettingsForm>
  );
}
