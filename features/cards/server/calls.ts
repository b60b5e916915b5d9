/**
 * Handlers for the card calls. Each change by a member requires the payment password and the second step, and adds the
 * audit record and the owner's notice in the same transaction. Accounts in replies are masked.
 */
import type { AuditAction } from '#features/audit-actions.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { CertificationVerbs } from '#features/certifications/server/verbs.ts';
import type { NoticeKind } from '#features/notice-kinds.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import { refuseAfterReset } from '#features/accounts/server/operators/deciding.ts';
import {
  checkPaymentProof,
  type PaymentContext,
  type PaymentProof,
  type PaymentProofDeps,
} from '#features/accounts/server/credentials/payment-proof.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import type { MemberSession } from '#foundation/core/session.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { bankName, banksLike } from '../banks.ts';
import { accountsIn, beneficiaryOf } from '../beneficiary.ts';
import { cardCalls, type CardRow, type OperatorCardRow } from '../contract.ts';
import { cardRemarkIn } from '../review-remarks.ts';
import { isCardId, MAX_CARDS } from '../rules.ts';
import {
  type CardRecord,
  countFiltered,
  existsCard,
  type NamedCard,
  selectCards,
  selectMemberCards,
  selectNamed,
  selectSame,
  updateDecided,
  updateRemoved,
} from './store.ts';
import { accountOf, type CardVerbs, sharedHashes } from './verbs.ts';

export interface CardCallDeps extends PaymentProofDeps {
  cards: CardVerbs;
  notices: NoticeVerbs;
  sealer: Sealer;
  certifications: Pick<CertificationVerbs, 'newest'>;
}

/** At most so many cards of other members are shown. */
const MAX_SAME = 20;

type Calls = (typeof cardCalls)['calls'];

export function cardHandlers(deps: CardCallDeps): ServedContract {
  const { db } = deps;
  const listed = async (
    { session, language }: Pick<CallContext<Calls['/bankcard/list']>, 'session' | 'language'>,
    status?: 'approved',
  ) => {
    const found = await selectMemberCards(db, session.memberNo, status);
    return { total: found.length, list: found.map((card) => rowOf(card, language)) };
  };
  return handlers(cardCalls, {
    '/bankcard/list': (context) => listed(context),
    '/bankcard/normal': (context) => listed(context, 'approved'),
    '/bankcard/add': (context, input) => add(deps, context, input),
    '/bankcard/edit': (context, input) => edit(deps, context, input),
    '/bankcard/remove': (context, input) => remove(deps, context, input),

    '/bank/list'({ language }, { q }) {
      const list = banksLike(q).map(({ code, name }) => ({ code, name: name[language] }));
      return { total: list.length, list };
    },

    async '/operator/bankcard/list'({ language }, { status, memberNo, q = '', page, limit, order }) {
      const filter = {
        status: status === 'all' ? undefined : status,
        memberNo,
        found:
          q === ''
            ? undefined
            : { holder: q, accounts: accountsIn(q).flatMap((account) => sharedHashes(deps.sealer, account)) },
      };
      const [{ total, pending }, found] = await Promise.all([
        countFiltered(db, filter),
        selectCards(db, filter, { newestFirst: order === 'desc', limit, offset: (page - 1) * limit }),
      ]);
      const list = found.map((card) => operatorRowOf(card, language));
      return { total, page, limit, list, extend: { pending } };
    },

    '/operator/bankcard/decide': (context, input) => decide(deps, context, input),

    async '/operator/bankcard/detail'({ language, refuse }, { id }) {
      const card = (isCardId(id) ? await selectNamed(db, id) : undefined) ?? refuse('not_found');
      const [certified, same] = await Promise.all([
        deps.certifications.newest(db, card.memberNo),
        selectSame(
          db,
          card.memberNo,
          sharedHashes(deps.sealer, { ...card, account: accountOf(deps.sealer, card) }),
          MAX_SAME,
        ),
      ]);
      return {
        ...operatorRowOf(card, language),
        certifiedName: certified?.status === 'approved' ? certified.name : null,
        same: same.map((other) => ({
          id: other.cardId,
          memberNo: other.memberNo.toString(),
          memberName: other.memberName,
          holder: other.holder,
          status: other.status,
          changedAt: other.changedAt.toISOString(),
        })),
      };
    },
  });
}

type AddCall = Calls['/bankcard/add'];

async function add(deps: CardCallDeps, context: CallContext<AddCall>, input: ParsedInputOf<AddCall>): Promise<CardRow> {
  const { memberNo, userId } = context.session;
  const card = await change(deps, context, { action: 'card_added', ...input }, async (tx) => {
    const result = await deps.cards.keep(tx, { memberNo, userId, beneficiary: beneficiaryOf(input), at: context.now });
    if (result.outcome === 'full') return context.refuse('cards_full', { most: MAX_CARDS });
    if (result.outcome === 'there') return context.wrongField('account', 'card_there');
    return { card: result.card, object: result.card.accountHint };
  });
  return rowOf(card, context.language);
}

