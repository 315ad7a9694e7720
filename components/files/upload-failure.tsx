import { UPLOAD_FAILURE } from '@/components/files/texts';
import { WrongFile } from '@/components/files/use-upload';
import { Button } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { errorMessage } from '@/components/ui/error-state';
import { FieldError } from '@/components/ui/field';

/** Why an upload failed, with Retry unless the file itself is refused. */
export function UploadFailure({
  error,
  name,
  onRetry,
  className,
}: {
  error: unknown;
  /** The file name, if it is not shown beside it. */
  name?: string;
  onRetry: () => void;
  className?: string;
}) {
  const isWrong = error instanceof WrongFile;
  return (
    <div role="alert" className={classes('flex', className)}>
      <FieldError>
        {name && `${name}: `}
        {isWrong ? error.message : errorMessage(error)}
      </FieldError>
      {!isWrong && (
        <Button size="small" onClick={onRetry}>
          {UPLOAD_FAILURE.retry}
        </Button>
      )}
    </div>
  );
}
