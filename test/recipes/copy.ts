/** A copy of the checkout in a temporary folder, for changes that nothing else sees. */
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** State of the type checker: with it the copy's first check is one of what has changed. */
const TYPES_STATE = 'node_modules/.cache/tsc/project.json';

/** Returns the reason why no copy can be made here, if any. */
export function reasonAgainstCopy(): string | undefined {
  if (process.platform === 'win32') return 'the recipes are carried out where packages can be linked';
  if (!existsSync(join(ROOT, '.git'))) return 'the recipes are carried out on a checkout of git';
  return undefined;
}

export class Copy {
  readonly #parent = mkdtempSync(join(tmpdir(), 'partner-ramp-recipes-'));
  readonly folder = join(this.#parent, 'checkout');

  constructor() {
    const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
    for (const file of list.split('\0')) {
      if (file === '' || !existsSync(join(ROOT, file))) continue;
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      copyFileSync(join(ROOT, file), join(this.folder, file));
    }
    // Packages are linked one by one: what tools keep beside them stays in the copy.
    mkdirSync(join(this.folder, 'node_modules'));
    for (const name of readdirSync(join(ROOT, 'node_modules')))
      if (!name.startsWith('.') || name === '.bin')
        symlinkSync(join(ROOT, 'node_modules', name), join(this.folder, 'node_modules', name));
    if (existsSync(join(ROOT, TYPES_STATE))) {
      mkdirSync(dirname(join(this.folder, TYPES_STATE)), { recursive: true });
      copyFileSync(join(ROOT, TYPES_STATE), join(this.folder, TYPES_STATE));
    }
  }

  /** Runs a command line as a developer would, in an environment without anything of this test run. */
  run(command: string): Promise<{ readonly code: number | null; readonly output: string }> {
    return new Promise((done, fail) => {
      const { PATH = '', HOME } = process.env;
      const env = {
        ...{ HOME, TMPDIR: this.#parent, NO_COLOR: '1' },
        PATH: `${join(this.folder, 'node_modules/.bin')}${delimiter}${PATH}`,
      };
      const child = spawn(command, { cwd: this.folder, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      child.on('error', fail).on('close', (code) => done({ code, output }));
    });
  }

  remove(): void {
    rmSync(this.#parent, { recursive: true, force: true, maxRetries: 3 });
  }
}
