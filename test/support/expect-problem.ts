import { expect } from 'vitest';
import type { Answer } from '#local/partner/api-client';

/** Expects a refusal in the envelope. @param message @default any */
export function expectProblem(answer: Answer, status: number, code: string, message?: string): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body).toMatchObject({ success: false, code, ...(message === undefined ? {} : { message }) });
}
