/**
 * Public API of the cards feature: find the card that money goes to, add and change cards. Accounts are unsealed only
 * here.
 */
import { randomUUID } from 'node:crypto';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { SealedPlace, Sealer } from '#foundation/server/secrets/sealing.ts';
import { type Beneficiary, maskAccount } from '../beneficiary.ts';
import { type CardStatus, isCardId, MAX_CARDS } from '../rules.ts';
import {
  type CardRecord,
  countCards,
  existsAccount,
  insertCard,
  lockMemberCards,
  selectAutomatic,
  selectCard,
  selectCardCounts,
  updateRemoved,
} from './store.ts';

export interface CardToAdd {
  memberNo: bigint;
  userId: bigint;
  beneficiary: Beneficiary;
  at: Date;
}

/** If the account is undefined, the card keeps its account. */
export interface CardToChange extends Omit<CardToAdd, 'beneficiary'> {
  cardId: string;
  beneficiary: Omit<Beneficiary, 'account'> & { account: string | undefined };
}

export type AddedCard = { outcome: 'kept'; card: CardRecord } | { outcome: 'there' } | { outcome: 'full' };
export type ChangedCard =
  | { outcome: 'kept'; card: CardRecord; former: CardRecord }
  | { outcome: 'there' }
  | { outcome: 'gone' }
  | { outcome: 'account_missing' };

export interface CardVerbs {
  /** How many cards a member has of each status. */
  counts(memberNo: bigint): Promise<Readonly<Record<CardStatus, number>>>;
  /**
   * Returns a member's approved card with its beneficiary; undefined for any other card. `on`: the transaction that
   * sends money to it.
   */
  find(
    memberNo: bigint,
    cardId: string,
    on?: Queryable,
  ): Promise<{ cardId: string; beneficiary: Beneficiary } | undefined>;
  /**
   * Adds a card, approved at once or pending depending on the platform's settings. On any outcome but `kept` the caller
   * must roll back.
   */
  keep(tx: Tx, card: CardToAdd): Promise<AddedCard>;
  /**
   * Replaces a card with a new one, which must be approved again unless the platform approves cards automatically. On
   * any outcome but `kept` the caller must roll back.
   */
  change(tx: Tx, card: CardToChange): Promise<ChangedCard>;
}

export interface CardDeps {
  db: Database;
  sealer: Sealer;
  platform: Pick<PlatformVerbs, 'settings'>;
}

export function cardVerbs(deps: CardDeps): CardVerbs {
  const { db, sealer } = deps;
  return {
    counts: (memberNo) => selectCardCounts(db, memberNo),
    async find(memberNo, cardId, on = db) {
      const card = isCardId(cardId) ? await selectCard(on, memberNo, cardId) : undefined;
      return card?.status === 'approved' ? { cardId, beneficiary: beneficiaryOfCard(sealer, card) } : undefined;
    },
    async keep(tx, { memberNo, userId, beneficiary, at }) {
      await lockMemberCards(tx, memberNo);
      if ((await countCards(tx, memberNo)) >= MAX_CARDS) return { outcome: 'full' };
      const card = await insertSealed(
        deps,
        tx,
        { memberNo, userId, createdAt: at, changedAt: at, replaces: null },
        beneficiary,
      );
      return card ? { outcome: 'kept', card } : { outcome: 'there' };
    },
    async change(tx, { memberNo, userId, cardId, beneficiary, at }) {
      await lockMemberCards(tx, memberNo);
      const former = isCardId(cardId) ? await updateRemoved(tx, memberNo, cardId, at) : undefined;
      if (!former) return { outcome: 'gone' };
      if (beneficiary.account === undefined && beneficiary.type !== former.type) return { outcome: 'account_missing' };
      const account = beneficiary.account ?? accountOf(sealer, former);
      const place = { memberNo, userId, createdAt: former.createdAt, changedAt: at, replaces: cardId };
      const card = await insertSealed(deps, tx, place, { ...beneficiary, account });
      return card ? { outcome: 'kept', card, former } : { outcome: 'there' };
    },
  };
}

async function insertSealed(
  { sealer, platform }: CardDeps,
  tx: Tx,
  row: Pick<CardRecord, 'memberNo' | 'userId' | 'createdAt' | 'changedAt'> & { replaces: string | null },
  { account, ...beneficiary }: Beneficiary,
): Promise<CardRecord | undefined> {
  const value = `${row.memberNo}/${beneficiary.type}/${account}`;
  if (await existsAccount(tx, row.memberNo, sealer.fingerprints(value, HASH_PURPOSE))) return undefined;
  const approved = (await selectAutomatic(tx, row.memberNo)) ?? (await platform.settings()).cardsApprovedAutomatically;
  const cardId = randomUUID();
  const card = {
    ...row,
    ...beneficiary,
    cardId,
    accountSealed: sealer.seal(account, placeOf({ memberNo: row.memberNo, cardId })),
    accountHint: maskAccount(account),
    status: approved ? 'approved' : 'pending',
  } as const;
  await insertCard(tx, {
    ...card,
    accountHash: sealer.fingerprint(value, HASH_PURPOSE),
    sharedHash: sharedHash(sealer, { type: beneficiary.type, account }),
  });
  return { ...card, reviewTemplate: null, reviewRemark: '', reviewedAt: null };
}

/** The keyed hash finds an account again without revealing it. Equal accounts of two members have different hashes. */
const HASH_PURPOSE = 'bank card account';

/** Only operators look for the same account at other members. */
const SHARED_PURPOSE = 'bank card account of all members';

type Account = Pick<Beneficiary, 'type' | 'account'>;

/** The keyed hash of an account, the same for all members. */
export function sharedHash(sealer: Sealer, { type, account }: Account): Buffer {
  return sealer.fingerprint(`${type}/${account}`, SHARED_PURPOSE);
}

/** All hashes under which the account can be stored. */
export function sharedHashes(sealer: Sealer, { type, account }: Account): Buffer[] {
  return sealer.fingerprints(`${type}/${account}`, SHARED_PURPOSE);
}

function beneficiaryOfCard(sealer: Sealer, card: CardRecord): Beneficiary {
  const { type, holder, bank, branch } = card;
  return { type, holder, bank, branch, account: accountOf(sealer, card) };
}

export function accountOf(sealer: Sealer, card: CardRecord): string {
  return sealer.open(card.accountSealed, placeOf(card));
}

function placeOf({ memberNo, cardId }: Pick<CardRecord, 'memberNo' | 'cardId'>): SealedPlace {
  return { table: 'bank_cards', column: 'account_sealed', row: `${memberNo}/${cardId}` };
}
