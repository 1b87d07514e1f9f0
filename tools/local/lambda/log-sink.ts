import { appendFileSync, closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { reportToStderr } from '#local/engines/local-cloud';

/** Receives the output of functions, line by line. */
export interface LogSink {
  write(functionName: string, line: string): void;
  close(): void;
}

/**
 * Opens a file of JSON lines that only its owner can read. Text that is not JSON becomes an object with the function's name.
 * @param copy also receives each line
 */
export function openLogFile(path: string, copy?: (line: string) => void): LogSink {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, '', { mode: 0o600 });
  const file = openSync(path, 'a', 0o600);
  let open = true;
  let lines = '';
  const flush = () => {
    const text = lines;
    lines = '';
    try {
      if (open && text !== '') writeSync(file, text);
    } catch (error) {
      // A full disk loses log lines, but the local stack continues.
      reportToStderr(`Function log: ${String(error)}`);
    }
  };
  return {
    write(functionName, line) {
      if (!open || line === '') return;
      const text = line.startsWith('{') ? line : JSON.stringify({ function: functionName, message: line });
      // Write all lines of one event loop turn together.
      if (lines === '') setImmediate(flush);
      lines += `${text}\n`;
      copy?.(text);
    },
    close() {
      if (!open) return;
      flush();
      open = false;
      closeSync(file);
    },
  };
}

/** Splits a stream of text into lines. An incomplete last line waits for its next chunk. */
export function lineCutter(take: (line: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  };
}
