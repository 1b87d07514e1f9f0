/**
 * A stack in a separate process, for the test files that share it and for the test that kills it. Its arguments name the
 * file for what the functions print and, optionally, the folder that keeps the data. It sends its facts to its parent
 * once it runs, and ends on request or when its parent has gone.
 */
import { startTestStack } from '#test/support/test-stack';

const [, , logFile, dataDir] = process.argv;
if (logFile === undefined) throw new Error('The name of the log file is missing');
// Ctrl-C reaches this process too; its parent ends it.
process.on('SIGINT', () => undefined);

const settings = { WEBHOOK_DELAYS_S: '0,0,0,0,0' };
const running = await startTestStack({ logFile, settings, ...(dataDir === undefined ? {} : { dataDir }) });
process.on('message', () => process.disconnect());
process.once('disconnect', async () => {
  await running.stop();
  process.exit();
});
// Sent as JSON, without the functions.
process.send?.(running.stack);
