import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ensurePeers } from '../installation';
import { startChild, temporaryFolder, withCleanUp } from '../processes';
import type { Recordings } from './recorded-handlers';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Has another checkout record its handlers by its own program: each checkout is measured on its own items and events.
 * Its packages are those of this one, unless it has its own.
 * @param against a folder, or a git ref
 */
export async function recordOtherCheckout(against: string): Promise<Recordings> {
  ensurePeers();
  const folder = existsSync(against) ? resolve(against) : extract(against);
  for (const packages of ['node_modules', 'bench/peers/node_modules'])
    if (!existsSync(join(folder, packages))) symlinkSync(join(ROOT, packages), join(folder, packages));
  const program = relative(join(ROOT, 'bench'), join(folder, 'bench/handlers/recorded-handlers.ts'));
  return withCleanUp(async (atEnd) => {
    const { call } = startChild<typeof import('./recorded-handlers')>(program, atEnd);
    return call.recordHandlers();
  });
}

function extract(ref: string): string {
  const folder = temporaryFolder();
  const archive = execFileSync('git', ['archive', ref], { cwd: ROOT, maxBuffer: Number.POSITIVE_INFINITY });
  execFileSync('tar', ['--extract', '--file', '-'], { cwd: folder, input: archive });
  return folder;
}
