/** The process of the command line: its streams, signals and folders. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { browse } from './browser.js';
import type { PageFiles } from './console/loopback.js';
import { runProgram } from './program.js';
import { Prompt } from './prompt.js';

/** The folder that keeps profiles. */
function settingsFolder({ PARTNER_RAMP_HOME, APPDATA, XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string {
  if (PARTNER_RAMP_HOME) return PARTNER_RAMP_HOME;
  const base = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return join(base || join(homedir(), '.config'), 'partner-ramp');
}

/** Runs the command line of this process. @param readPage reads the files of the console's page */
export async function runProcess(readPage: () => Promise<PageFiles>): Promise<void> {
  const { env: environment } = process;
  const interrupted = new AbortController();
  /** The first Ctrl-C ends what is under way, the second one the process. */
  const interrupt = () => {
    if (interrupted.signal.aborted) process.exit(130);
    interrupted.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  // A reader of the output may leave early, as `head` does.
  process.stdout.on('error', () => process.exit(0));
  const prompt = new Prompt({ input: process.stdin, output: process.stderr, onInterrupt: interrupt });
  process.exitCode = await runProgram(process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    ask: (question, options) => prompt.ask(question, options),
    readPage,
    browse: (url) => browse(url, environment),
    environment,
    workingFolder: process.cwd(),
    settingsFolder: settingsFolder(environment),
    signal: interrupted.signal,
  });
  prompt.close();
}
