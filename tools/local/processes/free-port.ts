import { createServer } from 'node:net';

/** Returns a loopback port that was free a moment ago. The database engine cannot choose a port itself. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no free port was found'));
        else resolve(address.port);
      });
    });
  });
}
