/** Handlers of the operators' calls about settings. */
import { lockStaff } from '#features/accounts/server/operators/staff.ts';
import {
  amountBounds,
  boundKinds,
  boundOf,
  boundRights,
  boundSettings,
  type CountedAct,
  PEOPLE,
} from '#features/approvals/bounds.ts';
import { APPROVAL_LIFE_MS } from '#features/approvals/rules.ts';
import { countAct, takesTwo } from '#features/approvals/server/bounds.ts';
import type { DecisionContext, ProposalKind } from '#features/approvals/server/deciding.ts';
import { actorOf } from '#features/audit/server/verbs.ts';
import { isFileId } from '#features/files/rules.ts';
import {
  isSameSetting,
  partsOf,
  readSetting,
  settingFields,
  type SettingName,
  settingNames,
  type SettingValue,
  shownSetting,
} from '#features/platform/setting-fields.ts';
import { LOGO_PATH } from '#features/platform/server/verbs.ts';
import { PlatformSettings } from '#features/platform/settings.ts';
import { acting } from '#features/staff/server/proposing.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { randomUUID } from 'node:crypto';
import { isSupportedCountry } from 'libphonenumber-js/mobile';
import { operatorSettingCalls, type SettingRow } from '../../setting-contract.ts';
import { faultWords } from '../../setting-faults.ts';
import type { OperatorSettingDeps, SettingProposalDeps } from './deps.ts';
import { calendarDays, calendarEffect, saveCalendar } from './calendar.ts';
import {
  countChanges,
  insertChange,
  insertSettingProposal,
  selectChanges,
  selectLastChanges,
  selectSettingProposals,
  SETTING_PROPOSALS,
  type SettingProposal,
} from './store.ts';

type Calls = (typeof operatorSettingCalls)['calls'];
type ListCall = Calls['/operator/setting/list'];
type ChangesCall = Calls['/operator/setting/changes'];
type SaveCall = Calls['/operator/setting/save'];

export function operatorSettingHandlers(deps: OperatorSettingDeps): ServedContract {
  return handlers(operatorSettingCalls, {
    '/operator/setting/list': (context) => list(deps, context),
    '/operator/setting/changes': (context, input) => changes(deps, context, input),
    '/operator/setting/save': (context, input) => save(deps, context, input),
    '/operator/calendar/days': (context, input) => calendarDays(deps, context, input),
    '/operator/calendar/effect': (context, input) => calendarEffect(deps, context, input),
    '/operator/calendar/save': (context, input) => saveCalendar(deps, context, input),
  });
}

const RIGHT = 'settings.configure';
const presets = PlatformSettings.parse({});

async function list(deps: OperatorSettingDeps, { session, now }: CallContext<ListCall>): Promise<OutputOf<ListCall>> {
  const [rows, settings, couldDecide] = await Promise.all([
    settingRows(deps, { session, now }),
    deps.platform.settings(),
    deps.users.countDeciders(deps.db, RIGHT, 'all'),
  ]);
  return {
    list: rows,
    extend: { currency: settings.currency, takesTwo: boundOf('settings', settings, couldDecide) !== null },
  };
}

export type SettingListDeps = Pick<OperatorSettingDeps, 'db' | 'platform'>;

/** All settings, in the order of their list. */
export async function settingRows(
  { db, platform }: SettingListDeps,
  { session, now }: { session: { userId: bigint }; now: Date },
): Promise<SettingRow[]> {
  const [settings, last, open, hasMembers] = await Promise.all([
    platform.settings(),
    selectLastChanges(db, settingNames),
    selectSettingProposals(db, { state: 'open' }, now, { limit: settingNames.length }),
    platform.hasMembers(db),
  ]);
  return settingNames.map((name) => {
    const change = last.find((one) => one.name === name);
    const proposal = open.find((one) => one.name === name);
    return {
      name,
      value: shownSetting(name, settings[name], settings.currency),
      preset: shownSetting(name, presets[name], settings.currency),
      fixed: settingFields[name].fixed === true && hasMembers,
      changedAt: change?.changedAt.toISOString() ?? null,
      changedBy: change?.changer ?? null,
      waiting: proposal
        ? {
            approvalId: proposal.approvalId,
            value: proposal.after,
            proposedBy: proposal.proposer,
            proposedAt: proposal.proposedAt.toISOString(),
            own: proposal.proposedBy === session.userId,
          }
        : null,
    };
  });
}

