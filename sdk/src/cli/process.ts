/** Connects the command line to its process: streams, signals and folders. */

import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PageFiles } from './console/loopback.js';
import { runProgram } from './program.js';
import { Prompt } from './prompt.js';

function settingsFolder({ PARTNER_RAMP_HOME, APPDATA, XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string {
  if (PARTNER_RAMP_HOME) return PARTNER_RAMP_HOME;
  const base = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return join(base || join(homedir(), '.config'), 'partner-ramp');
}

/**
 * Runs the command line in this process.
 * @param readPage reads the files of the console's page
 */
export async function runProcess(readPage: () => Promise<PageFiles>): Promise<void> {
  const { env: environment } = process;
  const interrupted = new AbortController();
  /** The first Ctrl-C aborts the current command. The second Ctrl-C ends the process. */
  const interrupt = () => {
    if (interrupted.signal.aborted) process.exit(130);
    interrupted.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  // The program that reads our output can exit early, for example `head`.
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

/** Commands that open a URL, by platform. They run without a shell, so a shell cannot interpret the URL. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a URL in the browser. @returns true if the command that opens the browser started */
function browse(url: string, environment: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const { DISPLAY, WAYLAND_DISPLAY, CI } = environment;
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const hasScreen = command !== 'xdg-open' || Boolean(DISPLAY || WAYLAND_DISPLAY);
  if (CI || !hasScreen) return Promise.resolve(false);
  return new Promise((done) => {
    const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    opener.once('error', () => done(false));
    opener.once('spawn', () => {
      opener.unref();
      done(true);
    });
  });
}
