/** The server of the console. Its responses come with the rights of the operator who started it. */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Environment } from '#ops/connection';
import { runVerb, type VerbResponse } from '#ops/console/run-verb';
import type { Typed } from '#ops/options';
import type { Surroundings } from '#ops/verb';
import { jsonReply, type RunningLoopback, readBody, startLoopback } from '#sdk/cli/console/loopback';

export interface ConsoleOptions {
  readonly env: Environment;
  /** Options of the place, which every verb is given. */
  readonly place: Typed;
  /** 0 picks a free one. */
  readonly port: number;
  readonly findVerb: Surroundings['findVerb'];
}

/** Starts the console. @throws Error with the system's code where the port cannot be had */
export function startConsole({ env, place, port, findVerb }: ConsoleOptions): Promise<RunningLoopback> {
  const act = async (request: IncomingMessage): Promise<VerbResponse> => {
    const { method, url: path = '/', headers } = request;
    if (method !== 'POST') return failed(403, 'The console takes no such request.');
    const [, noun, verb] = /^\/verbs\/([a-z-]+)\/([a-z-]+)$/.exec(path) ?? [];
    if (noun === undefined || headers['content-type'] !== 'application/json')
      return failed(404, 'There is no such verb.');
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

/** Makes the files of the page, by their paths. */
export async function pageFiles(env: Environment) {
  const { consolePage } = await import('#site/console-page');
  const script = join(import.meta.dirname, 'browser/console.tsx');
  return consolePage({ script, title: `Console (${env})`, env });
}

function failed(status: number, error: string): VerbResponse {
  return { status, body: { error } };
}
