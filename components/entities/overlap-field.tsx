import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';

const LABEL = 'Old key';
/** In hours. */
const OVERLAPS = [
  [0, 'Stops immediately'],
  [24, 'Works 24 more hours'],
  [72, 'Works 3 more days'],
  [168, 'Works 7 more days'],
  [720, 'Works 30 more days'],
] as const;

/** How long a license key works that another one takes the place of. */
export function OverlapField({
  hours,
  onChange,
}: {
  hours: number;
  onChange: (hours: number) => void;
}) {
  return (
    <Field label={LABEL}>
      {(aria) => (
        <Select {...aria} value={hours} onChange={({ target }) => onChange(Number(target.value))}>
          {OVERLAPS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
