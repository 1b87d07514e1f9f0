/**
 * Loads the handlers of the service as one program that can start many times in a process. Each start has separate modules, and
 * uses the given clock, random numbers, timers and clients.
 */
import { join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { bundlerOptions } from '#infra/build/build-functions';
import { endpoints, workers } from '#shared/contract/endpoints';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** Globals that could make two runs with the same seed differ. */
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

/** Loads the exports of a handler module, by function id. Each module is loaded at the first call. */
export type LoadedCode = Readonly<Record<string, () => Readonly<Record<string, unknown>>>>;

/** Starts the program. @param load returns a package or a Node.js module */
export type StartCode = (globals: ReplacedGlobals, load: (name: string) => unknown) => LoadedCode;

/** Modules outside of the bundle, which the simulation replaces. */
const GIVEN = ['@aws-sdk/*'];

/** Id of the module that creates partners. The operator tool uses the same code. */
export const PARTNERS = 'partners';

/**
 * Replaces the refunds of the sandbox with orders to the simulated provider. The provider loses responses; the sandbox never
 * does.
 */
const refundsOfTheWorld: Plugin = {
  name: 'refunds-of-the-world',
  setup({ onResolve }) {
    onResolve({ filter: /\/sandbox-refunds$/ }, () => ({ path: join(import.meta.dirname, 'simulated-refunds.ts') }));
  },
};

let code: Promise<StartCode> | undefined;

/** Bundles the handlers once per process. */
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
