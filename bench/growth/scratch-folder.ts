import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is gone with this process, also after an interrupt; in memory where the system has such a place. */
export function scratchFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(memoryFolder(), 'partner-ramp-growth-'));
  const remove = () => rmSync(path, { recursive: true, force: true });
  const interrupted = () => process.exit(130);
  process.once('exit', remove);
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  return {
    path,
    remove() {
      process.off('exit', remove);
      process.off('SIGINT', interrupted);
      process.off('SIGTERM', interrupted);
      remove();
    },
  };
}

function memoryFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}
