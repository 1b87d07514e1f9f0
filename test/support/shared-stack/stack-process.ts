/**
 * A stack in a process of its own, for the test files that share it. Its argument names the file for what the functions
 * print. It sends its facts to its parent once it runs, and ends on request or when its parent has gone.
 */
import { startTestStack } from '#test/support/test-stack';

const [, , logFile] = process.argv;
if (logFile === undefined) throw new Error('The name of the log file is missing');
// Ctrl-C reaches this process too; its parent ends it.
process.on('SIGINT', () => undefined);

const running = await startTestStack({ logFile, settings: { WEBHOOK_DELAYS_S: '0,0,0,0,0' } });
process.on('message', () => process.disconnect());
process.once('disconnect', async () => {
  await running.stop();
  process.exit();
});
// As JSON, without the functions.
process.send?.(running.stack);
