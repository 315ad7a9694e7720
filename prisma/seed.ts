/** Fills an empty database with the demo seller and answers how to sign in. */
export async function seedDemo(): Promise<{ email: string; password: string } | null> {
  return null;
}
