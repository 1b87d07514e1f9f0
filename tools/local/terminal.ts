import { escaping } from '#sdk/cli/escape';

/** The terminal of a program: texts of servers reach it without control characters. */
export const terminal = escaping({
  out: (text: string) => void process.stdout.write(text),
  error: (text: string) => void process.stderr.write(text),
  ask: async () => undefined,
});
