import { runOps } from '#ops/program';

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
