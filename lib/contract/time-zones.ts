import { dateFormat, listedZones } from '@/lib/contract/formats';

// Time zones of the IANA database by the names that it gives them today. Browsers and Node list the names that Unicode
// once chose and keeps stable, such as `Asia/Calcutta`; both names are the same zone wherever one is taken.

const TODAYS: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** `Asia/Kolkata` for `Asia/Calcutta`; any other name as it is. */
export function currentZone(zone: string): string {
  return TODAYS[zone] ?? zone;
}

/** `Asia/Calcutta` for `Asia/Kolkata`; empty for a zone that has kept its name. */
export function formerZone(zone: string): string {
  return Object.keys(TODAYS).find((former) => TODAYS[former] === zone) ?? '';
}

/** Every time zone that this browser or server knows, and UTC. */
export function timeZones(): string[] {
  return [...new Set(['UTC', ...listedZones().map(currentZone)])];
}

/** What people call a time zone. */
export interface ZoneName {
  /** `Los Angeles` */
  city: string;
  /** `America`, or `Argentina, America`; empty for UTC. */
  region: string;
  /** `GMT−8`, at that moment. */
  offset: string;
  /** The same in minutes. */
  minutes: number;
}

/** `Los Angeles` for `America/Los_Angeles`. */
export function zoneCity(zone: string): string {
  const name = currentZone(zone);
  return name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** The city, region and offset of a zone at a moment. */
export function zoneName(zone: string, moment: Date): ZoneName {
  const [, ...regions] = currentZone(zone).replaceAll('_', ' ').split('/').reverse();
  const shown = dateFormat({ timeZone: zone, timeZoneName: 'longOffset' })(moment);
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(shown) ?? [];
  const total = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const rest = minutes === '00' || minutes === '0' ? '' : `:${minutes}`;
  const offset = `GMT${sign === '-' ? '−' : '+'}${Number(hours)}${rest}`;
  return { city: zoneCity(zone), region: regions.join(', '), offset, minutes: total };
}
