import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Program that fails if Python is older than 3.11, the oldest version that all pinned packages support. */
const PYTHON_CHECK = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';

const runs = (command: string, options: readonly string[]) =>
  spawnSync(command, options, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;

/**
 * Installs the packages of a requirements.txt into a virtual environment outside of the project. A later call with the same text
 * uses the same environment.
 * @returns the folder of the programs, or the reason if the installation failed
 */
export function pythonTools(requirements: string): { readonly bin: string } | { readonly missing: string } {
  const text = readFileSync(requirements, 'utf8');
  const folder = join(tmpdir(), `partner-ramp-python-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`);
  const bin = join(folder, 'bin');
  const stamp = join(folder, 'installed');
  if (existsSync(stamp)) return { bin };
  if (!runs('python3', ['-c', PYTHON_CHECK])) return { missing: 'Python 3.11 or newer with venv' };
  const install = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--disable-pip-version-check'];
  const isInstalled =
    runs('python3', ['-m', 'venv', '--clear', folder]) &&
    runs(join(bin, 'python3'), [...install, '--requirement', requirements]);
  if (!isInstalled) return { missing: `the packages of ${requirements}, which PyPI has` };
  writeFileSync(stamp, '');
  return { bin };
}
