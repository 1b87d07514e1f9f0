import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '#local/partner/api-client';
import type { PageFiles } from '#sdk/cli/console/loopback';
import { runProgram } from '#sdk/cli/program';

/** Output and exit code of a command. */
export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

export interface CliOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly settingsFolder?: string;
  readonly workingFolder?: string;
  readonly typed?: readonly string[];
  readonly signal?: AbortSignal;
  /** Receives the output as it is printed. */
  readonly onOut?: (text: string) => void;
  readonly onError?: (text: string) => void;
  readonly browse?: (url: string) => Promise<boolean>;
  readonly readPage?: () => Promise<PageFiles>;
}

/** Creates a new settings folder. */
export const newSettingsFolder = (): string => mkdtempSync(join(tmpdir(), 'partner-ramp-cli-'));

/** Runs a `partner-ramp` command in this process. */
export async function cli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const settingsFolder = options.settingsFolder ?? newSettingsFolder();
  const typed = [...(options.typed ?? [])];
  const printed = { out: '', error: '' };
  const code = await runProgram(args, {
    out: (text) => {
      printed.out += text;
      options.onOut?.(text);
    },
    error: (text) => {
      printed.error += text;
      options.onError?.(text);
    },
    ask: async () => typed.shift(),
    browse: options.browse ?? (async () => false),
    readPage: options.readPage ?? (async () => new Map()),
    environment: options.environment ?? {},
    workingFolder: options.workingFolder ?? settingsFolder,
    settingsFolder,
    signal: options.signal ?? new AbortController().signal,
  });
  return { code, ...printed };
}

/** Returns the environment variables for requests as a partner. */
export function environmentOf({ baseUrl, apiKey }: Pick<ApiClient, 'baseUrl' | 'apiKey'>): Record<string, string> {
  return { PARTNER_RAMP_BASE_URL: baseUrl, PARTNER_RAMP_API_KEY: apiKey };
}
