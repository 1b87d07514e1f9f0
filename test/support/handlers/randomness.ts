/** Random numbers and time that are equal in each run of a test. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, vi } from 'vitest';

/** Start time of every test, in epoch ms. */
export const START_MS = Date.UTC(2026, 0, 15, 12);

/** Factor for the results of `Math.random`, so that the service's random retry delays are very short. */
const SHORTEST = 2 ** -10;

type Bytes = (size: number) => Buffer;
let current: Bytes | undefined;

const random = Math.random.bind(Math);
const { randomBytes, randomUUID } = crypto;
const getRandomValues = globalThis.crypto.getRandomValues.bind(globalThis.crypto);

// We replace the random functions once per process, because some workers store a reference to `Math.random` when they start. A
// replacement for each test would also take longer than most tests.
Math.random = () => (current === undefined ? random() : current(4).readUInt32BE() * 2 ** -32 * SHORTEST);
Object.assign(crypto, {
  randomBytes: (...args: Parameters<typeof randomBytes>) => current?.(args[0]) ?? randomBytes(...args),
  randomUUID: (...args: Parameters<typeof randomUUID>) =>
    current === undefined ? randomUUID(...args) : uuidOf(current(16)),
});
syncBuiltinESMExports();
Object.assign(globalThis.crypto, {
  getRandomValues: (array: Uint8Array) => {
    if (current === undefined) return getRandomValues(array);
    Buffer.from(array.buffer, array.byteOffset).set(current(array.byteLength));
    return array;
  },
});

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns bytes from a seed (SHA-256 in counter mode). */
function byteStream(seed: string): Bytes {
  let block = 0;
  return (size) => {
    const blocks: Buffer[] = [];
    for (let length = 0; length < size; length += 32) {
      blocks.push(crypto.hash('sha256', `${seed}#${block}`, 'buffer'));
      block += 1;
    }
    return Buffer.concat(blocks).subarray(0, size);
  };
}

let worlds = 0;
let lastTest = '';

/** Returns a unique name: the current test, and the number of its `createWorld` call. */
function worldName(): string {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const test = `${testPath.split('/test/').at(-1)} ${currentTestName}`;
  worlds = test === lastTest ? worlds + 1 : 0;
  lastTest = test;
  return `${test} ${worlds}`;
}

/**
 * Sets the date, and derives all ids, keys and nonces from the name of the test. They are equal in each run and different in each
 * test, so module caches never return data of another test.
 */
export function fixRandomness(): { readonly restore: () => void } {
  current = byteStream(worldName());
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS });
  return {
    restore() {
      current = undefined;
      vi.useRealTimers();
    },
  };
}
