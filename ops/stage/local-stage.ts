/** The switches of the local stack that runs on this machine. */
import * as z from 'zod/mini';
import { CONTROL_TARGET } from '#local/wiring/control';
import { existing, OperationFailed } from '#ops/errors';
import type { RunningStackState } from '#ops/running-stack';
import { allPaths, endpointsIn } from '#shared/api/endpoints';
import type { StageSwitches } from './switches';

/** Longer than the stack waits for what is in work, ms. */
const TIMEOUT_MS = 90_000;

const described = z.object({
  switches: z.array(z.object({ kind: z.enum(['api', 'mapping', 'schedule']), name: z.string(), open: z.boolean() })),
});

/** @throws OperationFailed when the stack is an older one, which cannot be frozen */
export async function localStage({ baseUrl, controlEndpoint }: RunningStackState): Promise<StageSwitches> {
  const endpoint = existing(controlEndpoint, 'The local stack that runs is an older one: start it again.');
  const call = async (operation: string, input: object = {}): Promise<unknown> => {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': `${CONTROL_TARGET}.${operation}` },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new OperationFailed(`The local stack answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const read = async () => described.parse(await call('DescribeSwitches')).switches;
  const found = await read();
  return {
    switches: found.map(({ kind, name }) => ({
      kind,
      name,
      async state() {
        const now = (await read()).find((one) => one.name === name);
        return now?.open ? 'open' : 'frozen';
      },
      freeze: async () => void (await call('SetSwitch', { name, open: false })),
      thaw: async () => void (await call('SetSwitch', { name, open: true })),
    })),
    baseUrl,
    isDeployedFrozen: false,
    // A laptop runs the sandbox stage.
    routes: endpointsIn('sandbox').flatMap((row) =>
      allPaths(row).map((path) => ({ method: row.method, path: path.replaceAll(/\{\w+\}/g, '0') })),
    ),
    drained: async () => void (await call('Drain')),
    // Its readers are mappings like any other: a copy of the data has the stream too.
    streamDrained: async () => {},
    rebuild: async () => void (await call('Rebuild')),
  };
}
