import { config } from 'zod';

// In browsers zod interprets schemas: compiling them tries `new Function`, which the content security policy
// refuses and reports. Imported before the first schema is created.
if ('window' in globalThis) config({ jitless: true });
