import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startHttpServer } from '#local/processes/http-server';
import { leaksOf, logOf } from './folder';

/** URL where a test file requests a stack, and folder for the values that no log may contain. */
export interface SharedStacks {
  /** `<url>/<number of the stack>` returns the stack's addresses. */
  readonly url: string;
  readonly folder: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    sharedStacks: SharedStacks;
  }
}

interface StackProcess {
  readonly facts: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts each shared stack at the first request of a test file, and stops it at the end of the run. Then checks the complete
 * logs; the run fails if a log contains a personal value or a secret.
 */
export default async function keepSharedStacks(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-shared-stacks-'));
  const stacks = new Map<string, StackProcess>();
  const server = await startHttpServer(async ({ url = '' }, response) => {
    const number = url.slice(1);
    const stack = stacks.get(number) ?? startProcess(logOf(folder, number));
    stacks.set(number, stack);
    try {
      response.end(await stack.facts);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  project.provide('sharedStacks', { url: server.url, folder });
  return async () => {
    await server.stop();
    await Promise.all([...stacks.values()].map((stack) => stack.stop()));
    const leaks = leaksOf(folder);
    rmSync(folder, { recursive: true, force: true });
    if (leaks.length === 0) return;
    // Vitest only prints an error in teardown, so the exit code is set here.
    process.exitCode = 1;
    throw new Error(`The log of a shared stack gives away:\n${leaks.slice(0, 10).join('\n')}`);
  };
}

function startProcess(logFile: string): StackProcess {
  const child = fork(join(import.meta.dirname, 'stack-process.ts'), [logFile], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  });
  const ended = once(child, 'exit');
  const facts = Promise.race([
    once(child, 'message').then(([message]) => JSON.stringify(message)),
    ended.then(([code, signal]) => Promise.reject(new Error(`A shared stack ended with ${signal ?? code}`))),
  ]);
  // Each request for the stack awaits this promise and gets its error. This line only prevents an unhandled rejection.
  facts.catch(() => undefined);
  return {
    facts,
    async stop() {
      if (child.connected) child.send('stop');
      await ended;
    },
  };
}
