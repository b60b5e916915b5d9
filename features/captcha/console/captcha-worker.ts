/**
 * Web worker that solves one proof of work. The page terminates it when the solution has arrived or is no longer
 * wanted.
 */
import type { ProofOfWork, WorkSolution } from '../proof-of-work.ts';
import { solveWork } from '../solve.ts';

export type WorkerReport =
  | { readonly attempts: number }
  | { readonly solution: WorkSolution }
  | { readonly failure: string };

const report = (message: WorkerReport): void => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ProofOfWork>) => {
  solveWork(data, { onProgress: (attempts) => report({ attempts }) }).then(
    (solution) => report({ solution }),
    (error: unknown) => report({ failure: String(error) }),
  );
});
