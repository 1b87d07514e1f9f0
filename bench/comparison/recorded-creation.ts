import type { MeteredCall } from './engine-meter';
import { startFunction } from './function-process';
import { expectStatus } from './operations';
import type { Setting } from './setting';
import type { Side } from './sides';

/** A creation by a new process of one side, and what went over the wire for it. */
export interface RecordedCreation {
  readonly side: Side;
  readonly event: unknown;
  readonly calls: readonly MeteredCall[];
}

/** Has each side create once on the engine, for a user whose account is known, as most requests do. */
export async function recordCreations(
  sides: readonly Side[],
  host: string,
  { environment, meter, newUser, request }: Setting,
): Promise<RecordedCreation[]> {
  const recorded: RecordedCreation[] = [];
  for (const side of sides) {
    const userId = await newUser();
    const create = async (event: unknown): Promise<void> => {
      const fn = await startFunction({ host, bundle: side.bundle, environment });
      try {
        expectStatus(await fn.invoke(event), 201);
      } finally {
        await fn.end();
      }
    };
    await create(request({ userId, key: crypto.randomUUID() }));
    const event = request({ userId, key: crypto.randomUUID() });
    recorded.push({ side, event, calls: await meter.during(() => create(event)) });
  }
  return recorded;
}
