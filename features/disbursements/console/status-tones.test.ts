/** Every state that the rules can produce has a text, and asks for action only where a person can act. */
import { expect, test } from 'vitest';
import { progressOf, type DisbursementState } from '../rules.ts';
import { disbursementWords } from '../screen-words.ts';
import { explanationOf } from './status-tones.ts';

test.each<[DisbursementState, string | undefined, string]>([
  [{ status: 'applying', submission: 'none', review: 'none' }, 'queued', 'why_queued'],
  [{ status: 'applying', submission: 'none', review: 'waiting' }, 'review', 'why_review'],
  [{ status: 'applying', submission: 'none', review: 'passed' }, 'queued', 'why_queued'],
  [{ status: 'applying', submission: 'submitted', review: 'none' }, 'sent', 'why_sent'],
  [{ status: 'applying', submission: 'unknown', review: 'passed' }, 'unknown', 'why_unknown'],
  [{ status: 'applying', submission: 'failed', review: 'none' }, 'failed', 'why_failed'],
  [{ status: 'paid', submission: 'succeeded', review: 'none' }, undefined, 'why_paid'],
  [{ status: 'frozen', submission: 'none', review: 'none' }, undefined, 'why_frozen'],
  [{ status: 'frozen', submission: 'submitted', review: 'none' }, 'sent', 'why_frozen'],
  [{ status: 'cancelled', submission: 'failed', review: 'none' }, undefined, 'why_cancelled'],
])('%j', (state, progress, why) => {
  expect(progressOf(state)).toBe(progress);
  expect(explanationOf(state)).toBe(why);
  expect(Object.keys(disbursementWords)).toContain(why);
});
