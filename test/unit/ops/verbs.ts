import { loadNouns } from '#ops/program';

/** All verbs of the tool with their command names. Only tests that need them import this file, because loading them is slow. */
export const verbs = Object.entries(await loadNouns()).flatMap(([noun, own]) =>
  Object.entries(own).map(([verb, declared]) => ({ ...declared, noun, verb, name: `${noun} ${verb}` })),
);
