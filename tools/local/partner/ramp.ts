/**
 * `npm run ramp`: the partner command line, from this repository. Builds the partner console's page when a browser requests it.
 */
import { runProcess } from '#sdk/cli/process';

await runProcess(async () => (await import('#site/console-page')).partnerConsole());
