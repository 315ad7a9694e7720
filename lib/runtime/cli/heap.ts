import { setFlagsFromString } from 'node:v8';

// For processes that serve: V8 collects the old generation only when it has quadrupled, which an export or an import
// would fill with hundreds of megabytes. Imported for that alone.
setFlagsFromString('--heap-growing-percent=40');
