/** Every standing that the rules can make is told in words, and asks for a person only where one can do something. */
import { expect, test } from 'vitest';
import { progressOf, type Standing } from '../rules.ts';
import { disbursementWords } from '../screen-words.ts';
import { whyOf } from './standing.ts';

test.each<[Standing, string | undefined, string]>([
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
])('%j', (standing, progress, why) => {
  expect(progressOf(standing)).toBe(progress);
  expect(whyOf(standing)).toBe(why);
  expect(Object.keys(disbursementWords)).toContain(why);
});
