/** Waits `ms` milliseconds. @throws the signal's reason as soon as the signal is aborted */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
