/** Handlers of the operators' calls about announcements. */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import { phaseOf } from '#features/platform/announcements.ts';
import {
  type AnnouncementContent,
  countWritten,
  findWritten,
  listWritten,
  lockWritten,
  setState,
  writeDraft,
  type WrittenAnnouncement,
} from '#features/platform/server/announcing.ts';
import { acting, type StaffDeps } from '#features/staff/server/proposing.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import { type Language, languages } from '#foundation/core/words.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { operatorAnnouncementCalls, type OperatorAnnouncementRow } from '../../announcement-contract.ts';
import { selectKnownMembers } from './store.ts';

export type OperatorAnnouncementDeps = StaffDeps & { db: Database; audit: AuditVerbs; numbers: SystemNumbers };

type Calls = (typeof operatorAnnouncementCalls)['calls'];
type ListCall = Calls['/operator/announcement/list'];
type DetailCall = Calls['/operator/announcement/detail'];
type SaveCall = Calls['/operator/announcement/save'];
type PublishCall = Calls['/operator/announcement/publish'];
type WithdrawCall = Calls['/operator/announcement/withdraw'];

export function operatorAnnouncementHandlers(deps: OperatorAnnouncementDeps): ServedContract {
  return handlers(operatorAnnouncementCalls, {
    '/operator/announcement/list': (context, input) => list(deps, context, input),
    '/operator/announcement/detail': (context, input) => detail(deps, context, input),
    '/operator/announcement/save': (context, input) => save(deps, context, input),
    '/operator/announcement/publish': (context, input) => publish(deps, context, input),
    '/operator/announcement/withdraw': (context, input) => withdraw(deps, context, input),
  });
}

async function list(
  { db }: OperatorAnnouncementDeps,
  { language, now }: CallContext<ListCall>,
  { q = '', state, audience, page, limit, order }: ParsedInputOf<ListCall>,
): Promise<OutputOf<ListCall>> {
  const query = { text: q, state, audience };
  const [total, found] = await Promise.all([
    countWritten(db, query),
    listWritten(db, query, { order, limit, offset: (page - 1) * limit }),
  ]);
  return { total, page, limit, list: found.map((one) => rowOf(one, language, now)), extend: {} };
}

async function detail(
  { db }: OperatorAnnouncementDeps,
  { language, now, refuse }: CallContext<DetailCall>,
  { id }: ParsedInputOf<DetailCall>,
): Promise<OutputOf<DetailCall>> {
  const found = (await findWritten(db, id)) ?? refuse('not_found');
  const texts = textsOf(found);
  const none = { title: '', body: '' };
  return {
    ...rowOf(found, language, now),
    texts: { en: texts.en ?? none, zh: texts.zh ?? none, es: texts.es ?? none, th: texts.th ?? none },
    memberNos: found.memberNos.map(String),
  };
}

async function save(
  { db, audit, numbers }: OperatorAnnouncementDeps,
  context: CallContext<SaveCall>,
  input: ParsedInputOf<SaveCall>,
): Promise<OutputOf<SaveCall>> {
  const { session, now, refuse } = context;
  const content = contentOf(context, input, now);
  return db.transaction(async (tx) => {
    await refuseUnknown(tx, context, content.memberNos);
    const before = input.id === undefined ? undefined : ((await lockWritten(tx, input.id)) ?? refuse('not_found'));
    if (before?.state === 'published') refuse('announcement_published');
    const id = before?.announcementId ?? numbers.next();
    await writeDraft(tx, id, content, { userId: session.userId, at: now });
    const object = [id, ...(before ? [`${before.text.title} →`] : []), content.text.title].join(' ');
    await audit.record(tx, { ...actorOf(context), action: 'announcement_saved', object });
    return { id: id.toString() };
  });
}

