import { config } from 'zod';

// In browsers schemas are interpreted: compiling them probes `new Function` once, which the pages'
// content security policy refuses and reports. Loaded before the first schema is made.
if ('window' in globalThis) config({ jitless: true });
