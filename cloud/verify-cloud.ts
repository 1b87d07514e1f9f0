/** `npm run verify:cloud`: the deployment, proven on an emulator of the cloud that is not of this project. */
import { parseArgs } from 'node:util';
import { RUN_NAMES, verifyCloud } from '#cloud/plan/run';

const USAGE = `Usage: npm run verify:cloud -- [options]

Deploys the stages to MiniStack, an emulator of AWS that is not of this project, and checks what only a deployment shows:
once as it is, once with IAM enforced, once through a restore of its table. Needs Python 3.10 or newer with venv, OpenSSL,
and packages of Python.

  --run NAME    one run alone: ${RUN_NAMES.join(', ')}
  --tools PATH  keep the emulator there, and use what is there
  --unkind SEED an unkind cloud in front of the emulator: it throttles, lists in pages, loses answers, lets tokens expire
  --keep        keep logs and templates, and say where they are
  --help        show this`;

async function main(): Promise<number> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const { values } = parseArgs({
    options: {
      run: { type: 'string' },
      tools: { type: 'string' },
      keep: { type: 'boolean', default: false },
      unkind: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const runs = RUN_NAMES.filter((name) => values.run === undefined || values.run === name);
  const isSeed = values.unkind === undefined || /^\d{1,9}$/.test(values.unkind);
  if (values.help || runs.length === 0 || !isSeed) {
    process.stdout.write(`${USAGE}\n`);
    return values.help ? 0 : 2;
  }
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const isGood = await verifyCloud({
    runs,
    keep: values.keep,
    toolsFolder: values.tools,
    unkindSeed: values.unkind === undefined ? undefined : Number(values.unkind),
    write: (line) => void process.stdout.write(`${line}\n`),
    signal: interrupted.signal,
  });
  return isGood ? 0 : 1;
}

process.exitCode = await main();
