import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as z from 'zod';

/** The limit of both partners, the service's own default. */
export const POLICY = { perSecond: 50, burst: 100 };

/** What the flood got through. */
const report = z.object({ asked: z.number(), taken: z.number() });

export interface Flood {
  /** Lets the clients ask in a partner's name, so many times a second together. */
  begin(partner: string, perSecond: number): Promise<void>;
  /** Has them stop, and tells what they asked and what was taken. */
  end(): Promise<z.infer<typeof report>>;
  stop(): Promise<void>;
}

/** Starts the process of the flooding clients; it is idle until it is told to begin. */
export async function startFlood(endpoint: string): Promise<Flood> {
  const child = fork(join(import.meta.dirname, 'flood-process.ts'), [], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: endpoint },
  });
  await once(child, 'message');
  return {
    async begin(partner, perSecond) {
      child.send({ partner, perSecond });
      await once(child, 'message');
    },
    async end() {
      child.send({});
      const [message] = await once(child, 'message');
      return report.parse(message);
    },
    async stop() {
      child.disconnect();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
