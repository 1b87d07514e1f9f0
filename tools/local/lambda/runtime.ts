import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { type LoadedHandler, loadHandler } from '#local/lambda/bundle';
import { functionGlobals } from '#local/lambda/function-process';
import { type FunctionInvoker, type InvocationResult, timedOut, withLimit } from '#local/lambda/invocation';
import { type InvocationContext, invocationContext } from '#local/lambda/invocation-context';
import type { LogSink } from '#local/lambda/log-sink';

/**
 * Maximum size of the event and of the response of a synchronous invocation, in bytes of JSON:
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** A function from the templates. */
export interface LocalFunction {
  readonly name: string;
  readonly arn: string;
  /** Folder of the bundle: absolute, or relative to the runtime's `bundles` folder. */
  readonly folder: string;
  /** `file.export`, e.g. `index.handler`. */
  readonly handler: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Folder of the function's layer, absolute or relative as for `folder`. */
  readonly layer?: string | undefined;
}

/**
 * Returns the environment of a function. Replaces `/opt` in the values with the local folder of the layer.
 * @param bundles base folder of relative layer paths
 */
export function environmentOn({ environment, layer }: LocalFunction, bundles = ''): Readonly<Record<string, string>> {
  if (layer === undefined) return environment;
  const folder = resolve(bundles, layer);
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace(/^\/opt(?=\/|$)/, folder)]),
  );
}

/** Receives the event of an invocation before the function runs. */
export type InvocationObserver = (fn: LocalFunction, event: unknown) => void;

/**
 * Runs functions in this process as Lambda does: loads a function at its first invocation, passes JSON, and applies the timeout.
 * All invocations of a function share one loaded module.
 */
export class FunctionRuntime implements FunctionInvoker {
  readonly #functions: ReadonlyMap<string, LocalFunction>;
  readonly #sink: LogSink;
  readonly #loaded = new Map<string, { readonly folder: string; readonly handler: LoadedHandler }>();
  readonly #running = new Set<Promise<unknown>>();
  /** Base folder of relative paths; `undefined` during bundling. */
  #bundles: string | undefined;
  #bundling: Promise<void> | undefined;

  /**
   * @param bundles base folder of relative paths, or a promise during bundling. Invocations wait for this promise, and their time
   * limits start afterwards.
   */
  constructor(
    functions: Iterable<LocalFunction>,
    sink: LogSink,
    bundles: string | Promise<string> = '',
    private readonly observe?: InvocationObserver,
  ) {
    if (typeof bundles === 'string') this.#bundles = bundles;
    else this.#bundling = this.#whenBundled(bundles);
    this.#functions = new Map([...functions].map((fn) => [fn.name, fn]));
    this.#sink = sink;
  }

  /** Reloads the functions of these bundle folders at their next invocation. */
  reload(folders: readonly string[]): void {
    for (const [name, { folder }] of this.#loaded) if (folders.includes(folder)) this.#loaded.delete(name);
  }

  async invoke(functionKey: string, event: unknown): Promise<InvocationResult> {
    const fn = this.#functions.get(functionKey);
    if (fn === undefined) return failure(`Function not found: ${functionKey}`);
    const payload = JSON.stringify(event ?? null);
    if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) {
      return failure(
        `${Buffer.byteLength(payload)} byte payload is too large for ${fn.name} (max ${MAX_PAYLOAD_BYTES})`,
      );
    }
    if (this.#bundling !== undefined) await this.#bundling;
    if (this.#bundles === undefined) return failure('The functions could not be bundled');
    this.observe?.(fn, event);
    const context = invocationContext(fn);
    const code = { folder: resolve(this.#bundles, fn.folder), environment: environmentOn(fn, this.#bundles) };
    const work = this.#run({ ...fn, ...code }, payload, context);
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
    const log = (message: string) => this.#platform(fn, { ...context, requestId: requestIdOf(event) }, message);
    const result = await withLimit(work, fn.timeoutMs, () => {
      const message = `Task timed out after ${(fn.timeoutMs / 1000).toFixed(2)} seconds`;
      log(message);
      void work.then(() => log('The late result of a timed-out invocation is discarded'));
      return timedOut(message);
    });
    if (!result.ok && result.reason === 'error') log(result.message);
    return result;
  }

  /** Resolves after bundling, also if bundling failed. */
  async ready(): Promise<void> {
    await this.#bundling;
  }

  async #whenBundled(bundles: Promise<string>): Promise<void> {
    this.#bundles = await bundles.catch(() => undefined);
    this.#bundling = undefined;
  }

  /** Resolves when no function runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Waits at most `limitMs` until running invocations have ended. */
  async drain(limitMs: number): Promise<void> {
    await withLimit<unknown>(Promise.allSettled(this.#running), limitMs, () => undefined);
  }

  /** Runs a function. Never rejects: an error of the function becomes a failed result. */
  async #run(fn: LocalFunction, payload: string, context: InvocationContext): Promise<InvocationResult> {
    try {
      const { handle, keepCompiled } = this.#load(fn);
      const event: unknown = JSON.parse(payload);
      const returned = handle(event, context);
      if (!(returned instanceof Promise)) return failure(`${fn.handler} of ${fn.name} is not async`);
      const value: unknown = await returned;
      setImmediate(keepCompiled);
      const response = JSON.stringify(value ?? null);
      if (Buffer.byteLength(response) > MAX_PAYLOAD_BYTES) {
        return failure(`Response payload size exceeded the limit of ${MAX_PAYLOAD_BYTES} bytes`);
      }
      const payloadBack: unknown = JSON.parse(response);
      return { ok: true, payload: payloadBack };
    } catch (error) {
      return failure(describe(error));
    }
  }

  /** Loads a function once. A failed load is repeated at the next invocation, as in a new Lambda environment. */
  #load(fn: LocalFunction): LoadedHandler {
    const known = this.#loaded.get(fn.name);
    if (known !== undefined) return known.handler;
    const globals = functionGlobals(fn.environment, fn.folder, (line) => this.#sink.write(fn.name, line));
    const handler = loadHandler(fn.folder, fn.handler, globals);
    this.#loaded.set(fn.name, { folder: fn.folder, handler });
    return handler;
  }

  /** Logs a failure in the form of Lambda's platform logs. Adds the API request's id, because the caller received this id. */
  #platform(
    fn: LocalFunction,
    { awsRequestId, requestId }: Pick<InvocationContext, 'awsRequestId'> & { readonly requestId: string | undefined },
    message: string,
  ): void {
    this.#sink.write(
      fn.name,
      JSON.stringify({ level: 'error', type: 'platform', function: fn.name, awsRequestId, requestId, message }),
    );
  }
}

const apiEvent = z.object({ requestContext: z.object({ requestId: z.string() }) });

function requestIdOf(event: unknown): string | undefined {
  return apiEvent.safeParse(event).data?.requestContext.requestId;
}

function failure(message: string): InvocationResult {
  return { ok: false, reason: 'error', message };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
}
