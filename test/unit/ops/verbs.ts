import { loadNouns } from '#ops/program';

/** All verbs of the tool with their command names. Loading them takes longer than most commands. */
export const verbs = Object.entries(await loadNouns()).flatMap(([noun, own]) =>
  Object.entries(own).map(([verb, declared]) => ({ ...declared, noun, verb, name: `${noun} ${verb}` })),
);
