import { runOps } from '#scripts/ops/run';

export interface Told {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly asked: readonly string[];
}

/** Runs a command line in this process, with what the operator would type when asked. */
export async function ops(args: readonly string[], typed?: string): Promise<Told> {
  const told = { out: '', error: '', asked: [] as string[] };
  const code = await runOps(args, {
    out: (text) => {
      told.out += `${text}\n`;
    },
    error: (text) => {
      told.error += `${text}\n`;
    },
    ask: async (question) => {
      told.asked.push(question);
      return typed;
    },
  });
  return { code, ...told };
}
