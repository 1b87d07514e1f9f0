/** Randomness and time that are the same in each run of a test. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, vi } from 'vitest';

/** When every world begins. */
export const START_MS = Date.UTC(2026, 0, 15, 12);

/** Waits between attempts are as short as they can be: the service draws them by `Math.random`. */
const SHORTEST = 2 ** -10;

const random = Math.random.bind(Math);
let draw: (() => number) | undefined;
// In place for the life of the process, since workers keep the function at their first use.
Math.random = () => draw?.() ?? random();

/** Bytes that follow from a seed (SHA-256 in counter mode). */
function byteStream(seed: string): (size: number) => Buffer {
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
  const bytes = byteStream(worldName());
  const { randomBytes, randomUUID } = crypto;
  const seeded = (size: number) => bytes(size);
  const uuid = () => {
    const hex = bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
  Object.assign(crypto, { randomBytes: seeded, randomUUID: uuid });
  syncBuiltinESMExports();
  const getRandomValues = vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((array) => {
    if (ArrayBuffer.isView(array)) Buffer.from(array.buffer, array.byteOffset).set(bytes(array.byteLength));
    return array;
  });
  draw = () => bytes(4).readUInt32BE() * 2 ** -32 * SHORTEST;
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS });
  return {
    restore() {
      Object.assign(crypto, { randomBytes, randomUUID });
      syncBuiltinESMExports();
      getRandomValues.mockRestore();
      draw = undefined;
      vi.useRealTimers();
    },
  };
}
