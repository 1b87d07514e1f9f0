import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs some work with a folder of its own, which goes with it, also when this process is interrupted. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const interrupted = () => process.exit(130);
  process.once('exit', remove);
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    return await work(folder);
  } finally {
    process.off('exit', remove);
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
    remove();
  }
}
