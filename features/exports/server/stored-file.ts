/** A finished file, for the feature that keeps files. It is younger than those that hand them in. */
import type { Language } from '#foundation/core/words.ts';

export interface StoredFile {
  /** A UUID. The same one names the same file. */
  downloadId: string;
  userId: bigint;
  memberNo: bigint | null;
  /** What it is, as a name that the console knows. */
  kind: string;
  /** The file's name with its ending: letters, digits, dots, hyphens and underscores. */
  name: string;
  format: string;
  contentType: string;
  language: Language;
  rows: number;
  /** What the file is about, in the fields of a list's filter. */
  filter?: Readonly<Record<string, unknown>>;
}

export interface FileKeeper {
  /**
   * Stores a finished file of a user, who finds it under Downloads for seven days. A file that is stored already stays
   * as it is, so a job that died after this call can make it again. If `pieces` throws, nothing is kept.
   */
  store(file: StoredFile, pieces: AsyncIterable<Uint8Array>): Promise<void>;
}
