/**
 * Handlers: one function per line of a contract, typed by it. A missing handler does not compile, and `context.refuse`
 * takes only names that the call declares.
 */
import type { Call, CallTable, Contract, OutputOf, ParsedInputOf, RefusalOf } from '#foundation/core/calls.ts';
import { Code } from '#foundation/core/envelope.ts';
import type { sharedRefusals } from '#foundation/core/refusal-words.ts';
import type { SessionByWho } from '#foundation/core/session.ts';
import type { Language, Words, PhraseValues } from '#foundation/core/words.ts';

/** What a call can require the user to prove; see `Call`. */
export type DeclaredCheck = 'secondStep' | 'proof';

/** What a handler knows about the caller, and the ways it can refuse. Each of them throws. */
export interface CallContext<C extends Call = Call> {
  /** The call's path in the contract. */
  readonly path: string;
  /** The call's line of the contract. */
  readonly call: C;
  readonly session: SessionByWho[C['who']];
  readonly language: Language;
  readonly client: Client;
  readonly now: Date;
  readonly cookies: Cookies;
  /**
   * Reports that a check which the contract declares was made, or that the answer repeats an earlier one and grants
   * nothing new. The endpoint sends no answer while a declared check is not settled.
   */
  settle(...checks: DeclaredCheck[]): void;
  /** Code 0 with the refusal's text, and with a message for each field that it concerns. */
  refuse(
    name: RefusalOf<C> | 'not_found' | 'rate_limited' | 'right_missing',
    values?: PhraseValues,
    fields?: FieldFaults,
  ): never;
  /** Code −1 with one message for one field; `word` names a text of the feature or a shared field word. */
  wrongField(field: string, word: string, values?: PhraseValues): never;
  /** Code −2. */
  requireSecondStep(methods: readonly ('google' | 'sms')[]): never;
  /** Code −3: a new captcha is needed. */
  requireCaptcha(): never;
}

export interface Client {
  readonly ip: string;
  /** The key that limits count by: the address, or the /64 of an IPv6 address. */
  readonly network: string;
  /** Readable: `Chrome on Windows`. */
  readonly device: string;
  /** Stays the same for one browser or program at one address. Binds captchas. */
  readonly key: string;
  /** Whether the request comes from a browser that keeps our cookies. */
  readonly browser: boolean;
}

export interface Cookies {
  get(name: string): string | undefined;
  /** HttpOnly, SameSite=Strict, and Secure behind TLS. */
  setHttpOnly(name: string, value: string, expiresAt: Date): void;
  clear(name: string): void;
}

export type Handler<C extends Call> = (
  context: CallContext<C>,
  input: ParsedInputOf<C>,
) => Promise<OutputOf<C>> | OutputOf<C>;
export type HandlerTable<Table extends CallTable> = {
  readonly [Path in keyof Table & `/${string}`]: Handler<Table[Path]>;
};

/** A contract with its handlers: what the console endpoint serves. */
export interface ServedContract {
  readonly contract: Contract;
  readonly table: Readonly<Record<string, Handler<Call>>>;
}

export function handlers<Table extends CallTable, Texts extends Words>(
  contract: Contract<Table, Texts>,
  table: HandlerTable<Table>,
): ServedContract {
  return { contract, table: table as unknown as ServedContract['table'] };
}

/** Field → the name of a text of the feature, or of a shared field word, and its values. */
export type FieldFaults = Readonly<Record<string, { readonly word: string; readonly values?: PhraseValues }>>;

/** Carries a handler's refusal to the endpoint. Only the endpoint catches it. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: Code;
  readonly word: string;
  readonly values: PhraseValues;
  readonly fields: FieldFaults;
  readonly data: unknown;

  constructor(code: Code, word: string, values: PhraseValues = {}, fields: FieldFaults = {}, data?: unknown) {
    super(word);
    this.code = code;
    this.word = word;
    this.values = values;
    this.fields = fields;
    this.data = data;
  }
}

/** The four ways to refuse, for `CallContext`. */
export const refusalMethods = {
  refuse(name: string, values?: PhraseValues, fields?: FieldFaults): never {
    throw new Refused(Code.refused, name, values, fields);
  },
  wrongField(field: string, word: string, values: PhraseValues = {}): never {
    throw new Refused(Code.fieldsWrong, word, values, { [field]: { word, values } });
  },
  requireSecondStep(methods: readonly string[]): never {
    throw new Refused(
      Code.secondStepNeeded,
      'second_step_needed' satisfies keyof typeof sharedRefusals,
      {},
      {},
      { methods },
    );
  },
  requireCaptcha(): never {
    throw new Refused(Code.captchaNeeded, 'captcha_needed' satisfies keyof typeof sharedRefusals);
  },
};
