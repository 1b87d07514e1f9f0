import { MAX_FIELD, refuse } from '#ops/statements/statement';

/** Cuts text that comes in pieces into lines that end with LF, CRLF or CR. @throws StatementRefused for one above the bound of a field */
export function lineReader(handle: (line: string, number: number) => void) {
  let rest = '';
  let number = 0;
  const take = (line: string) => {
    number += 1;
    handle(line, number);
  };
  return {
    write(text: string): void {
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
      if (rest.length > MAX_FIELD) refuse(number + 1, `a line is longer than ${MAX_FIELD / 1024} KB`);
    },
    /** Ends the text. @returns the number of its last line */
    end(): number {
      if (rest !== '') take(rest.replace(/\r$/, ''));
      return number;
    },
  };
}
