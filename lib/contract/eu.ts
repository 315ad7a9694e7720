/** The member states of the European Union, whose consumers may withdraw from what they buy online. */
const MEMBERS = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';

/** Whether a country, as ISO 3166 names it, is a member state. */
export function isInEu(country: string | null): boolean {
  return country !== null && MEMBERS.split(' ').includes(country);
}
