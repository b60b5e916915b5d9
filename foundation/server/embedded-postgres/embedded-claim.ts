/**
 * Decides which process runs the embedded server of a data folder: our own lock, taken before anything is touched.
 *
 * Every candidate first writes a file of its own (process number, start time, phase) and then looks for others. When
 * two start at the same moment at least one sees the other, so two never both hold the claim. Nothing is taken over by
 * renaming or deleting the file of a living process, which is where lock files usually race. The file of a dead process
 * is deleted by any process that finds it; this is harmless, because the dead process never comes back. Must never
 * trust a process number alone.
 */
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { processIdentity } from './embedded-process.ts';

/** The phase of the claim holder's server. */
export type ClaimPhase = 'starting' | 'ready' | 'restarting' | 'stopping';

/** A living process that holds the claim or is trying to take it. */
export interface ClaimHolder {
  readonly pid: number;
  readonly phase: ClaimPhase;
}

/** The right to run the server of this folder. This process holds it until it releases it or dies. */
export interface Claim {
  /** Publishes our phase to processes that wait or attach. */
  announce(phase: ClaimPhase): void;
  release(): void;
}

/** Takes the claim on `folder` (created when missing), or returns its holder. Two callers never both get it. */
export async function takeClaim(folder: string): Promise<{ claim: Claim } | { holder: ClaimHolder }> {
  mkdirSync(folder, { recursive: true });
  for (;;) {
    const holder = claimHolder(folder);
    if (holder) return { holder };
    const name = `${process.pid}-${randomUUID()}.json`;
    writeClaim(folder, name, 'starting');
    if (!claimHolder(folder, name)) {
      return {
        claim: {
          announce: (phase) => writeClaim(folder, name, phase),
          release: () => rmSync(join(folder, name), { force: true }),
        },
      };
    }
    // Another process came at the same moment. Both can step back here; the unequal pause lets one through.
    rmSync(join(folder, name), { force: true });
    await pause(randomInt(5, 60));
  }
}

/**
 * Returns the living holder (or candidate) of the claim, except for the file `exceptName`. Removes the files of dead
 * processes.
 */
export function claimHolder(folder: string, exceptName?: string): ClaimHolder | undefined {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.json') || name === exceptName) continue;
    const holder = readClaim(join(folder, name));
    if (holder === 'gone') continue;
    if (holder) return holder;
    rmSync(join(folder, name), { force: true });
  }
  return undefined;
}

/** Returns undefined for a dead process, and 'gone' when the claim was released while we looked. */
function readClaim(path: string): ClaimHolder | 'gone' | undefined {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'gone';
    throw error;
  }
  try {
    const { pid, identity, phase }: { pid: number; identity: string; phase: ClaimPhase } = JSON.parse(content);
    if (!Number.isInteger(pid) || typeof identity !== 'string') return undefined;
    return processIdentity(pid) === identity ? { pid, phase } : undefined;
  } catch {
    // Files appear whole (written aside, then renamed), so a broken one is left over from a full disk.
    return undefined;
  }
}

function writeClaim(folder: string, name: string, phase: ClaimPhase): void {
  const aside = join(folder, `${name}.tmp`);
  writeFileSync(aside, JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid), phase }), {
    mode: 0o644,
  });
  renameSync(aside, join(folder, name));
}
