/** Calls that upload a picture and return one. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { MAX_FILE_BYTES } from './rules.ts';
import { fileTexts } from './words.ts';

export const fileCalls = calls(fileTexts, {
  '/user/upload': {
    who: 'session',
    secondStep: { none: 'changes only the user’s own data, and nothing that identifies the user' },
    summary: 'Uploads a JPEG, PNG or WebP picture, which is deleted after a day unless a call uses it',
    upload: { maximumBytes: MAX_FILE_BYTES },
    output: z.strictObject({ id: z.string() }),
    refusals: ['upload_limit'],
  },
  '/user/file/:id': {
    who: 'session',
    secondStep: { none: 'reads' },
    audit: ['file_read'],
    method: 'GET',
    summary: 'One of the user’s own pictures; operators with `certifications.view` can read all',
    input: z.strictObject({ id: z.string().max(100) }),
    download: true,
  },
});
