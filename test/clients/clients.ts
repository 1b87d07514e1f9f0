import { copyFileSync, cpSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Program, Programs } from '#cloud/programs';
import { buildSdkPackage } from '#test/support/sdk-package';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/openapi-for-generators.json');

/** Folder and tools for building a client. */
export interface Workshop {
  readonly programs: Programs;
  readonly tools: string;
  readonly folder: string;
}

/** Returns all shell variables, for example those for package registries, caches and text encoding. */
export function shellVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A client by another project: generated from the OpenAPI document by openapi-generator, or connected to the MCP server. */
export interface ForeignClient {
  readonly name: 'java' | 'python' | 'mcp';
  /** Builds the client and the test program. @returns the test program to run @throws ProgramFailed */
  make(workshop: Workshop): Promise<Omit<Program, 'environment'>>;
}

export const CLIENTS: readonly ForeignClient[] = [
  { name: 'java', make: makeJava },
  { name: 'python', make: makePython },
  { name: 'mcp', make: makeMcp },
];

const MCP = join(import.meta.dirname, 'mcp');
/**
 * Installed without a lock file. A package registry can lack optional packages of other platforms, and `npm ci` rejects a lock
 * file without these packages.
 */
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';

const python = (tools: string) => join(tools, 'python/bin/python');
/** Class path of the Java client. */
const javaLibraries = (tools: string) => join(tools, 'maven/libraries/*');

function runnerOf({ programs, folder }: Workshop, name: string) {
  return async (step: string, command: string, args: readonly string[]): Promise<void> => {
    await programs.succeed({ name: `${name}-${step}`, command, args, environment: shellVariables(), cwd: folder });
  };
}

/** Installs the tools of a client if they are missing. @throws ProgramFailed, or Error if a program is missing */
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

/** Runs openapi-generator with the options of a language. */
async function generate(workshop: Workshop, language: string): Promise<void> {
  await runnerOf(workshop, language)('generate', 'java', [
    ...['-jar', join(workshop.tools, 'maven/openapi-generator-cli.jar'), 'generate', '--input-spec', DOCUMENT],
    ...['--config', join(import.meta.dirname, language, 'options.json'), '--output', '.'],
    ...['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'],
  ]);
}

/** The generated code uses deprecated functions of Jackson, and its serializers have no `serialVersionUID`. */
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
  // Checks the package with the settings of its generator, and the test program with strict settings.
  await run('types', python(tools), ['-m', 'mypy', 'partner_ramp']);
  await run('strict-types', python(tools), ['-m', 'mypy', '--config-file', join(own, 'mypy.ini'), 'smoke.py']);
  return { name: 'python-journey', command: python(tools), args: ['-W', 'error', 'smoke.py'], cwd: folder };
}

/**
 * Builds the SDK package and lists the tools of the SDK's MCP server with the inspector. Returns the test program, which connects
 * the MCP client to the server.
 */
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
