import { spawn } from 'node:child_process';

/** Commands that open an address, by platform. No shell reads the address. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser. @returns whether there is one to open it in */
export function browse(url: string, environment: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const { DISPLAY, WAYLAND_DISPLAY, CI } = environment;
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const hasScreen = command !== 'xdg-open' || Boolean(DISPLAY || WAYLAND_DISPLAY);
  if (CI || !hasScreen) return Promise.resolve(false);
  return new Promise((done) => {
    const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    opener.once('error', () => done(false));
    opener.once('spawn', () => {
      opener.unref();
      done(true);
    });
  });
}
