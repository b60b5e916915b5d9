/** How a picture is uploaded, and who may see one. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { MAX_FILE_BYTES } from './rules.ts';
import { fileTexts } from './words.ts';

export const fileCalls = calls(fileTexts, {
  '/user/upload': {
    who: 'session',
    secondStep: { none: 'its own, and nothing that proves who somebody is' },
    summary: 'Keeps a JPEG, PNG or WebP picture for a day, until a call uses it',
    upload: { maximumBytes: MAX_FILE_BYTES },
    output: z.strictObject({ id: z.string() }),
    refusals: ['upload_limit'],
  },
  '/user/file/:id': {
    who: 'session',
    secondStep: { none: 'reads' },
    audit: ['file_read'],
    method: 'GET',
    summary: 'A picture of one’s own; operators may see all',
    input: z.strictObject({ id: z.string().max(100) }),
    download: true,
  },
});
