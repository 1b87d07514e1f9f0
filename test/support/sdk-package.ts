import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/.bin/tsc');
const TSX = join(ROOT, 'node_modules/.bin/tsx');
const NAME = 'partner-ramp-sdk';

/** Builds the SDK package in a folder, as it would be published. @returns the folder of the package */
export async function buildSdkPackage(folder: string): Promise<string> {
  const built = join(folder, 'package');
  await mkdir(built, { recursive: true });
  for (const name of ['package.json', 'README.md']) await copyFile(join(ROOT, 'sdk', name), join(built, name));
  for (const project of ['tsconfig.json', 'tsconfig.cli.json'])
    execFileSync(TSC, ['-p', join(ROOT, 'sdk', project), '--outDir', join(built, 'dist')]);
  execFileSync(TSX, ['tools/site/bundle-command-line.ts', join(built, 'dist')], { cwd: ROOT });
  return built;
}

/**
 * Compiles the programs of the SDK's README in a new project with the installed package.
 * @param folder folder of the new project, inside this repository, so that the compiler finds the types of Node.js
 * @param built folder of the SDK package
 * @returns the compiled programs by heading
 */
export async function compileDocumentedPrograms(folder: string, built: string): Promise<ReadonlyMap<string, string>> {
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await symlink(built, join(folder, 'node_modules', NAME));
  const files = new Map<string, string>();
  for (const [heading, text] of await readPrograms(join(built, 'README.md'))) {
    const name = heading.toLowerCase().replace(/[^a-z]+/g, '-');
    await writeFile(join(folder, `${name}.ts`), text);
    files.set(heading, join(folder, 'out', `${name}.js`));
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONSUMER));
  execFileSync(TSC, ['-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] });
  return files;
}

async function readPrograms(document: string): Promise<[string, string][]> {
  const text = await readFile(document, 'utf8');
  const programs = text.matchAll(/^## (.+)$(?:(?!^## )[\s\S])*?```ts\n([\s\S]*?)```/gm);
  return [...programs].map(([, heading = '', program = '']) => [heading, program]);
}

/**
 * Compiler settings of a strict project without DOM types. The compiler also checks the declarations of the project's packages.
 */
const CONSUMER = {
  compilerOptions: {
    ...{ target: 'es2022', module: 'nodenext', lib: ['es2022'], types: ['node'], rootDir: '.', outDir: 'out' },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  },
  include: ['*.ts'],
};
