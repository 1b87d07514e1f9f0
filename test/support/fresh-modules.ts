import { afterAll, vi } from 'vitest';

// Test files of a level share a process and its loaded packages. Each file has separate instances of the project's modules.
// Cached clients, secrets and circuit breakers, and changes of the environment, therefore never reach another file.
vi.resetModules();

const before = { ...process.env };
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
