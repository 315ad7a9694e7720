'use client';

import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useUploads } from '@/components/files/use-uploads';
import { DialogForm } from '@/components/form/dialog-form';
import { TextareaField } from '@/components/form/fields';
import { useContractForm } from '@/components/form/use-contract-form';
import { ADD } from '@/components/key-pools/texts';
import { ChooseFiles } from '@/components/ui/choose-files';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { ProgressBar } from '@/components/ui/progress-bar';
import { useCommand } from '@/lib/client/queries';
import { bodyProblem, type Problem } from '@/lib/contract/errors';
import { addPoolKeys } from '@/lib/resources/pool-keys/contract';
import {
  MAX_KEYS,
  MAX_LENGTH,
  type PoolKeysAdded,
  type PoolKeyUpload,
} from '@/lib/resources/pool-keys/schema';

/** Adds keys that are typed or pasted, one a line, or a file of them. */
export function AddKeysDialog({
  benefitId,
  onAdded,
  onClose,
}: {
  benefitId: string;
  onAdded: (outcome: PoolKeysAdded | PoolKeyUpload) => void;
  onClose: () => void;
}) {
  const params = { id: benefitId };
  const form = useContractForm(addPoolKeys, {
    params,
    defaultValues: { text: '' },
    toBody: ({ text }: { text: string }) => ({ keys: linesOf(text) }),
    check: ({ text }) => problemsOf(linesOf(text)),
    fieldNames: { keys: 'text' },
    onSuccess: onAdded,
  });
  return (
    <Dialog open onOpenChange={onClose} title={ADD.open} description={ADD.text}>
      <DialogForm form={form} submit={ADD.verb} onCancel={onClose}>
        <TextareaField
          form={form}
          name="text"
          label={ADD.keys}
          help={ADD.keysHelp}
          rows={8}
          className="font-mono"
          spellCheck={false}
          autoComplete="off"
        />
        <FileOfKeys benefitId={benefitId} onAdded={onAdded} />
      </DialogForm>
    </Dialog>
  );
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

/** What is wrong with lines, as the contract has it, by the line that it is about. */
function problemsOf(lines: readonly string[]): Problem[] {
  if (lines.length === 0) return [bodyProblem('text', ADD.noKeys)];
  if (lines.length > MAX_KEYS) return [bodyProblem('text', ADD.tooMany)];
  const place = lines.findIndex((line) => [...line.trim()].length > MAX_LENGTH);
  return place < 0 ? [] : [bodyProblem('text', ADD.tooLong(place + 1))];
}

/** In place of lines: a file, which is read in the background once it has arrived. */
function FileOfKeys({
  benefitId,
  onAdded,
}: {
  benefitId: string;
  onAdded: (outcome: PoolKeyUpload | PoolKeysAdded) => void;
}) {
  const add = useCommand(addPoolKeys);
  const [name, setName] = useState('');
  const uploads = useUploads('import', ({ id: file_id }) =>
    add.mutate({ params: { id: benefitId }, body: { file_id } }, { onSuccess: onAdded }),
  );
  const [sending] = uploads.list;
  const error = sending?.error ?? add.error;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <ChooseFiles
        icon={FileUp}
        label={ADD.choose}
        accept=".csv,text/csv"
        multiple={false}
        pending={(sending !== undefined && !sending.error) || add.isPending}
        onFiles={(files) => {
          if (sending) uploads.stop(sending);
          setName(files?.[0]?.name ?? '');
          uploads.add(files);
        }}
      >
        {ADD.file}
      </ChooseFiles>
      <p className="text-sm text-muted">{ADD.fileHelp}</p>
      {sending && !sending.error && (
        <ProgressBar label={ADD.uploading(name)} value={sending.share} max={1} />
      )}
      {error ? <ErrorNote error={error} /> : null}
    </div>
  );
}
