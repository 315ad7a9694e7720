import type { ReactNode } from 'react';
import { FormActions } from '@/components/form/contract-form';
import { general as texts } from '@/components/settings/texts';
import { useEditBlockedReason } from '@/components/settings/use-edit-blocked-reason';
import { Button } from '@/components/ui/button';

/** The button that saves a settings form; callers who may not change the organization read why beside it. */
export function SaveSettings({
  form,
  children = texts.save,
}: {
  form: { isSubmitting: boolean };
  children?: ReactNode;
}) {
  const editBlockedReason = useEditBlockedReason();
  return (
    <FormActions>
      {/* Below the fields, which stand beside the titles of their parts. */}
      <div className="md:ml-68">
        <Button
          type="submit"
          variant="primary"
          pending={form.isSubmitting}
          blockedBy={editBlockedReason}
        >
          {children}
        </Button>
      </div>
    </FormActions>
  );
}