async function changes(
  { db }: OperatorSettingDeps,
  _context: CallContext<ChangesCall>,
  { name, page, limit, order }: ParsedInputOf<ChangesCall>,
): Promise<OutputOf<ChangesCall>> {
  const [total, found] = await Promise.all([
    countChanges(db, name),
    selectChanges(db, name, { order, limit, offset: (page - 1) * limit }),
  ]);
  return {
    total,
    page,
    limit,
    list: found.map(({ changeId, changer, confirmer, changedAt, before, after, reason, ...change }) => ({
      id: changeId,
      name: change.name,
      before,
      after,
      reason,
      changedBy: changer,
      confirmedBy: confirmer,
      changedAt: changedAt.toISOString(),
    })),
    extend: {},
  };
}

async function save(
  deps: OperatorSettingDeps,
  context: CallContext<SaveCall>,
  { name, was, reason, verifyType, verifyCode, ...typed }: ParsedInputOf<SaveCall>,
): Promise<OutputOf<SaveCall>> {
  const { session, now } = context;
  const { platform } = deps;
  const upload = name === 'logo' && isFileId(typed.value ?? '') ? (typed.value ?? '') : undefined;
  const logo = upload === undefined ? undefined : await deps.files.logoOf(session.userId, upload);
  if (upload !== undefined && logo === undefined) return context.wrongField('value', 'picture_gone');
  return acting(deps, context, { reason, verifyType, verifyCode }, async (tx) => {
    const settings = await platform.settingsWithin(tx);
    const before = shownSetting(name, settings[name], settings.currency);
    if (!isSameSetting(name, before, was)) context.refuse('setting_changed');
    if (settingFields[name].fixed && (await platform.hasMembers(tx))) context.refuse('setting_fixed');
    const after = logo ? { value: await platform.keepLogo(tx, logo) } : ofSetting(name, typed);
    const stored = await checked(tx, deps, context, name, { before, after, currency: settings.currency });
    // Written as it will be shown: `1` and `1.00` are the same.
    const shown = shownSetting(name, stored, settings.currency);
    if (isSameSetting(name, before, shown)) return { outcome: 'done', approvalId: null };
    const act = actOf(name, session.userId);
    if (settingFields[name].money && (await takesTwo(tx, deps, act, now))) {
      const approvalId = randomUUID();
      const proposal = {
        approvalId,
        name,
        before,
        after: shown,
        reason,
        proposedBy: session.userId,
        proposedIn: session.sessionId,
        proposedAt: now,
        expiresAt: new Date(now.getTime() + APPROVAL_LIFE_MS),
      };
      if (!(await insertSettingProposal(tx, proposal))) return context.refuse('approval_waits');
      const object = objectOf({ name, before, after: shown, reason });
      await deps.audit.record(tx, { ...actorOf(context), action: 'approval_proposed', object });
      return { outcome: 'proposed', approvalId };
    }
    if (settingFields[name].money) await countAct(tx, act, now);
    await carryOut(tx, deps, context, {
      name,
      before,
      after: shown,
      reason,
      stored,
      by: session.userId,
      confirmedBy: null,
    });
    return { outcome: 'done', approvalId: null };
  });
}

/** Only the parts that the setting has. */
function ofSetting(name: SettingName, typed: SettingValue): SettingValue {
  return Object.fromEntries(partsOf(name).map((part) => [part, typed[part] ?? '']));
}

interface Wanted {
  before: SettingValue;
  after: SettingValue;
  currency: string;
}

type FieldContext = Pick<CallContext<SaveCall>, 'wrongField'>;

/** The value as it is stored; refuses one that the setting can't have. */
async function checked(
  tx: Tx,
  { platform, users }: Pick<OperatorSettingDeps, 'platform' | 'users'>,
  { wrongField }: FieldContext,
  name: SettingName,
  { after, before, currency }: Wanted,
): Promise<PlatformSettings[SettingName]> {
  const read = readSetting(name, after, currency);
  if ('fault' in read) return wrongField(read.part, faultWords[read.fault], read.values);
  const { value = '' } = after;
  if (name === 'agentDepth' && Number(value) < Number(before.value)) {
    const levels = await platform.deepestTree(tx);
    if (Number(value) < levels) return wrongField('value', 'setting_levels', { levels });
  }
  if (name === 'mobileRule' && !isSupportedCountry(value)) return wrongField('value', 'setting_country');
  // An address of another kind would be loaded from elsewhere by everybody.
  if (name === 'logo' && value !== '' && !value.startsWith(LOGO_PATH)) return wrongField('value', 'picture_gone');
  if (name === 'logo' && value !== '' && value !== before.value && !(await platform.hasLogo(tx, value)))
    return wrongField('value', 'picture_gone');
  if (await isUnmeetable(tx, users, name, value)) return wrongField('value', 'setting_needs_two');
  return read.stored;
}

