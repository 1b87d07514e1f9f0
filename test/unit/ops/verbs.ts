import { loadNouns } from '#ops/program';

/** Every verb of the tool, with its name as it is typed. Loading all of them takes longer than most commands. */
export const verbs = Object.entries(await loadNouns()).flatMap(([noun, own]) =>
  Object.entries(own).map(([verb, declared]) => ({ ...declared, noun, verb, name: `${noun} ${verb}` })),
);
