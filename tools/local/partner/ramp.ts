/** `npm run ramp`: the command line for partners in a checkout, which builds the console's page as it is requested. */
import { runProcess } from '#sdk/cli/process';

await runProcess(async () => (await import('#site/console-page')).partnerConsole());
