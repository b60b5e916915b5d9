/** Operator calls about announcements: drafts in four languages, for whom and how long, published and withdrawn. */
import { z } from 'zod';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { announcementPhases, announcementStates, audiences } from '#features/platform/announcements.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped, NameSearch, oneLine } from '#foundation/core/typed-fields.ts';
import { typedText } from '#foundation/core/typed-text.ts';
import { MemberNoText, pageFields, pageOf, PLAIN_LINES, RecordId, Time } from '#foundation/core/wire.ts';
import { languages } from '#foundation/core/words.ts';
import { operatorAnnouncementTexts } from './words.ts';

export const MAX_TITLE = 120;
export const MAX_BODY = 10_000;
const MAX_NAMED = 500;

const Text = z.strictObject({
  title: oneLine({ error: 'title_form', most: MAX_TITLE }),
  /** Markdown. */
  body: z
    .string({ error: 'body_form' })
    .overwrite(typedText)
    .max(MAX_BODY, { error: 'body_form' })
    .regex(PLAIN_LINES, { error: 'body_form' }),
});

/** A language without a title has no text of its own. */
const Texts = z.strictObject({ en: Text, zh: Text, es: Text, th: Text });

export const SaveAnnouncement = z.strictObject({
  /** Absent for a new one. */
  id: RecordId.optional(),
  texts: Texts,
  audience: z.enum(audiences),
  /** Only of a named audience. */
  memberNos: z.array(MemberNoTyped).max(MAX_NAMED, { error: 'named_most' }).default([]),
  /** Null: from its publication on. */
  from: Time.nullable(),
  /** Null: for good. */
  until: Time.nullable(),
  /** Above all others. */
  pinned: z.boolean(),
});

/** What a dialog asks for before members see an announcement, or no longer do. */
export const AnnouncementAct = z.strictObject({ id: RecordId, reason: Reason, ...secondStepFields });

const Row = z.strictObject({
  id: z.string(),
  /** In the reader's language, or in one that it has. */
  title: z.string(),
  audience: z.enum(audiences),
  /** How many members a named audience has. */
  named: z.int(),
  state: z.enum(announcementStates),
  phase: z.enum(announcementPhases),
  from: Time,
  until: Time.nullable(),
  pinned: z.boolean(),
  /** Users who have read it. */
  readers: z.int(),
  /** The languages that have a text. */
  languages: z.array(z.enum(languages)),
  changedAt: Time.nullable(),
  /** Null: the platform itself. */
  changedBy: z.string().nullable(),
});
export type OperatorAnnouncementRow = z.infer<typeof Row>;

const AnyText = z.strictObject({ title: z.string(), body: z.string() });

const Detail = z.strictObject({
  ...Row.shape,
  texts: z.strictObject({ en: AnyText, zh: AnyText, es: AnyText, th: AnyText }),
  memberNos: z.array(MemberNoText),
});
export type OperatorAnnouncement = z.infer<typeof Detail>;

export const OperatorAnnouncementFilter = z.strictObject({
  ...pageFields(['from']),
  /** Part of a title, in any language. */
  q: NameSearch.optional(),
  state: z.enum(announcementStates).optional(),
  audience: z.enum(audiences).optional(),
});

export const operatorAnnouncementCalls = calls(operatorAnnouncementTexts, {
  '/operator/announcement/list': {
    who: 'operators',
    right: 'announcements.view',
    secondStep: { none: 'reads' },
    summary: 'All announcements, drafts and withdrawn ones too, newest first',
    input: OperatorAnnouncementFilter,
    output: pageOf(Row, z.strictObject({})),
  },
  '/operator/announcement/detail': {
    who: 'operators',
    right: 'announcements.view',
    secondStep: { none: 'reads' },
    summary: 'One announcement in all languages',
    input: z.strictObject({ id: RecordId }),
    output: Detail,
  },
  '/operator/announcement/save': {
    who: 'operators',
    right: 'announcements.configure',
    secondStep: { none: 'writes a draft, which no member sees' },
    audit: ['announcement_saved'],
    summary: 'Adds a draft or changes one; a withdrawn one becomes a draft again. A published one is withdrawn first',
    input: SaveAnnouncement,
    output: z.strictObject({ id: z.string() }),
    refusals: ['announcement_published'],
  },
  '/operator/announcement/publish': {
    who: 'operators',
    right: 'announcements.configure',
    secondStep: 'strongest',
    audit: ['announcement_published'],
    live: ['announcement.new'],
    summary: 'Publishes a draft: its audience sees it from its time on, or at once',
    input: AnnouncementAct,
    refusals: ['announcement_published', 'announcement_over', 'announcement_empty', ...secondStepRefusals],
  },
  '/operator/announcement/withdraw': {
    who: 'operators',
    right: 'announcements.configure',
    secondStep: 'strongest',
    audit: ['announcement_withdrawn'],
    live: ['announcement.new'],
    summary: 'Withdraws a published announcement: no member sees it any more',
    input: AnnouncementAct,
    refusals: ['announcement_unpublished', ...secondStepRefusals],
  },
});