type EditCall = Calls['/bankcard/edit'];

async function edit(
  deps: CardCallDeps,
  context: CallContext<EditCall>,
  input: ParsedInputOf<EditCall>,
): Promise<CardRow> {
  const { memberNo, userId } = context.session;
  const beneficiary = { ...beneficiaryOf(input), ...(input.account === '' ? { account: undefined } : {}) };
  const card = await change(deps, context, { action: 'card_changed', ...input }, async (tx) => {
    const result = await deps.cards.change(tx, { memberNo, userId, cardId: input.id, beneficiary, at: context.now });
    if (result.outcome === 'gone') return context.refuse('not_found');
    if (result.outcome === 'account_missing') return context.wrongField('account', 'required');
    if (result.outcome === 'there') return context.wrongField('account', 'card_there');
    const { accountHint } = result.card;
    return {
      card: result.card,
      object: result.former.accountHint === accountHint ? accountHint : `${result.former.accountHint} → ${accountHint}`,
    };
  });
  return rowOf(card, context.language);
}

type RemoveCall = Calls['/bankcard/remove'];

async function remove(
  deps: CardCallDeps,
  context: CallContext<RemoveCall>,
  input: ParsedInputOf<RemoveCall>,
): Promise<undefined> {
  await change(deps, context, { action: 'card_removed', ...input }, async (tx) => {
    const card = isCardId(input.id)
      ? await updateRemoved(tx, context.session.memberNo, input.id, context.now)
      : undefined;
    return card ? { card, object: card.accountHint } : context.refuse('not_found');
  });
}

interface Change extends PaymentProof {
  action: AuditAction & NoticeKind;
}

/**
 * `work` refuses by throwing. The audit record comes last, because it locks the user's audit chain until the
 * transaction ends.
 */
async function change(
  deps: CardCallDeps,
  context: PaymentContext & { readonly session: MemberSession },
  done: Change,
  work: (tx: Tx) => Promise<{ card: CardRecord; object: string }>,
): Promise<CardRecord> {
  const proof = await checkPaymentProof(deps, context, done);
  const { action } = done;
  return deps.db.transaction(async (tx) => {
    await deps.factors.spendSecondStep(tx, context, proof);
    const { card, object } = await work(tx);
    await deps.notices.add(tx, {
      userId: context.session.userId,
      kind: action,
      values: { card: card.accountHint },
      at: context.now,
    });
    await deps.audit.record(tx, { ...actorOf(context), action, object });
    return card;
  });
}

type DecideCall = Calls['/operator/bankcard/decide'];

async function decide(
  { db, notices, audit, factors }: CardCallDeps,
  context: CallContext<DecideCall>,
  input: ParsedInputOf<DecideCall>,
): Promise<undefined> {
  const { now, refuse } = context;
  const { id, status, reviewTemplate = null, reviewRemark, verifyType, verifyCode } = input;
  if (!isCardId(id) || !(await existsCard(db, id))) return refuse('not_found');
  const proof = await factors.checkSecondStep(context, {
    user: context.session,
    verifyType,
    verifyCode,
  });
  await db.transaction(async (tx) => {
    await factors.spendSecondStep(tx, context, proof);
    const decided = await updateDecided(tx, id, { status, reviewTemplate, reviewRemark, reviewedAt: now });
    if (!decided) return refuse('card_decided');
    const { memberNo, userId, accountHint } = decided;
    await refuseAfterReset({ audit }, tx, context, memberNo);
    await notices.add(tx, { userId, kind: `card_${status}`, values: { card: accountHint }, at: now });
    await audit.record(tx, {
      ...actorOf(context),
      memberNo,
      action: 'card_decided',
      object: `${memberNo} ${accountHint} ${status}`,
    });
  });
  return undefined;
}

function operatorRowOf(card: NamedCard, language: Language): OperatorCardRow {
  return {
    ...rowOf(card, language),
    memberNo: card.memberNo.toString(),
    memberName: card.memberName,
    changedAt: card.changedAt.toISOString(),
    reviewedAt: card.reviewedAt?.toISOString() ?? null,
  };
}

function rowOf(card: CardRecord, language: Language): CardRow {
  const { cardId, type, holder, bank, branch, accountHint, status, createdAt } = card;
  return {
    id: cardId,
    type,
    holder,
    bank,
    bankName: bank === null ? null : bankName(bank, language),
    branch: branch ?? '',
    account: accountHint,
    status,
    reviewRemark: cardRemarkIn(language, card),
    createdAt: createdAt.toISOString(),
  };
}
