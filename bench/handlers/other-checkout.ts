import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensurePeers } from '../installation';
import { temporaryFolder } from '../processes';
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
  const file = join(temporaryFolder(), 'recordings.json');
  const program = `
    import { writeFileSync } from 'node:fs';
    import { recordHandlers } from ${JSON.stringify(join(folder, 'bench/handlers/recorded-handlers.ts'))};
    writeFileSync(${JSON.stringify(file)}, JSON.stringify(await recordHandlers()));
    process.exit();`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  execFileSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return JSON.parse(readFileSync(file, 'utf8'));
}

function extract(ref: string): string {
  const folder = temporaryFolder();
  const archive = join(temporaryFolder(), 'checkout.tar');
  execFileSync('git', ['archive', '--output', archive, ref], { cwd: ROOT });
  execFileSync('tar', ['--extract', '--file', archive], { cwd: folder });
  return folder;
}
