import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';

/** A folder for what may go with the process, in memory where the system has such a place: on a disk each commit waits for it. */
export function memoryFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}
