import { Console } from 'node:console';
import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { lineCutter } from '#local/lambda/log-sink';

/** Separate globals of a bundle. Functions in one process must not share these globals. */
export interface FunctionGlobals {
  readonly process: NodeJS.Process;
  readonly console: Console;
  readonly globalThis: typeof globalThis;
}

/** Creates the globals of one function, with separate environment, output and listeners. `log` receives each line. */
export function functionGlobals(
  environment: Readonly<Record<string, string>>,
  workingFolder: string,
  log: (line: string) => void,
): FunctionGlobals {
  const output = logStream(log);
  const listeners = new EventEmitter();
  const own = {
    env: { ...environment },
    argv: [process.execPath, 'index.js'],
    stdout: output,
    stderr: output,
    cwd: () => workingFolder,
    chdir: () => refuse('change the working folder'),
    exit: () => refuse('end the process'),
    abort: () => refuse('abort the process'),
    kill: () => refuse('signal processes'),
    emitWarning: (warning: string | Error) => log(`warning: ${warning instanceof Error ? warning.message : warning}`),
  };
  // Listeners of a function are isolated: they must not receive signals and errors of the local stack.
  const emitter = Object.fromEntries(
    (
      [
        'on',
        'once',
        'off',
        'addListener',
        'removeListener',
        'removeAllListeners',
        'listeners',
        'listenerCount',
        'emit',
      ] as const
    ).map((method) => [method, listeners[method].bind(listeners)]),
  );
  const isolatedProcess: NodeJS.Process = Object.create(
    process,
    Object.getOwnPropertyDescriptors({ ...own, ...emitter }),
  );
  const console = new Console({ stdout: output, stderr: output });
  return { process: isolatedProcess, console, globalThis: globalView({ process: isolatedProcess, console }) };
}

/**
 * Returns the global object with replaced properties. A proxy is necessary, because some getters (`crypto`) only accept the real
 * global object as `this`.
 */
function globalView(own: Readonly<Record<string, unknown>>): typeof globalThis {
  const view: typeof globalThis = new Proxy(globalThis, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(own, name)) return own[name];
      if (name === 'globalThis' || name === 'global') return view;
      return Reflect.get(target, name, target);
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
  return view;
}

function logStream(log: (line: string) => void): Writable {
  const cut = lineCutter(log);
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      cut(typeof chunk === 'string' ? chunk : chunk.toString('utf8'));
      done();
    },
  });
}

function refuse(action: string): never {
  throw new Error(`A function tried to ${action}`);
}
