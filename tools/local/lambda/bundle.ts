import { createHash } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import type { FunctionGlobals } from '#local/lambda/function-process';
import type { InvocationContext } from '#local/lambda/invocation-context';

declare global {
  /** Compiled files by path. The map is global because a test process has several instances of this module. */
  var compiledBundles: Map<string, CompiledBundle> | undefined;
}

/** A file of a bundle, compiled once for all functions and local stacks in this process. */
interface CompiledBundle {
  /** Size and modification time of the file at its compilation. */
  readonly state: string;
  /** Creates a function with the file's text as its body. Its parameters are the `names` that `compiledBundle` received. */
  instantiate(): (...scope: readonly unknown[]) => unknown;
  /** Saves the compiled code next to the file for other processes. Further calls have no effect. */
  keep(): void;
}

/**
 * Compiles a file as the body of a function with the parameters `names`, which must be the same in every call.
 * @throws SyntaxError if the text does not compile
 */
function compiledBundle(file: string, names: readonly string[]): CompiledBundle {
  globalThis.compiledBundles ??= new Map();
  const { mtimeMs, size } = statSync(file);
  const state = `${size} ${mtimeMs}`;
  const known = globalThis.compiledBundles.get(file);
  if (known?.state === state) return known;
  const compiled = compile(file, names, state);
  globalThis.compiledBundles.set(file, compiled);
  return compiled;
}

function compile(file: string, names: readonly string[], state: string): CompiledBundle {
  const source = readFileSync(file, 'utf8');
  const opening = `(function (${names.join(', ')}) {`;
  const cache = cacheOf(file, source);
  const cachedData = readIfThere(cache);
  const script = new Script(`${opening}${source}\n})`, {
    filename: file,
    columnOffset: -opening.length,
    ...(cachedData !== undefined && { cachedData }),
  });
  let isKept = cachedData !== undefined && script.cachedDataRejected !== true;
  return {
    state,
    instantiate: () => script.runInThisContext(),
    keep() {
      if (isKept) return;
      isKept = true;
      write(cache, script.createCachedData());
    },
  };
}

/** Returns the file name of compiled code. The name contains a hash of the source, because V8 checks only the source's length. */
function cacheOf(file: string, source: string): string {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 32);
  return `${file}.${hash}-${cachedDataVersionTag()}.compiled`;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Writes under a temporary name first, because another process must never read an incomplete file. Ignores write errors. */
function write(file: string, data: Buffer): void {
  const draft = `${file}-${process.pid}`;
  try {
    writeFileSync(draft, data);
    renameSync(draft, file);
  } catch {
    // If the folder is not writable, every process compiles the code itself.
  }
}

/** The handler that a bundle exports. The caller validates the handler's result. */
type Handler = (event: unknown, context: InvocationContext) => unknown;

export interface LoadedHandler {
  readonly handle: Handler;
  /** Saves the compiled code for other processes. Call this after the handler has run, because V8 has then compiled more code. */
  keepCompiled(): void;
}

type Exports = Readonly<Record<string, unknown>>;

const builtins = new Set(builtinModules);

/**
 * Returns the handler of a bundle with separate globals. The bundle can require built-in modules and files in its folder.
 * @throws Error if the bundle cannot be loaded, or the handler is missing or requires a callback
 */
export function loadHandler(folder: string, handlerName: string, globals: FunctionGlobals): LoadedHandler {
  const dot = handlerName.lastIndexOf('.');
  const file = join(folder, `${handlerName.slice(0, dot)}.js`);
  const bundle = new Bundle(file, globals);
  const exported = bundle.load(file);
  const handler = exported[handlerName.slice(dot + 1)];
  if (!isFunction(handler)) throw new Error(`${handlerName} is undefined or not exported`);
  if (handler.length > 2) throw new Error(`${handlerName} uses a callback. Only async handlers are supported`);
  return { handle: handler, keepCompiled: () => bundle.keepCompiled() };
}

/** The modules of one function, each evaluated once. `file` exports the handler. */
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
      // Shared files also receive the path and folder of the function's entry file. Their code then finds the function's other
      // files, as in a deployed bundle.
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
    // Set before the module runs. In a circular `require`, a module then receives the exports defined so far, as in Node.
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
