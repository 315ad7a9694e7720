import { classes } from '@/components/ui/classes';

/** A check box of a row or of the page's rows, which takes clicks around it as well. */
export function SelectBox({
  label,
  checked,
  mixed = false,
  className,
  onToggle,
}: {
  label: string;
  checked: boolean;
  /** Some of the rows that it stands for are selected. */
  mixed?: boolean;
  className?: string;
  onToggle: (range: boolean) => void;
}) {
  return (
    <label
      className={classes(
        // With its margins as high as a line of text, so that it moves none of the row's names.
        '-my-2 -ml-3 inline-flex h-9 shrink-0 cursor-pointer items-center pr-2 pl-3 align-bottom coarse:-my-3 coarse:h-11',
        className,
      )}
      // A click with Shift would select the text between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        className="size-4 cursor-pointer"
        onChange={({ nativeEvent }) =>
          onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
}
