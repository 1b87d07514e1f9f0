/**
 * The service's own handlers as one program that can be started many times in a process. Each start has modules of its
 * own, and gets its clock, its randomness, its timers and its clients from what starts it.
 */
import { join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { bundlerOptions } from '#infra/build/build-functions';
import { endpoints, workers } from '#shared/contract/endpoints';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** Globals of the code of a function that could differ between two runs of a seed. */
export const replacedGlobals = [
  'globalThis',
  'global',
  'process',
  'Date',
  'Math',
  'performance',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'fetch',
  'crypto',
  'AbortSignal',
  'console',
] as const;

export type ReplacedGlobals = Readonly<Record<(typeof replacedGlobals)[number], unknown>>;

/** The exports of one function's handler module by the function's id; each loads it at its first call. */
export type LoadedCode = Readonly<Record<string, () => Readonly<Record<string, unknown>>>>;

/** Starts the program. @param load gives a package or a module of Node.js */
export type StartCode = (globals: ReplacedGlobals, load: (name: string) => unknown) => LoadedCode;

/** Modules outside of the bundle: instances get the simulated ones. */
const GIVEN = ['@aws-sdk/*'];

/** Partners are made as the operator tool makes them. */
export const PARTNERS = 'partners';

/** Functions order refunds of the world's provider, and not of the sandbox's, which no response is ever lost of. */
const refundsOfTheWorld: Plugin = {
  name: 'refunds-of-the-world',
  setup({ onResolve }) {
    onResolve({ filter: /\/sandbox-refunds$/ }, () => ({ path: join(import.meta.dirname, 'simulated-refunds.ts') }));
  },
};

let code: Promise<StartCode> | undefined;

/** Bundles the handlers, once per process. */
export function functionCode(): Promise<StartCode> {
  code ??= bundleCode();
  return code;
}

async function bundleCode(): Promise<StartCode> {
  const modules = [
    ...[...endpoints, ...workers].map(({ id, folder }) => [id, `./functions/${folder}/handler.ts`]),
    [PARTNERS, './shared/partners/repository.ts'],
  ];
  const { entryPoints: _none, ...options } = bundlerOptions([], join(REPOSITORY, 'dist'));
  const { outputFiles } = await build({
    ...options,
    plugins: [...(options.plugins ?? []), refundsOfTheWorld],
    stdin: {
      contents: modules.map(([id, path]) => `exports.${id} = () => require('${path}');`).join('\n'),
      resolveDir: REPOSITORY,
    },
    format: 'cjs',
    supported: { 'dynamic-import': false },
    external: GIVEN,
    metafile: false,
    write: false,
  });
  const start = compileFunction(outputFiles[0]?.text ?? '', ['require', 'module', 'exports', ...replacedGlobals], {
    filename: 'functions-of-the-simulation.js',
  });
  return (globals, load) => {
    const module = { exports: {} };
    start(load, module, module.exports, ...replacedGlobals.map((name) => globals[name]));
    return module.exports;
  };
}
