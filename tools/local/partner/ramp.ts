/** `npm run ramp`: the partner command line, from this repository. Builds the console's page when a browser requests the page. */
import { runProcess } from '#sdk/cli/process';

await runProcess(async () => (await import('#site/console-page')).partnerConsole());
