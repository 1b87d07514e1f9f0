import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import LongestFirst from '#test/support/longest-first';

// The timeouts only stop hanging tests. They are long, because a test on a machine with a load of 10 takes ten times its usual
// time.
const common = {
  testTimeout: 240_000,
  hookTimeout: 400_000,
  expect: { poll: { timeout: 120_000 } },
  pool: 'forks',
  // node_modules/.experimental-vitest-cache contains transformed modules by content, so a run transforms only changed modules.
  experimental: { fsModuleCache: true },
  env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
} as const;

/** Defines a level of tests. `npm test -- --project <name>` runs one level. docs/testing.md describes the levels. */
function level(name: string, folders: readonly string[], options: object = {}) {
  return { test: { ...common, name, include: folders.map((folder) => `test/${folder}/**/*.test.ts`), ...options } };
}

/** With `--sequence.shuffle`, our sequencer is omitted: it would replace the random order. */
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'));

const filesOnStacks = ['test/integration', 'test/contract'].flatMap((folder) =>
  readdirSync(folder).map((name) => join(folder, name)),
);

/** Returns the test files that contain this call, which starts a stack. */
const filesWith = (call: RegExp) => filesOnStacks.filter((file) => call.test(readFileSync(file, 'utf8')));

const sharing = filesWith(/\bsharedStack\(\)/);
const owning = filesWith(/\b(ownStack|startTestStack)\(/).filter((file) => !sharing.includes(file));

const onNone = filesOnStacks.filter(
  (file) => file.startsWith('test/integration') && ![...sharing, ...owning].includes(file),
);
if (onNone.length > 0) throw new Error(`No level runs ${onNone.join(', ')}: a file here starts a stack`);

const onStack = { globalSetup: ['test/support/make-templates.ts'] };

const onAssemblies = { globalSetup: ['test/support/keep-assemblies.ts'], isolate: false };

const onFreshModules = { isolate: false, setupFiles: ['test/support/fresh-modules.ts'] };

/**
 * Projects that start programs as users do. A run of vitest includes these projects only if its command line names one of them.
 * `npm run test:slow -- programs` runs all of them.
 */
const programs = [
  level('programs', ['programs'], { globalSetup: [...onStack.globalSetup, ...onAssemblies.globalSetup] }),
  level('browser', ['browser'], onStack),
  level('pages', ['pages']),
  level('recipes', ['recipes']),
];
const takesPrograms = process.argv.some((argument) => /programs|browser|pages|recipes/.test(argument));

export default defineConfig({
  test: {
    globalSetup: ['infra/build/generated.ts', 'test/support/record-run.ts', 'test/support/shared-stack/keep-stacks.ts'],
    teardownTimeout: 120_000,
    // Tests wait part of their time, so more workers than cores are faster.
    maxWorkers: 4,
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    reporters: ['default', './test/support/rerun-reporter.ts', './test/support/skip-reporter.ts'],
    projects: [
      level('domain', ['unit/**/domain', 'unit/values'], { isolate: false }),
      // The test files can share their modules, because no test file leaves state in a module.
      level('handlers', ['handlers'], { isolate: false }),
      level('unit', ['unit'], {
        ...onFreshModules,
        env: { ...common.env, LOG_LEVEL: 'silent' },
        include: ['test/unit/**/*.test.ts', 'tools/bench/**/*.test.ts'],
        exclude: ['test/unit/**/domain/**', 'test/unit/values/**'],
      }),
      level('infra', ['infra'], onAssemblies),
      level('contract', ['contract'], { ...onStack, isolate: false, exclude: [...sharing, ...owning] }),
      level('stack', [], { ...onStack, include: sharing, isolate: false }),
      level('own-stack', [], { ...onStack, ...onFreshModules, include: owning }),
      ...(takesPrograms ? programs : []),
      // The level `document` runs after the other levels, because it checks the responses that their tests recorded.
      level('document', ['document'], { sequence: { groupOrder: 1 } }),
    ],
  },
});
