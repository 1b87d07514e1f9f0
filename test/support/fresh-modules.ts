import { afterAll, vi } from 'vitest';

// The files of a level share a process, and with it the packages that it has loaded. Each has its own instances of the
// project's modules: what one of them keeps (a client, a secret, a circuit) reaches no other file, and no more does what
// a file leaves in its environment.
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
