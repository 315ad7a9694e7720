// The first import of the commands that serve: React and Next read NODE_ENV while they load.

/** Whether pages are compiled on demand. */
export const development = process.argv.includes('--dev');

Object.assign(process.env, { NODE_ENV: development ? 'development' : 'production' });
