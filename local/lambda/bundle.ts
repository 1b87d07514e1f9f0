import { builtinModules, createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type CompiledBundle, compiledBundle } from '#local/lambda/compiled-bundle';
import type { FunctionGlobals } from '#local/lambda/function-process';
import type { InvocationContext } from '#local/lambda/invocation-context';

/** The exported function; its result is whatever it returns, checked by the caller. */
type Handler = (event: unknown, context: InvocationContext) => unknown;

export interface LoadedHandler {
  readonly handle: Handler;
  /** Keeps what is compiled of the bundle for other processes; best called when the handler has run. */
  keepCompiled(): void;
}

type Exports = Readonly<Record<string, unknown>>;

const builtins = new Set(builtinModules);

/**
 * Loads a CommonJS bundle with globals of its own and returns the handler that `index.handler` names. The bundle may
 * require built-in modules and files beside it, which see the same globals; everything else must be bundled.
 * @throws Error when the bundle cannot be loaded, exports no such function, or wants a callback.
 */
export function loadHandler(folder: string, handlerName: string, globals: FunctionGlobals): LoadedHandler {
  const dot = handlerName.lastIndexOf('.');
  const file = join(folder, `${handlerName.slice(0, dot)}.js`);
  const bundle = new Bundle(file, globals);
  const exported = bundle.load(file);
  const handler = exported[handlerName.slice(dot + 1)];
  if (!isFunction(handler)) throw new Error(`${handlerName} is undefined or not exported`);
  if (handler.length > 2) throw new Error(`${handlerName} takes a callback; only async handlers are supported`);
  return { handle: handler, keepCompiled: () => bundle.keepCompiled() };
}

/** The modules of one function, each evaluated once; `file` is the one that exports its handler. */
class Bundle {
  readonly #modules = new Map<string, { exports: Exports }>();
  readonly #compiled = new Set<CompiledBundle>();

  constructor(
    private readonly file: string,
    private readonly globals: FunctionGlobals,
  ) {}

  load(file: string): Exports {
    const known = this.#modules.get(file);
    if (known !== undefined) return known.exports;
    const { process, console } = this.globals;
    const module: { exports: Exports } = { exports: {} };
    const scope: Readonly<Record<string, unknown>> = {
      exports: module.exports,
      require: this.#require(file),
      module,
      // Of the bundle, in a file that functions share too: deployed code is in the bundle, next to the files that it reads.
      __filename: this.file,
      __dirname: dirname(this.file),
      process,
      console,
      global: this.globals.globalThis,
      globalThis: this.globals.globalThis,
    };
    const compiled = compiledBundle(file, Object.keys(scope));
    this.#compiled.add(compiled);
    const run = compiled.instantiate();
    // Before it runs: a module that requires it back gets what it has exported so far, as in Node.
    this.#modules.set(file, module);
    run.apply(module.exports, Object.values(scope));
    return module.exports;
  }

  keepCompiled(): void {
    for (const compiled of this.#compiled) compiled.keep();
    this.#compiled.clear();
  }

  #require(file: string): (id: string) => unknown {
    const real = createRequire(file);
    return (id) => {
      const name = id.startsWith('node:') ? id.slice('node:'.length) : id;
      if (name === 'process') return this.globals.process;
      if (name === 'console') return this.globals.console;
      if (id.startsWith('.') && id.endsWith('.js')) return this.load(join(dirname(file), id));
      if (id.startsWith('.') || id.startsWith('node:') || builtins.has(name)) return real(id);
      throw new Error(`Cannot find module '${id}': it is not in the bundle`);
    };
  }
}

function isFunction(value: unknown): value is Handler {
  return typeof value === 'function';
}
