/**
 * Hash chains of the audit log: each row's hash covers the row and the hash before it, and the end of each chain is
 * sealed. Both are keyed: someone who can write to the database but has no key cannot change a row or cut off the tail
 * undetected.
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

/** The last row of a chain. */
export interface ChainEnd {
  chain: bigint;
  seq: bigint;
  hash: Buffer;
}

/** The hash before a chain's first row. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

export class AuditChain {
  readonly #key: Buffer;
  /**
   * The keys derived from the former master keys and the current one, oldest first. A chain's rows were hashed in this
   * order.
   */
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
   * Returns the first era from `since` on whose key gives the row's hash. Rows hashed with a former key keep their
   * hash: someone who has that key and changes such a row breaks the first row, or the end, under the current key.
   */
  eraOf(before: Uint8Array, { hash, ...row }: AuditContent & { hash: Buffer }, since: number): number | undefined {
    const era = this.eras.findIndex((key, index) => index >= since && equalBytes(hash, this.hashOf(before, row, key)));
    return era < 0 ? undefined : era;
  }

  /** Checks the seal with the current key and, during a key rotation, with the previous one. */
  isGenuine(end: ChainEnd & { seal: Buffer }): boolean {
    return equalBytes(end.seal, this.sealOf(end)) || (this.#previous?.isGenuine(end) ?? false);
  }
}
