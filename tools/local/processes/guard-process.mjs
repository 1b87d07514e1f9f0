// Ends the engine when the runner is gone, however it went: a SIGKILL leaves the runner no moment to do so
// itself, but it does close this process's standard input. Each line on it is the duty at that moment:
// the engine's process id while there is one, and the temporary folder to remove if there is one.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const GRACE_MS = 2_000;
/** A killed engine that is not reaped still takes signals: do not wait for it for ever. */
const LAST_WAIT_MS = 1_000;
const POLL_MS = 20;

/** @type {{ pid?: number, folder?: string }} */
let duty = {};
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  duty = JSON.parse(line);
});
lines.on('close', () => endEngine(Date.now() + GRACE_MS));

/** @param {number} killAtMs */
function endEngine(killAtMs) {
  const nowMs = Date.now();
  const isThere = duty.pid !== undefined && signalGroup(duty.pid, nowMs < killAtMs ? 'SIGTERM' : 'SIGKILL');
  if (isThere && nowMs < killAtMs + LAST_WAIT_MS) {
    setTimeout(() => endEngine(killAtMs), POLL_MS);
    return;
  }
  if (duty.folder !== undefined) rmSync(duty.folder, { recursive: true, force: true });
}

/**
 * @param {number} pid
 * @param {'SIGTERM' | 'SIGKILL'} signal
 * @returns {boolean} whether the group was still there
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
