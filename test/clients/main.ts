/** `npm run verify:clients`: clients that other people's generators make of the OpenAPI document, each at work. */
import { parseArgs } from 'node:util';
import { CLIENT_NAMES, verifyClients } from '#test/clients/run';

const USAGE = `Usage: npm run verify:clients -- [options]

Makes clients of docs/openapi-for-generators.json with generators that are not of this project, compiles them strictly, and has
each make a journey on the local stack; compiles and runs the samples of the reference. Needs packages of npm; for Java, Python and Go also a JDK 17 with Maven, Python 3.10
or newer with venv, and Go.

  --client NAME     one client alone, and again for others: ${CLIENT_NAMES.join(', ')}
  --where-possible  leave out those whose tools cannot be installed here, and say so
  --tools PATH      keep the tools there, and use what is there
  --help            show this`;

async function main(): Promise<number> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const { values } = parseArgs({
    options: {
      client: { type: 'string', multiple: true, default: [...CLIENT_NAMES] },
      'where-possible': { type: 'boolean', default: false },
      tools: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = values.client.filter((name) => !CLIENT_NAMES.includes(name));
  if (values.help || unknown.length > 0) {
    process.stdout.write(`${USAGE}\n`);
    return values.help ? 0 : 2;
  }
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const isGood = await verifyClients({
    clients: values.client,
    wherePossible: values['where-possible'],
    toolsFolder: values.tools,
    write: (line) => void process.stdout.write(`${line}\n`),
    signal: interrupted.signal,
  });
  return isGood ? 0 : 1;
}

process.exitCode = await main();
