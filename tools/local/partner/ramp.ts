/** `npm run ramp`: the command line for partners in a checkout, which builds the console's page as it is asked for. */
import { runProcess } from '#sdk/cli/process';

await runProcess(async () => (await import('#site/console-page')).partnerConsole());
