import { appendFileSync, closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { reportToStderr } from '#local/engines/local-cloud';

/** Receives the output of functions, line by line. */
export interface LogSink {
  write(functionName: string, line: string): void;
  close(): void;
}

/**
 * A file of JSON lines, readable by its owner alone. A line that is JSON stays as the function printed it;
 * other text is put into an object that names the function. `copy` gets each line too (LOG_LEVEL=debug).
 */
export function openLogFile(path: string, copy?: (line: string) => void): LogSink {
  mkdirSync(dirname(path), { recursive: true });
  // Created with its mode before anything is in it.
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
      // A full disk takes no lines; the stack goes on.
      reportToStderr(`Function log: ${String(error)}`);
    }
  };
  return {
    write(functionName, line) {
      if (!open || line === '') return;
      const text = line.startsWith('{') ? line : JSON.stringify({ function: functionName, message: line });
      // The lines of one turn of the event loop are one write.
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

/** Cuts a stream of text into lines for a sink; an unfinished last line waits for its end. */
export function lineCutter(take: (line: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  };
}
