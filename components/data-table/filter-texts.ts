import { zoneCity } from '@/lib/contract/time-zones';

// The words of an opened filter, loaded with its controls.

export const DATE_FILTER = {
  custom: 'Custom',
  anyTime: 'Any time',
  from: 'From',
  to: 'To',
  through: (label: string) => `${label} on or before`,
  zone: (zone: string) => `Full days in ${zoneCity(zone)} time.`,
};
