import { escaping } from '#sdk/cli/escape';

/** The terminal of a program: what servers returned reaches it without control characters. */
export const terminal = escaping({
  out: (text: string) => void process.stdout.write(text),
  error: (text: string) => void process.stderr.write(text),
  ask: async () => undefined,
});
