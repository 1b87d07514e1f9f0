import { defineConfig } from 'vitest/config';

// Limits end what hangs; they judge no speed. A machine under a load of 10 takes ten times as long as a quiet one.
const common = {
  testTimeout: 240_000,
  hookTimeout: 400_000,
  pool: 'forks',
  env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
} as const;

export default defineConfig({
  test: {
    // Tests wait for a part of their time: more workers than cores use it.
    maxWorkers: 4,
    projects: [
      {
        test: { ...common, name: 'unit', include: ['test/unit/**/*.test.ts', 'test/infra/**/*.test.ts'] },
      },
      {
        // A handler alone: no port, no process, no file. The files share their modules, and their worlds leave nothing behind.
        test: {
          ...common,
          name: 'handlers',
          include: ['test/handlers/**/*.test.ts'],
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...common,
          name: 'stack',
          include: ['test/contract/**/*.test.ts', 'test/integration/**/*.test.ts', 'test/browser/**/*.test.ts'],
          globalSetup: ['test/support/make-templates.ts'],
        },
      },
    ],
  },
});
