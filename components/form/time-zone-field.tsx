import type { FieldValues } from 'react-hook-form';
import { ChoiceField } from '@/components/form/choice-field';
import { timeZone } from '@/components/form/dashboard-texts';
import type { FieldProps } from '@/components/form/fields';
import { useNow } from '@/components/ui/time';
import { dateFormat } from '@/lib/contract/formats';
import { currentZone, formerZone, timeZones, zoneName } from '@/lib/contract/time-zones';

/** Every time zone from west to east. */
function choicesAt(now: Date) {
  return timeZones()
    .map((value) => {
      const { city, region, offset, minutes } = zoneName(value, now);
      // "Pacific Time": what people call it who do not live in the city.
      const spoken = dateFormat({ timeZone: value, timeZoneName: 'longGeneric' })(now);
      const keywords = `${value} ${formerZone(value)} ${spoken} ${offset.replace('GMT', 'UTC')}`;
      return { value, label: `${city}, ${offset}`, detail: region, keywords, city, minutes };
    })
    .sort((a, b) => a.minutes - b.minutes || a.city.localeCompare(b.city, 'en'));
}

/** Selects a time zone by its city, region or offset. */
export function TimeZoneField<V extends FieldValues>(place: Pick<FieldProps<V>, 'form' | 'name'>) {
  const now = new Date(useNow());
  return (
    <ChoiceField
      {...place}
      label={timeZone.label}
      help={timeZone.help}
      searchLabel={timeZone.search}
      choices={() => choicesAt(now)}
      labelOf={(zone) => {
        const { city, offset } = zoneName(zone, now);
        return `${city}, ${offset}`;
      }}
      choiceOf={currentZone}
    />
  );
}
