/**
 * How the audit log hangs together: each row's hash covers the row and the hash before it, each end is sealed. Both are keyed,
 * so that whoever can write to the database, but has no key, can neither change a row nor cut the tail off unseen.
 */
import { createHmac } from 'node:crypto';
import type { Sealer } from '#foundation/server/sealing.ts';

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

  constructor(sealer: Sealer) {
    this.#key = sealer.derive('audit log');
  }

  hashOf(before: Uint8Array, { chain, seq, memberNo, action, object, result, ip, device, createdAt }: AuditContent): Buffer {
    const content = JSON.stringify(['row', `${chain}`, `${seq}`, memberNo?.toString() ?? null, action, object, result, ip, device, createdAt.toISOString()]);
    return createHmac('sha256', this.#key).update(before).update(content).digest();
  }

  sealOf({ chain, seq, hash }: ChainEnd): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify(['end', `${chain}`, `${seq}`, hash.toString('hex')]))
      .digest();
  }
}
