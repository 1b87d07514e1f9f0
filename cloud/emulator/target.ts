import * as z from 'zod';
import { pageOf } from '#cloud/aws/aws-caller';
import type { Emulator } from '#cloud/emulator/emulator';
import { restApiId, type Target } from '#cloud/plan/target';
import { endpoints } from '#shared/api/endpoints';
import { type WorkerId, workers } from '#shared/api/workers';

/** A stage on the emulator, which answers for every gateway at its own address. */
export async function emulatedTarget({
  emulator,
  ...stage
}: Omit<Target, 'baseUrl'> & { readonly emulator: Emulator }): Promise<Target> {
  return { ...stage, baseUrl: `${emulator.url}/_aws/execute-api/${await restApiId(stage)}/${stage.stage}` };
}

const functions = pageOf('Functions', z.object({ FunctionName: z.string(), Description: z.string().default('') }));

/** Ends the processes of functions, by the ids of their rows. @returns how many */
type Kill = (ids: readonly ((typeof endpoints)[number]['id'] | WorkerId)[]) => number;

/** Ends processes of functions at once, as a failing machine would. @throws Error in an account */
export async function workerKiller({ cloud: { aws } }: Target, emulator: Emulator | undefined): Promise<Kill> {
  if (emulator === undefined) throw new Error('No process of an account can be ended');
  const all = await aws.list('lambda ListFunctions', {}, functions);
  const names = new Map(all.map(({ FunctionName, Description }) => [Description, FunctionName]));
  return (ids) => {
    // Names are made at deployment and cut off; a description is the row's summary.
    const wanted = [...endpoints, ...workers]
      .filter(({ id }) => ids.includes(id))
      .map(({ summary }) => names.get(summary));
    const running = emulator.workers();
    const pids = wanted.flatMap((name) => (name === undefined ? [] : (running.get(name) ?? [])));
    return pids.filter(endProcess).length;
  };
}

/** @returns whether it was there */
function endProcess(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false; // It has ended by itself.
  }
}
