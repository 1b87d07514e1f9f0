import { defineConfig } from 'vitest/config';

const common = { testTimeout: 60_000, hookTimeout: 120_000, pool: 'forks' } as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: { ...common, name: 'unit', include: ['test/unit/**/*.test.ts', 'test/infra/**/*.test.ts'] },
      },
      {
        test: {
          ...common,
          name: 'stack',
          include: [
            'test/contract/**/*.test.ts',
            'test/integration/**/*.test.ts',
            'test/browser/**/*.test.ts',
          ],
          globalSetup: ['test/support/make-templates.ts'],
        },
      },
    ],
  },
});
