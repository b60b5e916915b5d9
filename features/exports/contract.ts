/** The export of a list as a file: exactly what its filter shows. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { exportKinds } from '#features/export-kinds.ts';
import { exportFormats } from './rules.ts';
import { exportTexts } from './words.ts';

/** A list, its format as a file, and the list's own filter, without the page. */
const wantedFile = {
  kind: z.enum(exportKinds),
  format: z.enum(exportFormats),
  filter: z.record(z.string(), z.unknown()).default({}),
};

export const exportCalls = calls(exportTexts, {
  '/user/export/quote': {
    who: 'session',
    secondStep: { none: 'reads' },
    summary: 'What a file of a list would hold and be called',
    input: z.strictObject({ ...wantedFile, format: wantedFile.format.default('csv') }),
    output: z.strictObject({
      rows: z.int(),
      columns: z.int(),
      fileName: z.string(),
      /** It would be written by a job; see `/user/downloads`. */
      background: z.boolean(),
      /** `/user/export` refuses so many rows. */
      tooLarge: z.boolean(),
    }),
  },
  '/user/export': {
    who: 'session',
    secondStep: { none: 'reads' },
    summary: 'A list as a file in the request’s language: all rows that match the filter, in list order',
    guide:
      'A list of more rows than the platform’s setting `exportJobFrom` (20,000) is written in the background: the answer is an envelope with `downloadId`, and the file is found under `/user/downloads`.',
    input: z.strictObject(wantedFile),
    download: true,
    /** Instead of the file, if it is written by a job; see `/user/downloads`. */
    output: z.strictObject({ downloadId: z.string() }),
    refusals: ['export_too_large', 'export_limit', 'export_busy', 'downloads_waiting'],
  },
});
