import type { VerbOptions } from './api';

/** The command line that an action equals, for a shell. @param env place of the console */
export function commandLine(verb: string, options: VerbOptions, env: string): string {
  const place = env === 'local' ? {} : { env };
  const given = Object.entries({ ...options, ...place }).map(([name, value]) => `--${name} ${quoted(value)}`);
  return ['npm run -s ops --', verb, ...given].join(' ');
}

function quoted(value: string): string {
  return /^[\w.:/@%+,-]+$/.test(value) && !value.startsWith('-') ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
