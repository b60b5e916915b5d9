/** The contracts' calls for the console. Only types are imported. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { treeCalls as treeContract } from '../tree-contract.ts';

export const treeCalls = callsOf<typeof treeContract>();
