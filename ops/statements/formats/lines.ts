/** Cuts text that comes in pieces into lines. */
export function lineReader(handle: (line: string, number: number) => void) {
  let rest = '';
  let number = 0;
  const take = (line: string) => {
    number += 1;
    handle(line.endsWith('\r') ? line.slice(0, -1) : line, number);
  };
  return {
    write(text: string): void {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    },
    /** Ends the text. @returns the number of its last line */
    end(): number {
      if (rest !== '') take(rest);
      return number;
    },
  };
}
