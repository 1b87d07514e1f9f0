import { createHash } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

declare global {
  /** By path. It belongs to the process and not to this module, of which a process of tests has several instances. */
  var compiledBundles: Map<string, CompiledBundle> | undefined;
}

/** A file of a bundle, compiled once for all functions and stacks of this process. */
export interface CompiledBundle {
  /** State of the file when it was compiled: size and time of the last change. */
  readonly state: string;
  /** Makes the function that has the file's text as its body; it takes its scope in the order of the names. */
  instantiate(): (...scope: readonly unknown[]) => unknown;
  /** Keeps beside the file what has been compiled so far, for other processes. The first call counts. */
  keep(): void;
}

/**
 * The text of a file as the body of a function.
 * @param names the parameters; the same ones for each call
 * @throws SyntaxError when the text does not compile
 */
export function compiledBundle(file: string, names: readonly string[]): CompiledBundle {
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

/** The engine takes what was compiled from any text of the same length, so the name holds a hash of the text. */
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

/** Under another name first: another process must find all of it or nothing. A folder that takes no files keeps nothing. */
function write(file: string, data: Buffer): void {
  const draft = `${file}-${process.pid}`;
  try {
    writeFileSync(draft, data);
    renameSync(draft, file);
  } catch {
    // Every process compiles for itself then.
  }
}
