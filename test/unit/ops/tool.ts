import { loadNouns, runOps } from '#ops/program';

/** Every verb of the tool, with its name as it is typed. */
export const verbs = Object.entries(await loadNouns()).flatMap(([noun, own]) =>
  Object.entries(own).map(([verb, declared]) => ({ ...declared, noun, verb, name: `${noun} ${verb}` })),
);

export interface Result {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly asked: readonly string[];
}

/** Runs a command line in this process, with what the operator would type when asked. */
export async function ops(args: readonly string[], typed?: string): Promise<Result> {
  const result = { out: '', error: '', asked: [] as string[] };
  const code = await runOps(args, {
    out: (text) => {
      result.out += text;
    },
    error: (text) => {
      result.error += text;
    },
    ask: async (question) => {
      result.asked.push(question);
      return typed;
    },
  });
  return { code, ...result };
}
