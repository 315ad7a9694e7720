/** "Visa" of the processor's "visa". */
export function cardBrand(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1);
}
