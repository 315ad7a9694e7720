'use client';

import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CirclePause, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { ADS } from '@/components/advertisements/texts';
import { customerName } from '@/components/entities/customer-name';
import { DialogForm } from '@/components/form/dialog-form';
import { TextareaField } from '@/components/form/fields';
import { useConfirmThenLeave } from '@/components/form/leave-guard';
import { isEqual } from '@/components/form/rebase';
import { useWhyNot } from '@/components/form/rights';
import { useContractForm } from '@/components/form/use-contract-form';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { query, useCommand, useRefresh } from '@/lib/client/queries';
import { versionOf } from '@/lib/client/versions';
import { bodyProblem } from '@/lib/contract/errors';
import { getAdvertisement, updateAdvertisement } from '@/lib/resources/advertisements/contract';
import type { AdvertisementCampaign } from '@/lib/resources/advertisements/schema';

/** What the seller can decide about a campaign in its state. */
export function AdvertisementActions({ campaign }: { campaign: AdvertisementCampaign }) {
  const { id, status, pending, customer } = campaign;
  const [dialog, setDialog] = useState<'pause' | 'ask' | null>(null);
  const close = () => setDialog(null);
  const client = useQueryClient();
  const update = useCommand(updateAdvertisement);
  const refresh = useRefresh(updateAdvertisement);
  const blockedBy = useWhyNot()(updateAdvertisement);
  const isComplete = pending !== null && pending.image_url !== '' && status !== 'draft';
  const isPaused = status === 'paused';
  const name = customer ? customerName(customer) : ADS.deletedCustomer;

  /** Approves what is shown: a row of a list has no version, so the campaign is read again and compared. */
  async function approve() {
    try {
      const now = await client.fetchQuery({
        ...query(getAdvertisement, { params: { id } }),
        staleTime: 0,
      });
      if (!isEqual(now.pending, pending)) {
        showToast(ADS.changed);
        return await refresh();
      }
      const body = { status: 'approved' } as const;
      await update.mutateAsync({ params: { id }, body, ifMatch: versionOf(now) });
      showToast(isComplete ? ADS.approved : ADS.resumed);
    } catch (error) {
      showErrorToast(ADS.failed, error);
      await refresh();
    }
  }

  if (!isComplete && campaign.text === '') return null;
  return (
    <div className="flex flex-wrap gap-2">
      {(isComplete || isPaused) && (
        <Button
          icon={CircleCheck}
          pending={update.isPending}
          blockedBy={blockedBy}
          onClick={approve}
        >
          {isComplete ? ADS.approve : ADS.resume}
        </Button>
      )}
      {status !== 'changes_requested' && (
        <Button icon={MessageSquareText} blockedBy={blockedBy} onClick={() => setDialog('ask')}>
          {ADS.ask}
        </Button>
      )}
      {campaign.text !== '' && !isPaused && (
        <Button icon={CirclePause} blockedBy={blockedBy} onClick={() => setDialog('pause')}>
          {ADS.pause}
        </Button>
      )}
      <ConfirmDialog
        open={dialog === 'pause'}
        onOpenChange={close}
        title={ADS.pauseOne(name)}
        verb={ADS.pause}
        effects={ADS.pauseEffects}
        onConfirm={async () => {
          await update.mutateAsync({ params: { id }, body: { status: 'paused' } });
          showToast(ADS.paused);
        }}
      />
      {dialog === 'ask' && <AskDialog campaign={campaign} name={name} onClose={close} />}
    </div>
  );
}

interface AskProps {
  campaign: AdvertisementCampaign;
  name: string;
  onClose: () => void;
}

function AskDialog(props: AskProps) {
  const confirmThenLeave = useConfirmThenLeave();
  return (
    <Dialog
      open
      onOpenChange={() => confirmThenLeave(props.onClose)}
      title={ADS.askOf(props.name)}
      description={props.campaign.is_served ? `${ADS.askText} ${ADS.askShown}` : ADS.askText}
    >
      <AskForm {...props} />
    </Dialog>
  );
}

function AskForm({ campaign, onClose }: AskProps) {
  const confirmThenLeave = useConfirmThenLeave();
  const form = useContractForm(updateAdvertisement, {
    params: { id: campaign.id },
    defaultValues: { note: '' },
    toBody: ({ note }: { note: string }) => ({ status: 'changes_requested' as const, note }),
    check: ({ note }) => (note.trim() === '' ? [bodyProblem('note', ADS.noteNeeded)] : []),
    onSuccess: () => {
      showToast(ADS.asked);
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      label={ADS.ask}
      submit={ADS.ask}
      onCancel={() => confirmThenLeave(onClose)}
    >
      <TextareaField form={form} name="note" label={ADS.note} maxLength={500} rows={4} />
    </DialogForm>
  );
}
