import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Program, Programs } from '#cloud/plan/programs';
import { type Toolchain, type Tools, toolsIn } from '#test/clients/tools';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/openapi-for-generators.json');

/** Tools that a client is made with. */
export interface Workshop {
  readonly programs: Programs;
  readonly tools: Tools;
  /** The client's own folder, empty, under that of the tools. */
  readonly folder: string;
}

/** A client that a generator makes of the document. */
export interface GeneratedClient {
  readonly name: string;
  readonly toolchains: readonly Toolchain[];
  /** Generates and compiles it with the smoke journey. @returns the journey, to be run @throws ProgramFailed */
  make(workshop: Workshop): Promise<Omit<Program, 'environment'>>;
}

export const CLIENTS: readonly GeneratedClient[] = [
  typescript('openapi-typescript', () => [DOCUMENT, '--output', 'clients/openapi-typescript/schema.ts']),
  typescript('hey-api', () => ['--file', 'hey-api.config.mjs'], 'openapi-ts'),
  typescript('orval', () => ['--input', DOCUMENT, '--output', 'clients/orval/client.ts', '--client', 'fetch']),
  { name: 'java', toolchains: ['maven'], make: makeJava },
  { name: 'python', toolchains: ['maven', 'python'], make: makePython },
  { name: 'go', toolchains: ['maven', 'go'], make: makeGo },
];

/** Runs programs in a client's folder. */
function runnerOf({ programs, tools, folder }: Workshop, name: string) {
  return async (step: string, command: string, args: readonly string[]): Promise<void> => {
    const environment = { ...tools.environment, DOCUMENT };
    await programs.succeed({ name: `${name}-${step}`, command, args, environment, cwd: folder });
  };
}

function typescript(name: string, args: () => readonly string[], program = name): GeneratedClient {
  return {
    name,
    toolchains: ['npm'],
    async make(workshop) {
      const { tools, folder } = workshop;
      const run = runnerOf(workshop, name);
      const sources = join(import.meta.dirname, 'typescript');
      const own = [`${name}.ts`, `${name}.config.mjs`, 'journey.ts', 'tsconfig.json'];
      for (const file of readdirSync(sources).filter((found) => own.includes(found)))
        copyFileSync(join(sources, file), join(folder, file));
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      await run('generate', tools.npmProgram(program), args());
      await run('compile', tools.npmProgram('tsc'), ['--project', '.']);
      return { name: `${name}-journey`, command: tools.node, args: [`out/${name}.js`], cwd: folder };
    },
  };
}

/** Runs openapi-generator with the options that a language's folder has. */
async function generate(workshop: Workshop, language: string): Promise<void> {
  const options = join(import.meta.dirname, language, 'options.json');
  await runnerOf(workshop, language)('generate', 'java', [
    ...[
      '-jar',
      workshop.tools.generatorJar,
      'generate',
      '--input-spec',
      DOCUMENT,
      '--config',
      options,
      '--output',
      '.',
    ],
    ...['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'],
  ]);
}

/** The generated code calls what Jackson has deprecated, and has serializers without a version. */
const JAVA_LINT = '-Xlint:all,-processing,-classfile,-serial,-deprecation';

async function makeJava(workshop: Workshop): Promise<Omit<Program, 'environment'>> {
  const { folder, tools } = workshop;
  await generate(workshop, 'java');
  const sources = readdirSync(join(folder, 'src/main/java'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.java'))
    .map((file) => join('src/main/java', file));
  writeFileSync(join(folder, 'sources'), [...sources, join(import.meta.dirname, 'java/Smoke.java')].join('\n'));
  await runnerOf(workshop, 'java')('compile', 'javac', [
    ...['--release', '17', '-proc:none', JAVA_LINT, '-Werror', '-d', 'out'],
    ...['-cp', tools.javaLibraries, '@sources'],
  ]);
  const classPath = ['out', tools.javaLibraries].join(delimiter);
  return { name: 'java-journey', command: 'java', args: ['-cp', classPath, 'Smoke'], cwd: folder };
}

async function makePython(workshop: Workshop): Promise<Omit<Program, 'environment'>> {
  const { folder, tools } = workshop;
  const own = join(import.meta.dirname, 'python');
  await generate(workshop, 'python');
  copyFileSync(join(own, 'smoke.py'), join(folder, 'smoke.py'));
  const run = runnerOf(workshop, 'python');
  // The package by the settings that its generator gives it, the journey strictly.
  await run('types', tools.python, ['-m', 'mypy', 'partner_ramp']);
  await run('strict-types', tools.python, ['-m', 'mypy', '--config-file', join(own, 'mypy.ini'), 'smoke.py']);
  return { name: 'python-journey', command: tools.python, args: ['-W', 'error', 'smoke.py'], cwd: folder };
}

async function makeGo(workshop: Workshop): Promise<Omit<Program, 'environment'>> {
  const { folder } = workshop;
  await generate(workshop, 'go');
  mkdirSync(join(folder, 'smoke'));
  copyFileSync(join(import.meta.dirname, 'go/main.go'), join(folder, 'smoke/main.go'));
  const run = runnerOf(workshop, 'go');
  await run('vet', 'go', ['vet', './...']);
  await run('build', 'go', ['build', '-o', 'journey', './smoke']);
  return { name: 'go-journey', command: join(folder, 'journey'), args: [], cwd: folder };
}

/** The folder for a client's files. */
export function workshopIn(programs: Programs, toolsFolder: string, client: GeneratedClient): Workshop {
  const folder = join(toolsFolder, 'clients', client.name);
  mkdirSync(folder, { recursive: true });
  return { programs, tools: toolsIn(toolsFolder), folder };
}
