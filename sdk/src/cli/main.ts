#!/usr/bin/env node
/** `partner-ramp`: the command line for partners. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { browse } from './browser.js';
import { runProgram } from './program.js';
import { Prompt } from './prompt.js';

const { env: environment } = process;

const interrupted = new AbortController();

/** The first Ctrl-C ends what is under way, the second one the process. */
function interrupt(): void {
  if (interrupted.signal.aborted) process.exit(130);
  interrupted.abort();
}
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
// A reader of the output may leave early, as `head` does.
process.stdout.on('error', () => process.exit(0));

function settingsFolder(): string {
  if (environment.PARTNER_RAMP_HOME) return environment.PARTNER_RAMP_HOME;
  const base = process.platform === 'win32' ? environment.APPDATA : environment.XDG_CONFIG_HOME;
  return join(base || join(homedir(), '.config'), 'partner-ramp');
}

const prompt = new Prompt({ input: process.stdin, output: process.stderr, onInterrupt: interrupt });
process.exitCode = await runProgram(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  ask: (question, options) => prompt.ask(question, options),
  browse: (url) => browse(url, environment),
  environment,
  workingFolder: process.cwd(),
  settingsFolder: settingsFolder(),
  signal: interrupted.signal,
});
prompt.close();
