import { setTimeout as sleep } from 'node:timers/promises';

const WITHIN_MS = 180_000;
const EVERY_MS = 10;

/** Waits until the reading passes the check, and returns it. Time decides only when it never does. */
export async function eventually<Reading>(
  read: () => Reading | Promise<Reading>,
  check: (reading: Reading) => boolean,
): Promise<Reading> {
  const deadline = Date.now() + WITHIN_MS;
  for (;;) {
    const reading = await read();
    if (check(reading)) return reading;
    if (Date.now() > deadline) throw new Error(`Still not there: ${JSON.stringify(reading)}`);
    await sleep(EVERY_MS);
  }
}
