/**
 * Contracts: a feature's calls as data. The same table types the client and the handlers, checks requests and answers,
 * and generates the OpenAPI document; nothing about a call is written twice.
 */
import type { z } from 'zod';
import type { LiveEventName } from './live-events.ts';
import type { Words } from './words.ts';

/** Who can call. A foreign or forbidden object is answered like a missing one. */
export type Who = 'anyone' | 'session' | 'members' | 'agents' | 'operators';

/**
 * Which factors confirm a call. `strongest`: the authenticator, or a text message for a user who has only a phone.
 * `any`: the factor that the user picks. `authenticator`: the authenticator or one of its recovery codes.
 */
export type StepPolicy = 'strongest' | 'any' | 'authenticator';

export interface Call<Refusal extends string = string> {
  readonly who: Who;
  /** What an operator needs to call it. Every call of operators names one right, and no other call does. */
  readonly right?: string;
  /**
   * The second step that the call requires, or the reason why it requires none. Every call of a logged-in user has
   * one. The endpoint throws when a call that requires a step is answered without it.
   */
  readonly secondStep?: StepPolicy | { readonly none: string };
  /** A user who must choose a new password can make the call before that. All other calls of a logged-in user refuse. */
  readonly beforePassword?: true;
  /** What the user proves before the second step: the payment password. The endpoint holds this like the second step. */
  readonly proof?: 'payPassword';
  /**
   * The audit actions that the call can record, besides a failed second step. The log accepts no other action from its
   * handler.
   */
  readonly audit?: readonly string[];
  /** The notices that users can get from it. */
  readonly notices?: readonly string[];
  /** The live events that open consoles can get from it, besides that of a notice. */
  readonly live?: readonly LiveEventName[];
  /** One line for the API reference. */
  readonly summary: string;
  /** What else a client must do, in Markdown. */
  readonly guide?: string;
  readonly method?: 'GET';
  /** Object schema; extra fields are refused. Absent: the call takes no input. */
  readonly input?: z.ZodType;
  /** Max bytes of a JSON body, where the endpoint's own limit is too low. Received only from logged-in users. */
  readonly maximumBytes?: number;
  /**
   * The call takes one file instead of an input, or as well as one: the multipart field `file`, up to this size. Other
   * fields of the form are texts, checked by `fields`; without it there are none.
   */
  readonly upload?: { readonly maximumBytes: number; readonly fields?: z.ZodType };
  /**
   * The answer is a file, whole or piece by piece, while a refusal stays an envelope, as does the output of a call that
   * declares one too. With GET the path's `:names` and the query are the input.
   */
  readonly download?: true;
  /** Absent: `data` is empty. */
  readonly output?: z.ZodType;
  /** Refusals of the handler, in addition to those of every call. */
  readonly refusals?: readonly Refusal[];
}

/**
 * Whether a call only reads, for whom it may change nothing: its contract says so, and it records, notifies and sends
 * nothing. A call that does not say so counts as one that changes.
 */
export function isReading({ secondStep, audit, notices, live, upload }: Call): boolean {
  const isDeclared = typeof secondStep === 'object' && secondStep.none === READS;
  return isDeclared && [audit, notices, live, upload].every((part) => part === undefined);
}
const READS = 'reads';

export type CallTable<Refusal extends string = string> = Readonly<Record<`/${string}`, Call<Refusal>>>;

export interface Contract<Table extends CallTable = CallTable, Texts extends Words = Words> {
  readonly calls: Table;
  /** The text of each refusal and each wrong field. */
  readonly texts: Texts;
}

/** `texts` are the texts of this feature's refusals and field errors. A call can't name a refusal without a text. */
export function calls<Texts extends Words, const Table extends CallTable<Extract<keyof Texts, string>>>(
  texts: Texts,
  table: Table,
): Contract<Table, Texts> {
  return { calls: table, texts };
}

/** What a client sends. */
export type InputOf<C extends Call> = C['input'] extends z.ZodType
  ? z.input<C['input']>
  : Record<string, never> | undefined;
/** What a handler receives: parsed. */
export type ParsedInputOf<C extends Call> =
  | (C['upload'] extends { fields: infer Fields extends z.ZodType }
      ? UploadedFile & { readonly fields: z.output<Fields> }
      : C['upload'] extends object
        ? UploadedFile
        : never)
  | (C['input'] extends z.ZodType ? z.output<C['input']> : C['upload'] extends object ? never : undefined);
/** What an answer's `data` holds. */
export type OutputOf<C extends Call> = C['download'] extends true
  ? DownloadedFile | StreamedFile | (C['output'] extends z.ZodType ? z.output<C['output']> : never)
  : C['output'] extends z.ZodType
    ? z.output<C['output']>
    : undefined;
export type RefusalOf<C extends Call> = C['refusals'] extends readonly (infer Name extends string)[] ? Name : never;

/** An uploaded file. Its type is the client's claim, and is dropped. */
export interface UploadedFile {
  readonly bytes: Uint8Array;
  /** As the client calls it: one line, possibly empty, only for people to read. */
  readonly name: string;
}

/** A downloaded file, never cached by a browser. */
export interface DownloadedFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A file that is downloaded piece by piece, to be saved. */
export interface StreamedFile {
  readonly contentType: string;
  /** Letters, digits, dots and hyphens. */
  readonly fileName: string;
  /** Its `return` is called when the rest is not wanted, even before the first piece was requested. */
  readonly pieces: AsyncIterable<Uint8Array>;
}