/** What readers of a language without a text see is the first text there is. */
function contentOf(
  { wrongField }: CallContext<SaveCall>,
  { texts, audience, memberNos, from, until, pinned }: ParsedInputOf<SaveCall>,
  now: Date,
): AnnouncementContent {
  for (const language of languages)
    if (texts[language].title === '' && texts[language].body !== '')
      wrongField(`texts.${language}.title`, 'title_of_body');
  const given = languages.filter((language) => texts[language].title !== '');
  const [first] = given;
  if (first === undefined) return wrongField('texts.en.title', 'title_needed');
  if (audience === 'named' && memberNos.length === 0) return wrongField('memberNos', 'named_needed');
  const [starts, ends] = [from === null ? now : new Date(from), until === null ? null : new Date(until)];
  if (ends && ends <= starts) return wrongField('until', 'until_before');
  return {
    text: texts[first],
    translations: Object.fromEntries(given.map((language) => [language, texts[language]])),
    audience,
    memberNos: audience === 'named' ? [...new Set(memberNos)] : [],
    from: starts,
    until: ends,
    pinned,
  };
}

async function refuseUnknown(
  tx: Tx,
  { wrongField }: CallContext<SaveCall>,
  memberNos: readonly bigint[],
): Promise<void> {
  if (memberNos.length === 0) return;
  const known = await selectKnownMembers(tx, memberNos);
  const unknown = memberNos.find((memberNo) => !known.includes(memberNo));
  if (unknown !== undefined) wrongField('memberNos', 'named_unknown', { member: unknown.toString() });
}

async function publish(
  deps: OperatorAnnouncementDeps,
  context: CallContext<PublishCall>,
  { id, reason, ...step }: ParsedInputOf<PublishCall>,
): Promise<undefined> {
  const { session, now, refuse } = context;
  return acting(deps, context, { reason, ...step }, async (tx) => {
    const draft = (await lockWritten(tx, id)) ?? refuse('not_found');
    if (draft.state === 'published') refuse('announcement_published');
    if (draft.until !== null && draft.until <= now) refuse('announcement_over');
    if (draft.text.body === '') refuse('announcement_empty');
    const from = draft.from > now ? draft.from : now;
    await setState(tx, id, { state: 'published', from }, { userId: session.userId, at: now });
    const object = `${id} ${draft.text.title} ${draft.state} → published ${reason}`;
    await deps.audit.record(tx, { ...actorOf(context), action: 'announcement_published', object });
    return undefined;
  });
}

async function withdraw(
  deps: OperatorAnnouncementDeps,
  context: CallContext<WithdrawCall>,
  { id, reason, ...step }: ParsedInputOf<WithdrawCall>,
): Promise<undefined> {
  const { session, now, refuse } = context;
  return acting(deps, context, { reason, ...step }, async (tx) => {
    const shown = (await lockWritten(tx, id)) ?? refuse('not_found');
    if (shown.state !== 'published') refuse('announcement_unpublished');
    await setState(tx, id, { state: 'withdrawn', from: shown.from }, { userId: session.userId, at: now });
    const object = `${id} ${shown.text.title} published → withdrawn ${reason}`;
    await deps.audit.record(tx, { ...actorOf(context), action: 'announcement_withdrawn', object });
    return undefined;
  });
}

/** By language. The first text is English, unless it repeats the text of another language. */
function textsOf({ text, translations }: WrittenAnnouncement): WrittenAnnouncement['translations'] {
  const repeats = Object.values(translations).some(({ title, body }) => title === text.title && body === text.body);
  return repeats ? translations : { en: text, ...translations };
}

function rowOf(announcement: WrittenAnnouncement, language: Language, now: Date): OperatorAnnouncementRow {
  const { announcementId, audience, memberNos, state, from, until, pinned, readers, changedAt, changer } = announcement;
  const texts = textsOf(announcement);
  return {
    id: announcementId.toString(),
    title: texts[language]?.title ?? announcement.text.title,
    audience,
    named: memberNos.length,
    state,
    phase: phaseOf(announcement, now),
    from: from.toISOString(),
    until: until?.toISOString() ?? null,
    pinned,
    readers,
    languages: languages.filter((one) => texts[one] !== undefined),
    changedAt: changedAt?.toISOString() ?? null,
    changedBy: changer,
  };
}
