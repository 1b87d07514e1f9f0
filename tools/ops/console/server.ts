/** HTTP server of the console. It has the AWS permissions of the operator who started it. */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Environment } from '#ops/connection';
import { runVerb, type VerbResponse } from '#ops/console/run-verb';
import type { Typed } from '#ops/options';
import type { Surroundings } from '#ops/verb';
import { jsonReply, type RunningLoopback, readBody, startLoopback } from '#sdk/cli/console/loopback';

export interface ConsoleOptions {
  readonly env: Environment;
  /** Connection options for every verb. */
  readonly place: Typed;
  /** Port; 0 selects a free port. */
  readonly port: number;
  readonly findVerb: Surroundings['findVerb'];
}

/** Starts the console. @throws Error with the system's error code if the port is not available */
export function startConsole({ env, place, port, findVerb }: ConsoleOptions): Promise<RunningLoopback> {
  const act = async (request: IncomingMessage): Promise<VerbResponse> => {
    const { method, url: path = '/', headers } = request;
    if (method !== 'POST') return failed(403, 'The console accepts only POST requests.');
    const [, noun, verb] = /^\/verbs\/([a-z-]+)\/([a-z-]+)$/.exec(path) ?? [];
    if (noun === undefined || headers['content-type'] !== 'application/json')
      return failed(404, 'The path or the content type is unknown.');
    const body = await readBody(request);
    return body === undefined
      ? failed(413, 'The body is too long.')
      : runVerb(`${noun} ${verb}`, body, { place, findVerb });
  };
  return startLoopback({
    port,
    page: () => pageFiles(env),
    respond: async (request) => {
      const { status, body } = await act(request);
      return jsonReply(status, body);
    },
  });
}

/** Builds the files of the page, by path. */
export async function pageFiles(env: Environment) {
  const { consolePage } = await import('#site/console-page');
  const script = join(import.meta.dirname, 'browser/console.tsx');
  return consolePage({ script, title: `Console (${env})`, env });
}

function failed(status: number, error: string): VerbResponse {
  return { status, body: { error } };
}
