/** The page of the partners' command line, which its package brings. */
import { consolePage } from './console-page';

/** Makes the files of the page, by their paths. */
export function partnerConsole() {
  return consolePage({ script: 'console/partner/main.tsx', title: 'Partner Ramp console' });
}
