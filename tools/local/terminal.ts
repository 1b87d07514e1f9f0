import { escaping } from '#sdk/cli/escape';

/** Terminal output of a program. Escapes control characters in text from servers. */
export const terminal = escaping({
  out: (text: string) => void process.stdout.write(text),
  error: (text: string) => void process.stderr.write(text),
  ask: async () => undefined,
});
