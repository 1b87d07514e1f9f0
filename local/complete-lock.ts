/**
 * Completes package-lock.json after an installation from a registry that lacks the binaries of other platforms:
 * npm leaves their entries out and `npm ci` then refuses the file. Each gets the version that its parent asks
 * for and the platform that its name says, so that it is skipped elsewhere and installed where it belongs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';

const FILE = 'package-lock.json';
const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix'];
const processors = ['arm64', 'x64', 'ia32', 'riscv64', 's390x', 'ppc64', 'loong64', 'mips64el', 'wasm32', 'arm'];

const entry = z.looseObject({
  version: z.optional(z.string()),
  optionalDependencies: z.optional(z.record(z.string(), z.string())),
});
const lock = z.looseObject({ packages: z.record(z.string(), entry) });

const content = lock.parse(JSON.parse(readFileSync(FILE, 'utf8')));
const added: Record<string, unknown> = {};
for (const { optionalDependencies = {} } of Object.values(content.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const path = `node_modules/${name}`;
    const words = name.split(/[-/]/);
    const os = words.filter((word) => systems.includes(word));
    const cpu = words.filter((word) => processors.includes(word));
    if (path in content.packages || os.length === 0 || cpu.length === 0 || !/^\d/.test(version)) continue;
    added[path] = { version, cpu, optional: true, os, ...(words.includes('musl') ? { libc: ['musl'] } : {}) };
  }
}
const packages = Object.fromEntries(
  Object.entries({ ...content.packages, ...added }).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(FILE, `${JSON.stringify({ ...content, packages }, null, 2)}\n`);
console.log(`Added ${Object.keys(added).length} entries`);
