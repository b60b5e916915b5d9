/**
 * A feature's manifest: what it contributes to the server and which tables it uses. `apps/server/features.ts` lists
 * them all, and `apps/server/fold.ts` passes each function the dependencies that its type names.
 */
import type { Contract } from '#foundation/core/calls.ts';
import type { ServedContract } from './http/handlers.ts';
import type { Job } from './jobs/jobs.ts';
import type { QueueWork } from './jobs/queue.ts';
import type { SealedColumn } from './secrets/resealing.ts';
import type { RetainedPurpose } from './secrets/sealing.ts';

export interface DeclaredContract {
  /** Names the file of one of a feature's several contracts: `<part>-contract.ts`. */
  readonly part?: string;
  readonly contract: Contract;
}

/** The functions take what the feature depends on: `never` accepts any such type. */
export interface Feature {
  readonly name: string;
  /** What the console can call. */
  readonly contracts?: readonly DeclaredContract[];
  /** Answers those contracts, in the same order. */
  readonly handlers?: (deps: never) => ServedContract[];
  /** Background work. */
  readonly jobs?: (deps: never) => readonly Job[];
  /** Work that is asked for once, by queue. */
  readonly queues?: (deps: never) => readonly QueueWork[];
  /** The lists that can be exported as a file, by kind. */
  readonly exports?: (deps: never) => Readonly<Record<string, unknown>>;
  /** Columns sealed with the master key. */
  readonly sealed?: readonly SealedColumn[];
  /** Purposes whose derived keys are kept when the master key is replaced. */
  readonly retainedPurposes?: readonly RetainedPurpose[];
  /** The tables that only this feature writes. */
  readonly writes?: readonly string[];
  /** The tables and views of other features that its SQL reads. */
  readonly reads?: readonly string[];
}
