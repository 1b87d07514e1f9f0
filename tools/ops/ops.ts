/** `npm run -s ops`: command line of the operator tool. */
import { createInterface } from 'node:readline';
import { runOps } from '#ops/program';

process.exitCode = await runOps(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  ask: (question) =>
    new Promise((resolve) => {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      // The input can end before the operator types a line.
      lines.once('close', () => resolve(undefined));
      lines.question(question, (line) => {
        resolve(line);
        lines.close();
      });
    }),
});
