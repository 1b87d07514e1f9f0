import { connect } from '#ops/connection';
import { startConsole } from '#ops/console/server';
import { optional, readOptions, type Typed, whole, withDefault } from '#ops/options';
import { commonOptions, type Verb } from '#ops/verb';

const options = {
  port: withDefault(optional('PORT', 'Port on this machine (default: a free port)', whole(0, 65_535)), 0),
};

/** Interval in ms between checks of the parent process. The console stops if the parent process has ended. */
const PARENT_POLL_MS = 500;

const open: Verb = {
  about:
    'Serve a local web page with searches, queues and actions. The page uses your identity and the commands of this tool. Press Ctrl-C to stop the command',
  options,
  ...{ asks: false, searches: false, needsApproval: false, isDefault: true },
  async perform(_name, typed, { findVerb }) {
    const given = readOptions({ ...options, ...commonOptions }, typed);
    const { env, port, json: isJson } = given;
    // Connect to a deployed stage before the console starts, so that the page only opens for an existing stage. For the local
    // stack, each verb connects itself, because the local stack can start later than the console.
    if (env !== 'local') await connect(given);
    const { url } = await startConsole({ env, port, place: placeOf(typed, env), findVerb });
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && process.exit(0), PARENT_POLL_MS).unref();
    const json = { consoleUrl: url };
    return { json, text: isJson ? JSON.stringify(json) : `Console of ${env}: ${url}\nPress Ctrl-C to stop it.` };
  },
};

/** Returns the connection options with the table's name that `connect` has found, so that each verb need not find it again. */
function placeOf(typed: Typed, env: string): Typed {
  const { dataDir, endpoint, table } = typed;
  const found = env === 'local' ? undefined : process.env.TABLE_NAME;
  const named = { dataDir, endpoint, table: found === undefined ? table : [found] };
  const given = Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return { env: [env], ...Object.fromEntries(given) };
}

export const operatorConsole = { open };
