import { type LucideIcon, Upload } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { Button } from '@/components/ui/button';

/** A button that opens the browser's choice of files. */
export function ChooseFiles({
  children,
  label,
  icon = Upload,
  accept,
  multiple = true,
  onFiles,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'icon'> & {
  /** The name of the hidden input. */
  label: string;
  icon?: LucideIcon;
  /** Media types, comma-separated; any without it. */
  accept?: string;
  multiple?: boolean;
  onFiles: (files: FileList | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} icon={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          onFiles(target.files);
          target.value = '';
        }}
      />
    </>
  );
}
