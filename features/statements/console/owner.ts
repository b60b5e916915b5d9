/** Whose statement the page shows: the member's own, unless an operator's page says otherwise. */
import { createContext, use } from 'react';
import type { LinkOfEntry } from '#features/ledger/console/money-log-columns.tsx';
import { type UseCallOptions, useCall } from '#foundation/console/wire/use-call.ts';
import type { InputOf, OutputOf } from '#foundation/core/calls.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { statementCalls as contract } from '../contract.ts';
import { statementCalls } from './calls.ts';

type Calls = (typeof contract)['calls'];
type Place = Readonly<Record<string, string>>;

export interface StatementOwner {
  /** The screen, and what of its address names the owner. */
  path: `/${string}`;
  place: Place;
  /** The calls for the statement, one day and the entries. They take `input` in addition. */
  paths: Readonly<Record<keyof typeof own.paths, string>>;
  input: Place;
  /** Whether the statement can be exported here. */
  exports: boolean;
  /** Absent: the member's own screens. */
  linkOf?: LinkOfEntry;
}

const own = {
  path: '/order/reconciliation',
  place: {},
  paths: { list: '/reconciliation/list', day: '/reconciliation/day', entries: '/reconciliation/entries' },
  input: {},
  exports: true,
} as const;

export const StatementOwner = createContext<StatementOwner>(own);

/** The address of a part of the statement, with what names its owner. */
export function useStatementPlace(): { path: `/${string}`; at(place: Place): Place } {
  const { path, place: owner } = use(StatementOwner);
  return { path, at: (place) => ({ ...owner, ...place }) };
}

type Name = keyof typeof own.paths;

/** The member's call, or the operators' call of the same answer. */
export function useStatementCall<N extends Name>(
  name: N,
  input: InputOf<Calls[(typeof own.paths)[N]]>,
  options?: UseCallOptions,
): UseQueryResult<OutputOf<Calls[(typeof own.paths)[N]]>> {
  const owner = use(StatementOwner);
  return useCall(statementCalls, owner.paths[name] as (typeof own.paths)[N], { ...input, ...owner.input }, options);
}
