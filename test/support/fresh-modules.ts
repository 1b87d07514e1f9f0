import { afterAll, vi } from 'vitest';

// Setup of the levels `unit` and `own-stack` (docs/testing.md). Test files of these levels run in the same processes and share
// the loaded npm packages. Each file loads new instances of the project's modules. Therefore cached clients, secrets and circuit
// breakers never reach another file.
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
