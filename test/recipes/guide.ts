/** The recipes of CONTRIBUTING.md: the places that each names, and the commands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './copy';

const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

/** Commands of a section, in its order. */
export interface Section {
  /** True if a file is among the places that the section names. */
  readonly names: (file: string) => boolean;
  readonly commands: readonly string[];
}

/** Reads a section by the beginning of its heading. @throws Error when there is none */
export function readSection(heading: string): Section {
  const text = guide.split(/^(?=## )/m).find((section) => section.startsWith(`${heading} `));
  if (text === undefined) throw new Error(`CONTRIBUTING.md has no section ${heading}`);
  const [prose = ''] = text.split(/^Only where it applies/m);
  const paths = [...prose.matchAll(/`([\w.<>/-]+\/[\w.<>-]+\.\w+)`|\]\(([\w./-]+)\)/g)].map(
    ([, inText, linked]) => inText ?? linked ?? '',
  );
  const patterns = paths.map((path) => toPattern(path));
  const blocks = [...prose.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  return {
    names: (file) => patterns.some((pattern) => pattern.test(file)),
    commands: blocks.flatMap((block) => block.trim().split('\n')).map((line) => line.replace(/\s+#.*/, '')),
  };
}

/** Builds the pattern of a path with parts such as `<resource>`. */
function toPattern(path: string): RegExp {
  const parts = path.split(/<[\w-]+>/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

/** Puts the resource and operation of each new function into a command. */
export function filled(command: string, functions: readonly string[]): string {
  return command
    .split(' ')
    .flatMap((word) =>
      word.includes('<resource>/<operation>')
        ? functions.map((folder) => word.replace('<resource>/<operation>', folder))
        : [word],
    )
    .join(' ');
}
