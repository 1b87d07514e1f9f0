import { defineConfig } from 'vitest/config';

/** The levels that a mutant must not survive: handlers alone, and the domain. One worker, whose files share their modules. */
export default defineConfig({
  test: {
    include: ['test/handlers/**/*.test.ts', 'test/unit/**/domain/**/*.test.ts', 'test/unit/values/**/*.test.ts'],
    isolate: false,
    testTimeout: 20_000,
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  },
});
