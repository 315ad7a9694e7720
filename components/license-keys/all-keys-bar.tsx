'use client';

import {
  CalendarPlus,
  ChevronDown,
  CirclePause,
  KeyRound,
  type LucideIcon,
  SlidersHorizontal,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { DialogForm } from '@/components/form/dialog-form';
import { CheckboxField, SelectField } from '@/components/form/fields';
import { NumberField } from '@/components/form/number-fields';
import { useWhyNot } from '@/components/form/rights';
import { useContractForm } from '@/components/form/use-contract-form';
import { ALL } from '@/components/license-keys/texts';
import { useOrganization } from '@/components/session/organization';
import { Button, IconButton } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Menu, MenuItem } from '@/components/ui/menu';
import { ProgressBar } from '@/components/ui/progress-bar';
import { useRunning } from '@/lib/client/use-running';
import type { ContractInput } from '@/lib/contract/contract';
import { bodyProblem } from '@/lib/contract/errors';
import type { Search } from '@/lib/contract/search';
import {
  createLicenseKeyBulk,
  getLicenseKeyBulk,
} from '@/lib/resources/license-key-bulks/contract';
import type { LicenseKeyBulk } from '@/lib/resources/license-key-bulks/schema';

type Body = NonNullable<ContractInput<typeof createLicenseKeyBulk>['body']>;
type Action = Body['action'];
type Filter = Body['filter'];

/** The most keys of one change (docs/contract/license-keys.md#changes-of-many-keys). */
const MAX_KEYS = 10_000;

const ACTIONS: readonly { action: Action; icon: LucideIcon }[] = [
  { action: 'disable', icon: CirclePause },
  { action: 'enable', icon: KeyRound },
  { action: 'extend', icon: CalendarPlus },
  { action: 'limits', icon: SlidersHorizontal },
];

/** What is done with all license keys that the filters leave, by one call, and how far it has come. */
export function AllKeysBar({
  filters,
  total,
  onClose,
}: {
  filters: Search;
  total: number;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState<Action | null>(null);
  const [begun, setBegun] = useState<LicenseKeyBulk | null>(null);
  const whyNot = useWhyNot();
  if (begun) return <Progress begun={begun} onClose={onClose} />;
  const blockedBy = total > MAX_KEYS ? ALL.tooMany : whyNot(createLicenseKeyBulk);
  return (
    <>
      <span role="status" className="font-medium whitespace-nowrap">
        {ALL.selected(total)}
      </span>
      {/* With the reason beside them; small screens have a menu. */}
      <span className="contents max-md:hidden">
        {ACTIONS.map(({ action, icon }) => (
          <Button
            key={action}
            size="small"
            icon={icon}
            blockedBy={blockedBy}
            onClick={() => setAsked(action)}
          >
            {ALL[action]}
          </Button>
        ))}
      </span>
      <span className="ml-auto flex items-center gap-2">
        <span className="md:hidden">
          <Menu side="top" trigger={<Button icon={ChevronDown}>{ALL.actions}</Button>}>
            {ACTIONS.map(({ action, icon }) => (
              <MenuItem
                key={action}
                icon={icon}
                blockedBy={blockedBy}
                onSelect={() => setAsked(action)}
              >
                {ALL[action]}
              </MenuItem>
            ))}
          </Menu>
        </span>
        <IconButton label={ALL.clear} icon={X} onClick={onClose} />
      </span>
      {asked && (
        <ChangeDialog
          action={asked}
          filters={filters}
          total={total}
          onBegun={setBegun}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface Values {
  extend_by: { ttl: number | null; timeframe: 'day' | 'month' | 'year' };
  sets_limit_activations: boolean;
  limit_activations: number | null;
  sets_limit_usage: boolean;
  limit_usage: number | null;
}

/** Asks what an action needs, and begins it. */
function ChangeDialog({
  action,
  filters,
  total,
  onBegun,
  onClose,
}: {
  action: Action;
  filters: Search;
  total: number;
  onBegun: (bulk: LicenseKeyBulk) => void;
  onClose: () => void;
}) {
  const { id } = useOrganization();
  const form = useContractForm(createLicenseKeyBulk, {
    defaultValues: {
      extend_by: { ttl: 1, timeframe: 'year' },
      sets_limit_activations: false,
      limit_activations: null,
      sets_limit_usage: false,
      limit_usage: null,
    },
    toBody: (values: Values) => ({
      organization_id: id,
      filter: filterOf(filters),
      action,
      ...(action === 'extend' && { extend_by: values.extend_by as Body['extend_by'] }),
      ...(action === 'limits' && limitsOf(values)),
    }),
    check: (values) =>
      action === 'limits' && !values.sets_limit_activations && !values.sets_limit_usage
        ? [bodyProblem('sets_limit_activations', ALL.chooseOne)]
        : [],
    onSuccess: onBegun,
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={ALL.title(ALL[action], total)}
      description={ALL.effects[action]}
    >
      <DialogForm form={form} submit={ALL.title(ALL[action], total)} onCancel={onClose}>
        {action === 'extend' && (
          <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-4">
            <NumberField form={form} name="extend_by.ttl" label={ALL.extendBy} />
            <SelectField
              form={form}
              name="extend_by.timeframe"
              label={ALL.unit}
              options={ALL.units}
            />
          </div>
        )}
        {action === 'limits' && (
          <>
            <CheckboxField form={form} name="sets_limit_activations" label={ALL.setsActivations} />
            {form.watch('sets_limit_activations') && (
              <NumberField
                form={form}
                name="limit_activations"
                label={ALL.activations}
                optional
                help={ALL.activationsHelp}
              />
            )}
            <CheckboxField form={form} name="sets_limit_usage" label={ALL.setsUsage} />
            {form.watch('sets_limit_usage') && (
              <NumberField
                form={form}
                name="limit_usage"
                label={ALL.usage}
                optional
                help={ALL.usageHelp}
              />
            )}
          </>
        )}
      </DialogForm>
    </Dialog>
  );
}

function limitsOf(values: Values): Pick<Body, 'limit_activations' | 'limit_usage'> {
  return {
    ...(values.sets_limit_activations && { limit_activations: values.limit_activations }),
    ...(values.sets_limit_usage && { limit_usage: values.limit_usage }),
  };
}

/** The filters of the list's address, as the change takes them. */
function filterOf({ organization_id: _, sorting: __, at_limit, ...filters }: Search): Filter {
  return { ...filters, ...(at_limit && { at_limit: at_limit === 'true' }) } as Filter;
}

function Progress({ begun, onClose }: { begun: LicenseKeyBulk; onClose: () => void }) {
  const input = { params: { id: begun.id } };
  const { data } = useRunning(getLicenseKeyBulk, input, {
    begun,
    command: createLicenseKeyBulk,
    isRunning: (bulk) => bulk.status === 'running',
  });
  const { status, total, done, changed } = data ?? begun;
  const words =
    status === 'running'
      ? ALL.progress(done, total)
      : status === 'done'
        ? ALL.done(changed, total)
        : ALL.failed(done, total);
  return (
    <>
      <span role="status" className={status === 'failed' ? 'text-bad' : 'font-medium tabular-nums'}>
        {words}
      </span>
      {status === 'running' ? (
        <span className="w-40 max-md:w-full">
          <ProgressBar label={words} value={done} max={total} />
        </span>
      ) : (
        <Button size="small" className="ml-auto" onClick={onClose}>
          {ALL.close}
        </Button>
      )}
    </>
  );
}
