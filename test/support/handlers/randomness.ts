/** Randomness and time that are the same in each run of a test. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, vi } from 'vitest';

/** Start of every world, epoch ms. */
export const START_MS = Date.UTC(2026, 0, 15, 12);

/** Waits between attempts are as short as they can be: the service draws them by `Math.random`. */
const SHORTEST = 2 ** -10;

type Bytes = (size: number) => Buffer;
let current: Bytes | undefined;

const random = Math.random.bind(Math);
const { randomBytes, randomUUID } = crypto;
const getRandomValues = globalThis.crypto.getRandomValues.bind(globalThis.crypto);

// Set for the life of the process: workers keep the functions of their first use, and replacing them for each test
// would cost more than most tests.
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

/** Bytes that follow from a seed (SHA-256 in counter mode). */
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

/** The test that runs, and which of its worlds this is: no two worlds of a process have the same. */
function worldName(): string {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const test = `${testPath.split('/test/').at(-1)} ${currentTestName}`;
  worlds = test === lastTest ? worlds + 1 : 0;
  lastTest = test;
  return `${test} ${worlds}`;
}

/**
 * Fixes the date, and has all ids, keys and nonces follow from the name of the test. So they are the same in each run, and
 * others in each test: what a module remembers by them is of no other test.
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
