import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Program, Programs } from '#cloud/programs';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/openapi-for-generators.json');

/** Place that a client is made in. */
export interface Workshop {
  readonly programs: Programs;
  /** Folder of the tools. */
  readonly tools: string;
  /** The client's folder, empty. */
  readonly folder: string;
}

/** Variables of the shell: they say where packages come from, where they are cached, and how text is encoded. */
export function shellVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A client that openapi-generator makes of the document. */
export interface GeneratedClient {
  readonly name: 'java' | 'python';
  /** Generates and compiles it with the journey. @returns the journey, to be run @throws ProgramFailed */
  make(workshop: Workshop): Promise<Omit<Program, 'environment'>>;
}

export const CLIENTS: readonly GeneratedClient[] = [
  { name: 'java', make: makeJava },
  { name: 'python', make: makePython },
];

const python = (tools: string) => join(tools, 'python/bin/python');
/** Class path of the Java client. */
const javaLibraries = (tools: string) => join(tools, 'maven/libraries/*');

/** Runs programs in the client's folder. */
function runnerOf({ programs, folder }: Workshop, name: string) {
  return async (step: string, command: string, args: readonly string[]): Promise<void> => {
    await programs.succeed({ name: `${name}-${step}`, command, args, environment: shellVariables(), cwd: folder });
  };
}

/** Installs the tools of a client, or finds them installed. @throws ProgramFailed, or Error if a program is not there */
export async function installTools({ name }: GeneratedClient, workshop: Workshop): Promise<void> {
  const { tools } = workshop;
  const run = runnerOf(workshop, name);
  await run('javac', 'javac', ['--version']);
  await run('maven', 'mvn', [
    ...['--quiet', '--batch-mode', '--file', join(import.meta.dirname, 'java/pom.xml')],
    ...['validate', `-Dfolder=${join(tools, 'maven')}`],
  ]);
  if (name === 'java') return;
  await run('venv', 'python3', ['-m', 'venv', join(tools, 'python')]);
  await run('pip', python(tools), [
    ...['-m', 'pip', 'install', '--quiet', '--no-deps', '--disable-pip-version-check', '--requirement'],
    join(import.meta.dirname, 'python/requirements.txt'),
  ]);
}

/** Runs openapi-generator with the options of a language's folder. */
async function generate(workshop: Workshop, language: string): Promise<void> {
  await runnerOf(workshop, language)('generate', 'java', [
    ...['-jar', join(workshop.tools, 'maven/openapi-generator-cli.jar'), 'generate', '--input-spec', DOCUMENT],
    ...['--config', join(import.meta.dirname, language, 'options.json'), '--output', '.'],
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
    ...['-cp', javaLibraries(tools), '@sources'],
  ]);
  const classPath = ['out', javaLibraries(tools)].join(delimiter);
  return { name: 'java-journey', command: 'java', args: ['-cp', classPath, 'Smoke'], cwd: folder };
}

async function makePython(workshop: Workshop): Promise<Omit<Program, 'environment'>> {
  const { folder, tools } = workshop;
  const own = join(import.meta.dirname, 'python');
  await generate(workshop, 'python');
  copyFileSync(join(own, 'smoke.py'), join(folder, 'smoke.py'));
  const run = runnerOf(workshop, 'python');
  // The package by the settings that its generator gives it, the journey strictly.
  await run('types', python(tools), ['-m', 'mypy', 'partner_ramp']);
  await run('strict-types', python(tools), ['-m', 'mypy', '--config-file', join(own, 'mypy.ini'), 'smoke.py']);
  return { name: 'python-journey', command: python(tools), args: ['-W', 'error', 'smoke.py'], cwd: folder };
}
