/**
 * How the audit log hangs together: each row's hash covers the row and the hash before it, each end is sealed. Both are
 * keyed, so that whoever can write to the database, but has no key, can neither change a row nor cut the tail off
 * unseen.
 */
import { createHmac } from 'node:crypto';
import { equalBytes, type Sealer } from '#foundation/server/secrets/sealing.ts';

/** A row's content: everything but its hash. */
export interface AuditContent {
  chain: bigint;
  seq: bigint;
  memberNo: bigint | null;
  action: string;
  object: string;
  result: 'done' | 'refused';
  ip: string | null;
  device: string;
  createdAt: Date;
}

/** Where a chain ends. */
export interface ChainEnd {
  chain: bigint;
  seq: bigint;
  hash: Buffer;
}

/** What stands before a chain's first row. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

export class AuditChain {
  readonly #key: Buffer;
  /** Those of former master keys and the present one, the oldest first: a chain's rows were hashed in this order. */
  readonly eras: readonly Buffer[];
  readonly #previous: AuditChain | undefined;

  constructor(sealer: Sealer) {
    this.#key = sealer.derive('audit log');
    this.eras = sealer.keysFor('audit log').reverse();
    this.#previous = sealer.previous && new AuditChain(sealer.previous);
  }

  hashOf(
    before: Uint8Array,
    { chain, seq, memberNo, action, object, result, ip, device, createdAt }: AuditContent,
    key = this.#key,
  ): Buffer {
    const content = JSON.stringify([
      'row',
      `${chain}`,
      `${seq}`,
      memberNo?.toString() ?? null,
      action,
      object,
      result,
      ip,
      device,
      createdAt.toISOString(),
    ]);
    return createHmac('sha256', key).update(before).update(content).digest();
  }

  sealOf({ chain, seq, hash }: ChainEnd): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify(['end', `${chain}`, `${seq}`, hash.toString('hex')]))
      .digest();
  }

  /**
   * The first era from `since` on under whose key the row's hash is right. What a former key hashed stays as it is:
   * whoever has that key and changes it breaks the first row, or the end, under the present one.
   */
  eraOf(before: Uint8Array, { hash, ...row }: AuditContent & { hash: Buffer }, since: number): number | undefined {
    const era = this.eras.findIndex((key, index) => index >= since && equalBytes(hash, this.hashOf(before, row, key)));
    return era < 0 ? undefined : era;
  }

  /** Under the present key; while a rotation is under way, under the one before too. */
  isGenuine(end: ChainEnd & { seal: Buffer }): boolean {
    return equalBytes(end.seal, this.sealOf(end)) || (this.#previous?.isGenuine(end) ?? false);
  }
}
