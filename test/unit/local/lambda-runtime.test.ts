import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionEnvironment } from '#local/lambda/function-environment';
import { FunctionRuntime, type LocalFunction, MAX_PAYLOAD_BYTES } from '#local/lambda/runtime';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundles-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function bundle(name: string, code: string, options: Partial<LocalFunction> = {}): LocalFunction {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'index.js'), code);
  return {
    name,
    arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
    folder: join(folder, name),
    handler: 'index.handler',
    timeoutMs: 20_000,
    memoryMb: 256,
    environment: {},
    ...options,
  };
}

function newRuntime(...functions: LocalFunction[]) {
  const lines: string[] = [];
  const sink = { write: (name: string, line: string) => void lines.push(`${name} ${line}`), close() {} };
  return { runtime: new FunctionRuntime(functions, sink), lines };
}

const handler = (body: string) => `exports.handler = async (event, context) => { ${body} };`;

describe('the function runtime', () => {
  it('gives each function its own environment, however it is read', async () => {
    const code = handler(`
      const own = require('process'), prefixed = require('node:process');
      return [process, own, prefixed, globalThis.process, global.process].map((one) => one.env.WHO ?? null);
    `);
    const { runtime } = newRuntime(
      bundle('first', code, { environment: { WHO: 'first' } }),
      bundle('second', code, { environment: { WHO: 'second' } }),
    );
    const [first, second] = await Promise.all([runtime.invoke('first', {}), runtime.invoke('second', {})]);
    expect(first).toEqual({ ok: true, payload: Array(5).fill('first') });
    expect(second).toEqual({ ok: true, payload: Array(5).fill('second') });
    expect(process.env.WHO).toBeUndefined();
  });

  it('has a variable that leads to /opt lead to the folder of the layer', async () => {
    const environment = { FILES: '/opt', FONTS: '/opt/fonts', OTHER: '/optional', LINK: 'https://example.com/opt' };
    const code = handler('return process.env;');
    const { runtime } = newRuntime(
      bundle('layered', code, { environment, layer: '/layers/fonts' }),
      bundle('without', code, { environment }),
    );
    const payload = { ...environment, FILES: '/layers/fonts', FONTS: '/layers/fonts/fonts' };
    expect(await runtime.invoke('layered', {})).toEqual({ ok: true, payload });
    expect(await runtime.invoke('without', {})).toEqual({ ok: true, payload: environment });
  });

  it('inherits nothing from the process that runs it, and changes nothing there', async () => {
    const { runtime } = newRuntime(
      bundle('closed', handler(`process.env.LEAK = 'x'; globalThis.leakedName = 1; return Object.keys(process.env);`)),
    );
    expect(await runtime.invoke('closed', {})).toEqual({ ok: true, payload: ['LEAK'] });
    expect(process.env.LEAK).toBeUndefined();
    Reflect.deleteProperty(globalThis, 'leakedName');
  });

  it('keeps a loaded module between invocations and loads it at the first', async () => {
    const { runtime } = newRuntime(bundle('counting', `let n = 0; ${handler('n += 1; return n;')}`));
    await runtime.invoke('counting', {});
    expect(await runtime.invoke('counting', {})).toEqual({ ok: true, payload: 2 });
  });

  it('loads a file beside the bundle once, when it is asked for, with the globals of the function', async () => {
    const code = handler(`
      const [first, second] = [require('./late.js'), require('./late.js')];
      return [first.loadedFor, first.count(), second.count(), process.env.LATE];
    `);
    const named = bundle('early', code, { environment: { WHO: 'early' } });
    const late = `
      let n = 0; process.env.LATE = 'set beside';
      exports.loadedFor = process.env.WHO; exports.count = () => { n += 1; return n; };
    `;
    writeFileSync(join(folder, 'early', 'late.js'), late);
    const { runtime } = newRuntime(named);
    expect(await runtime.invoke('early', {})).toEqual({ ok: true, payload: ['early', 1, 2, 'set beside'] });
    expect(process.env.LATE).toBeUndefined();
  });

  it.each([
    ['a path of it', `require('node:fs').readFileSync(require('node:path').join(__dirname, 'asset.txt'), 'utf8')`],
    [
      'its own path',
      `require('node:fs').readFileSync(require('node:path').resolve(__filename, '../asset.txt'), 'utf8')`,
    ],
  ])('lets a file that functions share read what lies next to the function, by %s', async (_, asset) => {
    const code = handler(`return require('../shared/chunk.js').asset;`);
    const functions = ['reading', 'reading-too'].map((name) => {
      const fn = bundle(name, code);
      writeFileSync(join(folder, name, 'asset.txt'), `of ${name}`);
      return fn;
    });
    mkdirSync(join(folder, 'shared'), { recursive: true });
    writeFileSync(join(folder, 'shared', 'chunk.js'), `exports.asset = ${asset};`);
    const { runtime } = newRuntime(...functions);
    expect(await runtime.invoke('reading', {})).toEqual({ ok: true, payload: 'of reading' });
    expect(await runtime.invoke('reading-too', {})).toEqual({ ok: true, payload: 'of reading-too' });
  });

  it('passes events and results through JSON', async () => {
    const { runtime } = newRuntime(
      bundle('json', handler(`return { has: 'gone' in event, at: event.at, no: undefined };`)),
    );
    const result = await runtime.invoke('json', { gone: undefined, at: new Date(0) });
    expect(result).toEqual({ ok: true, payload: { has: false, at: '1970-01-01T00:00:00.000Z' } });
    const nothing = newRuntime(bundle('nothing', handler('')));
    expect(await nothing.runtime.invoke('nothing', {})).toEqual({ ok: true, payload: null });
  });

  it('gives the context of AWS Lambda', async () => {
    const { runtime } = newRuntime(
      bundle('context', handler('return { ...context, left: context.getRemainingTimeInMillis() };'), {
        timeoutMs: 20_000,
      }),
    );
    const result = await runtime.invoke('context', {});
    expect(result).toMatchObject({
      ok: true,
      payload: {
        functionName: 'context',
        functionVersion: '$LATEST',
        invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:context',
        memoryLimitInMB: '256',
        awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        logGroupName: '/aws/lambda/context',
        callbackWaitsForEmptyEventLoop: true,
        left: expect.any(Number),
      },
    });
  });

  it('ends an invocation at its time limit and discards the late result', async () => {
    const code = `let release; ${handler(`
      if (event.release) return release();
      await new Promise((resolve) => { release = resolve; });
      console.log('finished late');
      return 'late';
    `)}`;
    const { runtime, lines } = newRuntime(bundle('slow', code, { timeoutMs: 50 }));
    const result = await runtime.invoke('slow', {});
    expect(result).toEqual({ ok: false, reason: 'timeout', message: 'Task timed out after 0.05 seconds' });
    await runtime.invoke('slow', { release: true });
    await runtime.drain(20_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(lines.join('\n')).toMatch(/finished late[\s\S]*late result of a timed-out invocation is discarded/);
  });

  it.each<[name: string, code: string, message: string]>([
    ['a thrown error', handler(`throw new TypeError('broken');`), 'TypeError: broken'],
    ['a module that fails', `throw new Error('at load');`, 'at load'],
    ['a missing export', 'exports.other = async () => 1;', 'index.handler is undefined or not exported'],
    ['a callback handler', 'exports.handler = (event, context, callback) => callback();', 'uses a callback'],
    ['a handler that is not async', 'exports.handler = () => 1;', 'is not async'],
    ['a package outside the bundle', `require('zod'); ${handler('')}`, `Cannot find module 'zod'`],
    ['an exit', handler('process.exit(3);'), 'A function tried to end the process'],
    [
      'a response that is too large',
      handler(`return 'x'.repeat(${MAX_PAYLOAD_BYTES});`),
      'Response payload size exceeded',
    ],
  ])('reports %s', async (name, code, message) => {
    const { runtime, lines } = newRuntime(bundle(`bad-${name.replaceAll(' ', '-')}`, code));
    const result = await runtime.invoke(`bad-${name.replaceAll(' ', '-')}`, {});
    expect(result).toMatchObject({ ok: false, reason: 'error', message: expect.stringContaining(message) });
    expect(lines).toHaveLength(1);
  });

  it('tries a module that failed to load again', async () => {
    const { runtime } = newRuntime(bundle('flaky', `throw new Error('first time');`));
    expect(await runtime.invoke('flaky', {})).toMatchObject({ ok: false });
    bundle('flaky', handler(`return 'well';`));
    expect(await runtime.invoke('flaky', {})).toEqual({ ok: true, payload: 'well' });
  });

  it('logs a failure with the request id that the caller of the API sees', async () => {
    const { runtime, lines } = newRuntime(bundle('traced', handler(`throw new TypeError('broken');`)));
    await runtime.invoke('traced', { requestContext: { requestId: 'seen-by-the-caller' } });
    expect(lines).toEqual([expect.stringContaining('"requestId":"seen-by-the-caller"')]);
  });

  it('counts an event by its JSON', async () => {
    const { runtime } = newRuntime(bundle('size', handler('return 1;')));
    // Each quotation mark becomes two bytes in JSON.
    const event = { body: '"'.repeat(MAX_PAYLOAD_BYTES / 2) };
    expect(await runtime.invoke('size', event)).toMatchObject({
      ok: false,
      message: expect.stringContaining('too large'),
    });
  });

  it('collects what a function prints, whole lines at a time', async () => {
    const code = handler(
      `process.stdout.write('{"a"'); process.stdout.write(':1}\\n'); console.error('two\\nthree'); return 0;`,
    );
    const { runtime, lines } = newRuntime(bundle('print', code));
    await runtime.invoke('print', {});
    expect(lines).toEqual(['print {"a":1}', 'print two', 'print three']);
  });

  it('does not give a function the listeners of this process', async () => {
    const before = process.listenerCount('SIGTERM');
    const { runtime } = newRuntime(
      bundle('listens', handler(`process.on('SIGTERM', () => {}); return process.listenerCount('SIGTERM');`)),
    );
    expect(await runtime.invoke('listens', {})).toEqual({ ok: true, payload: 1 });
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });
});

describe('what is compiled of a bundle', () => {
  const keptFiles = (name: string) => readdirSync(join(folder, name)).filter((file) => file.endsWith('.compiled'));
  /** Runs one bundle in two runtimes, like two stacks in one process. */
  async function responses(name: string, code: string): Promise<unknown[]> {
    const fn = bundle(name, code);
    const results: unknown[] = [];
    for (const { runtime } of [newRuntime(fn), newRuntime(fn)]) results.push(await runtime.invoke(name, {}));
    await turn();
    return results;
  }

  it('is used by all stacks of the process, each with values of its own', async () => {
    const code = `let n = 0; ${handler('n += 1; return n;')}`;
    expect(await responses('twice', code)).toEqual([
      { ok: true, payload: 1 },
      { ok: true, payload: 1 },
    ]);
  });

  it('is kept beside the bundle for other processes once the function has run', async () => {
    const fn = bundle('kept', handler(`return 'kept';`));
    const { runtime } = newRuntime(fn);
    expect(keptFiles('kept')).toEqual([]);
    await runtime.invoke('kept', {});
    await turn();
    expect(keptFiles('kept')).toHaveLength(1);
    // Simulates another process, whose memory contains no compiled bundles.
    globalThis.compiledBundles = undefined;
    expect(await newRuntime(fn).runtime.invoke('kept', {})).toEqual({ ok: true, payload: 'kept' });
  });

  it('is compiled again where what was kept is damaged', async () => {
    await responses('damaged', handler(`return 'well';`));
    const [stored = ''] = keptFiles('damaged');
    writeFileSync(join(folder, 'damaged', stored), 'damaged');
    globalThis.compiledBundles = undefined;
    expect(await responses('damaged', handler(`return 'well';`))).toContainEqual({ ok: true, payload: 'well' });
  });

  it('is never taken for another text of the same length', async () => {
    expect(await responses('changed', handler(`return 'old';`))).toContainEqual({ ok: true, payload: 'old' });
    globalThis.compiledBundles = undefined;
    expect(await responses('changed', handler(`return 'new';`))).toContainEqual({ ok: true, payload: 'new' });
    expect(keptFiles('changed')).toHaveLength(2);
  });
});

describe('the environment of a function', () => {
  const endpoints = {
    dynamodb: 'http://d',
    sqs: 'http://q',
    s3: 'http://q',
    eventBridge: 'http://e',
    kms: 'http://k',
  };

  it("overrides the template by settings of the run, and both by the machine's", () => {
    const variables = { TABLE_NAME: 't', QUOTE_TTL_S: '60', LOCAL_NETWORK: 'deny' };
    expect(
      functionEnvironment({ name: 'f', memoryMb: 512, variables, endpoints, run: { QUOTE_TTL_S: '5' } }),
    ).toMatchObject({
      TABLE_NAME: 't',
      QUOTE_TTL_S: '5',
      LOCAL_NETWORK: 'allow',
      LOCAL_LINKS: 'http',
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_NAME: 'f',
      AWS_ENDPOINT_URL_DYNAMODB: 'http://d',
      AWS_ENDPOINT_URL_SQS: 'http://q',
      AWS_ENDPOINT_URL_EVENTBRIDGE: 'http://e',
      AWS_ENDPOINT_URL_KMS: 'http://k',
    });
  });
});
