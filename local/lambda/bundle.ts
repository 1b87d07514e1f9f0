import { readFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { FunctionGlobals } from '#local/lambda/function-process';
import type { InvocationContext } from '#local/lambda/invocation-context';

/** A loaded handler; the result is whatever it returns, checked by the caller. */
export type LoadedHandler = (event: unknown, context: InvocationContext) => unknown;

const builtins = new Set(builtinModules);

/**
 * Loads a CommonJS bundle with globals of its own and returns the handler that `index.handler` names.
 * @throws Error when the bundle cannot be loaded, exports no such function, or wants a callback.
 */
export function loadHandler(folder: string, handlerName: string, globals: FunctionGlobals): LoadedHandler {
  const dot = handlerName.lastIndexOf('.');
  const file = join(folder, `${handlerName.slice(0, dot)}.js`);
  const exported = evaluate(file, globals);
  const handler = exported[handlerName.slice(dot + 1)];
  if (!isFunction(handler)) throw new Error(`${handlerName} is undefined or not exported`);
  if (handler.length > 2) throw new Error(`${handlerName} takes a callback; only async handlers are supported`);
  return handler;
}

function evaluate(file: string, globals: FunctionGlobals): Readonly<Record<string, unknown>> {
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const scope: Readonly<Record<string, unknown>> = {
    exports: module.exports,
    require: bundleRequire(file, globals),
    module,
    __filename: file,
    __dirname: dirname(file),
    process: globals.process,
    console: globals.console,
    global: globals.globalThis,
    globalThis: globals.globalThis,
  };
  const run = compileFunction(readFileSync(file, 'utf8'), Object.keys(scope), { filename: file });
  run.apply(module.exports, Object.values(scope));
  return module.exports;
}

/**
 * A bundle may require built-in modules and the files beside it, which see the same globals; everything else must
 * be bundled.
 */
function bundleRequire(file: string, globals: FunctionGlobals): (id: string) => unknown {
  const real = createRequire(file);
  const beside = new Map<string, Readonly<Record<string, unknown>>>();
  return (id) => {
    const name = id.startsWith('node:') ? id.slice('node:'.length) : id;
    if (name === 'process') return globals.process;
    if (name === 'console') return globals.console;
    if (id.startsWith('.') && id.endsWith('.js')) {
      const loaded = beside.get(id) ?? evaluate(join(dirname(file), id), globals);
      beside.set(id, loaded);
      return loaded;
    }
    if (id.startsWith('.') || id.startsWith('node:') || builtins.has(name)) return real(id);
    throw new Error(`Cannot find module '${id}': it is not in the bundle`);
  };
}

function isFunction(value: unknown): value is LoadedHandler {
  return typeof value === 'function';
}