/** A bound that fewer than two operators could meet: there would be no second one. */
async function isUnmeetable(
  tx: Tx,
  users: OperatorSettingDeps['users'],
  name: SettingName,
  value: string,
): Promise<boolean> {
  const kind = boundKinds.find((one) => boundSettings[one] === name);
  const right = kind && boundRights[kind];
  if (kind === undefined || right === undefined || value === '' || (value === '0' && !amountBounds.includes(kind)))
    return false;
  return (await users.countDeciders(tx, right, 'active')) < PEOPLE;
}

interface Change {
  name: SettingName;
  before: SettingValue;
  after: SettingValue;
  reason: string;
  stored: PlatformSettings[SettingName];
  by: bigint;
  confirmedBy: bigint | null;
}

async function carryOut(
  tx: Tx,
  { platform, audit }: Pick<OperatorSettingDeps, 'platform' | 'audit'>,
  context: Parameters<typeof actorOf>[0],
  { name, before, after, reason, stored, by, confirmedBy }: Change,
): Promise<void> {
  await platform.setSettings(tx, { [name]: stored });
  await insertChange(tx, {
    changeId: randomUUID(),
    name,
    before,
    after,
    reason,
    changedBy: by,
    confirmedBy,
    changedAt: context.now,
  });
  const object = objectOf({ name, before, after, reason });
  await audit.record(tx, { ...actorOf(context), action: 'setting_changed', object });
}

/** For the audit log: which setting, what it was, what it is, why. */
function objectOf({ name, before, after, reason }: Pick<Change, 'name' | 'before' | 'after' | 'reason'>): string {
  const changed = partsOf(name).filter((part) => (before[part] ?? '') !== (after[part] ?? ''));
  const text = (value: string | undefined) => (value === undefined || value === '' ? '–' : value);
  const parts = changed.map(
    (part) => `${part === 'value' ? '' : `${part} `}${text(before[part])} → ${text(after[part])}`,
  );
  return [name, ...parts, reason].join(' ');
}

/** A change of a setting of money, as the bound counts it. */
function actOf(name: SettingName, proposedBy: bigint): CountedAct {
  return { kind: 'settings', object: name, amount: 1n, proposedBy, memberNo: null, beneficiary: null };
}

/** Tells whether a setting is still as it was when a change was proposed. */
export async function settingsHold({
  platform,
}: Pick<OperatorSettingDeps, 'platform'>): Promise<(proposal: SettingProposal) => boolean> {
  const settings = await platform.settings();
  return ({ name, before }) => isSameSetting(name, shownSetting(name, settings[name], settings.currency), before);
}

/** The kind of proposal that the approval calls decide. */
export function settingProposals(deps: SettingProposalDeps, context: DecisionContext): ProposalKind<SettingProposal> {
  const kind: ProposalKind<SettingProposal> = {
    find: async (approvalId) => (await selectSettingProposals(deps.db, { approvalId }, context.now))[0],
    rightOf: () => RIGHT,
    actOf: ({ name, proposedBy }) => actOf(name, proposedBy),
    objectOf: ({ name, before, after, reason }) => objectOf({ name, before, after, reason }),
    table: SETTING_PROPOSALS,
    async confirm(proposal, takeDecision) {
      await deps.db.transaction(async (tx) => {
        await lockStaff(tx);
        await takeDecision(tx);
        const { name, before, after, reason, proposedBy } = proposal;
        const settings = await deps.platform.settingsWithin(tx);
        const current = shownSetting(name, settings[name], settings.currency);
        const read = readSetting(name, after, settings.currency);
        const isFixed = settingFields[name].fixed === true && (await deps.platform.hasMembers(tx));
        if (!isSameSetting(name, current, before) || 'fault' in read || isFixed)
          return context.refuse('approval_outdated');
        await carryOut(tx, deps, context, {
          name,
          before,
          after,
          reason,
          stored: read.stored,
          by: proposedBy,
          confirmedBy: context.session.userId,
        });
      });
    },
  };
  return kind;
}
