import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { leaksOf, logOf, valuesOf } from '#test/support/shared-stack/folder';

const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-shared-logs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds in the log of any shared stack what any process has sent', () => {
  writeFileSync(valuesOf(folder, 1), JSON.stringify(['Zoraida']));
  writeFileSync(valuesOf(folder, 2), JSON.stringify(['Calle Tejocote 17']));
  writeFileSync(logOf(folder, '0'), '{"message":"request"}\n');
  writeFileSync(logOf(folder, '1'), '{"message":"request"}\n');
  expect(leaksOf(folder)).toEqual([]);
  writeFileSync(logOf(folder, '1'), '{"message":"to Zoraida"}\n{"message":"at Calle Tejocote 17"}\n');
  expect(leaksOf(folder)).toHaveLength(2);
  writeFileSync(logOf(folder, '0'), '{"message":"whsec_abc"}\n');
  expect(leaksOf(folder)).toHaveLength(3);
});
