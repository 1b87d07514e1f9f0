import { copyFileSync, cpSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Program, Programs } from '#cloud/programs';
import { buildSdkPackage } from '#test/support/sdk-package';

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

/** A client of another project: openapi-generator makes it from the document, or it starts the server for agents. */
export interface ForeignClient {
  readonly name: 'java' | 'python' | 'mcp';
  /** Makes it ready with the journey. @returns the journey, to be run @throws ProgramFailed */
  make(workshop: Workshop): Promise<Omit<Program, 'environment'>>;
}

export const CLIENTS: readonly ForeignClient[] = [
  { name: 'java', make: makeJava },
  { name: 'python', make: makePython },
  { name: 'mcp', make: makeMcp },
];

const MCP = join(import.meta.dirname, 'mcp');
/** It has no lock file: the registry lacks optional packages of other platforms, and `npm ci` refuses a lock file without them. */
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';

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
export async function installTools({ name }: ForeignClient, workshop: Workshop): Promise<void> {
  const { tools } = workshop;
  const run = runnerOf(workshop, name);
  if (name === 'mcp') {
    cpSync(MCP, join(tools, 'mcp'), { recursive: true });
    await run('client', 'npm', ['ci', '--silent', '--ignore-scripts', '--prefix', join(tools, 'mcp')]);
    const inspector = ['--no-save', '--prefix', join(tools, 'mcp-inspector'), INSPECTOR];
    await run('inspector', 'npm', ['install', '--silent', '--ignore-scripts', ...inspector]);
    return;
  }
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

/** Builds the package of the SDK, has the protocol's inspector list the tools of its server, and starts the client on it. */
async function makeMcp({ programs, tools, folder }: Workshop): Promise<Omit<Program, 'environment'>> {
  const main = join(await buildSdkPackage(folder), 'dist/cli/main.js');
  const settings = { PARTNER_RAMP_API_KEY: 'ramp_sbx_inspected', PARTNER_RAMP_BASE_URL: 'https://sandbox.example.com' };
  const inspected = await programs.succeed({
    name: 'mcp-inspector',
    command: join(tools, 'mcp-inspector/node_modules/.bin/mcp-inspector'),
    args: [
      ...['--cli', ...Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`])],
      ...[process.execPath, main, 'mcp', '--method', 'tools/list'],
    ],
    environment: shellVariables(),
    cwd: folder,
  });
  if (!inspected.includes('"call_operation"')) throw new Error(`The inspector listed ${inspected}`);
  return { name: 'mcp-journey', command: process.execPath, args: [join(tools, 'mcp/smoke.mjs'), main], cwd: folder };
}
