// Completes package-lock.json with the optional packages of other platforms.
//
// A registry that does not carry a platform's package makes `npm install` drop its entry from the
// lock file, and `npm ci` then stops with "Missing: … from lock file". Each name in an
// `optionalDependencies` without an entry gets one that npm installs only on its own platform.
//
//   node scripts/complete-lock.mjs           write the missing entries
//   node scripts/complete-lock.mjs --check   only say what is missing, and fail if anything is

import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
const MODULES = 'node_modules/';

/** What stands in a package's name, and what npm calls it in `os`. */
const SYSTEMS = {
  darwin: /darwin|fsevents/,
  linux: /linux/,
  win32: /win32|windows/,
  android: /android/,
  freebsd: /freebsd/,
  netbsd: /netbsd/,
  openbsd: /openbsd/,
  openharmony: /openharmony/,
  sunos: /sunos/,
  aix: /aix/,
};
const PROCESSORS = /arm64|x64|ia32|arm(?!64)|riscv64|ppc64|s390x|loong64|mips64el|wasm32/;

/** The places where Node would look for `name` from the package at `location`, nearest first. */
function lookupPaths(location, name) {
  const places = [];
  for (let base = location; ; base = base.slice(0, Math.max(0, base.lastIndexOf(`/${MODULES}`)))) {
    places.push(base === '' ? MODULES + name : `${base}/${MODULES}${name}`);
    if (base === '') return places;
  }
}

/** The lock entry of an optional package, as far as its name and its range tell. */
function entryFor(name, range, dependent) {
  const system = Object.keys(SYSTEMS).find((key) => SYSTEMS[key].test(name));
  const processor = PROCESSORS.exec(name)?.[0];
  const libc = system === 'linux' ? /musl|gnu/.exec(name)?.[0] : undefined;
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(processor && { cpu: [processor] }),
    ...(dependent.dev && { dev: true }),
    ...(libc && { libc: [libc === 'gnu' ? 'glibc' : 'musl'] }),
    optional: true,
    ...(system && { os: [system] }),
  };
}

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const { packages } = lock;
const added = {};
for (const [location, dependent] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(dependent.optionalDependencies ?? {})) {
    const known = lookupPaths(location, name).some((place) => packages[place]?.version);
    if (!known) added[MODULES + name] = entryFor(name, range, dependent);
  }
}

const names = Object.keys(added);
if (process.argv.includes('--check')) {
  for (const name of names) console.error(`package-lock.json lacks ${name}`);
  if (names.length > 0) console.error('Run: node scripts/complete-lock.mjs');
  process.exitCode = names.length > 0 ? 1 : 0;
} else if (names.length > 0) {
  const all = Object.entries({ ...packages, ...added });
  lock.packages = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
  for (const name of names) console.log(`added ${name}`);
}
