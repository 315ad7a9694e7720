/** What runs in the background of a node. */
export const tasks: readonly { name: string; run(): Promise<void> }[] = [];

/** Puts right what a killed run left half done; called once, before the server listens. */
export async function recover(): Promise<void> {}
