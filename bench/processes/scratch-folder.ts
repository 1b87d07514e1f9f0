import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is gone with this process, also after an interrupt. */
export interface ScratchFolder {
  readonly path: string;
  remove(): void;
}

/** @param parent where it is made @default the system's place for temporary files */
export function scratchFolder(parent = tmpdir()): ScratchFolder {
  const path = mkdtempSync(join(parent, 'partner-ramp-bench-'));
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

/** Runs some work with a folder of its own, which goes with it. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = scratchFolder();
  try {
    return await work(folder.path);
  } finally {
    folder.remove();
  }
}
