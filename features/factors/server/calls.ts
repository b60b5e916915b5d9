/** Handlers of the authenticator calls. The server always generates the secret. */
import { randomUUID } from 'node:crypto';
import { actorOf } from '#features/audit/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { SessionVerbs } from '#features/sessions/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import { equalBytes } from '#foundation/server/secrets/sealing.ts';
import { factorCalls } from '../contract.ts';
import { PENDING_LIFE_MS, PENDING_SHOWN_AGAIN_MS } from '../rules.ts';
import { checkNewAuthenticator, checkSecondStep, spendSecondStep, type StepDeps } from './second-step.ts';
import { newRecoveryCodes, pendingSecretOf, recoveryCodeHash, sealedPendingSecret, sealedSecret } from './secrets.ts';
import {
  deletePendingOfUser,
  insertAuthenticator,
  insertRecoveryCodes,
  selectAuthenticator,
  selectPending,
  upsertPending,
} from './store.ts';
import { addressOf, newSecret } from './totp.ts';
import type { FactorVerbs } from './verbs.ts';

export interface FactorCallDeps extends StepDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  factors: Pick<FactorVerbs, 'reset'>;
  notices: NoticeVerbs;
  sessions: Pick<SessionVerbs, 'endOtherSessions'>;
}

type Calls = typeof factorCalls.calls;
type BindCall = Calls['/user/bindGoogleQrcode'];
type ClearCall = Calls['/user/clearGoogleBind'];

export function factorHandlers(deps: FactorCallDeps): ServedContract {
  const { db, sealer, platform } = deps;
  return handlers(factorCalls, {
    async '/user/getGoogleQrcode'({ session, now, refuse }) {
      const { sessionId, userId, username } = session;
      if (await selectAuthenticator(db, userId)) refuse('authenticator_bound');
      const fresh = { sessionId, userId, secret: sealedPendingSecret(sealer, sessionId, newSecret()), issuedAt: now };
      const pending = await upsertPending(db, fresh, new Date(now.getTime() - PENDING_SHOWN_AGAIN_MS));
      const secret = pendingSecretOf(sealer, pending);
      return { secret, qrCodeUrl: addressOf(secret, { issuer: (await platform.settings()).name, account: username }) };
    },

    '/user/bindGoogleQrcode': (context, input) => bind(deps, context, input),

    async '/user/clearGoogleBind'(context, input) {
      await clear(deps, context, input);
      return undefined;
    },
  });
}

async function bind(
  deps: FactorCallDeps,
  context: CallContext<BindCall>,
  input: ParsedInputOf<BindCall>,
): Promise<{ recoveryCodes: string[] }> {
  const { db, sealer, audit, notices } = deps;
  const { session, now } = context;
  const { userId } = session;
  if (await selectAuthenticator(db, userId)) context.refuse('authenticator_bound');
  const pending = await selectPending(db, session);
  const secret =
    pending && now.getTime() - pending.issuedAt.getTime() < PENDING_LIFE_MS
      ? pendingSecretOf(sealer, pending)
      : undefined;
  if (secret === undefined || !equalBytes(Buffer.from(secret), Buffer.from(input.secret)))
    context.refuse('authenticator_not_pending');
  const checkedStep = await checkSecondStep(deps, context, { user: session, ...input }).catch(
    async (refusal: unknown) => {
      // A second click: the first has just bound it, so don't ask for its code.
      if (await selectAuthenticator(db, userId)) context.refuse('authenticator_bound');
      throw refusal;
    },
  );
  const lastStep = await checkNewAuthenticator(deps, context, { userId, secret, code: input.code });
  if (lastStep === undefined) context.wrongField('code', 'google_code_wrong');

  const authenticatorId = randomUUID();
  const recoveryCodes = newRecoveryCodes();
  const added = {
    userId,
    authenticatorId,
    secret: sealedSecret(sealer, authenticatorId, secret),
    lastStep,
    boundAt: now,
  };
  await db.transaction(async (tx) => {
    await spendSecondStep(deps, tx, context, checkedStep);
    if (!(await insertAuthenticator(tx, added))) context.refuse('authenticator_bound');
    await deletePendingOfUser(tx, userId);
    await insertRecoveryCodes(
      tx,
      userId,
      recoveryCodes.map((code) => recoveryCodeHash(sealer, userId, code)),
    );
    await deps.sessions.endOtherSessions(tx, session);
    await notices.add(tx, { userId, kind: 'authenticator_bound', at: now });
    await audit.record(tx, { ...actorOf(context), action: 'authenticator_bound' });
  });
  return { recoveryCodes };
}

async function clear(
  deps: FactorCallDeps,
  context: CallContext<ClearCall>,
  { code }: ParsedInputOf<ClearCall>,
): Promise<void> {
  const { db, audit, notices, factors } = deps;
  const { session, now } = context;
  const { userId } = session;
  const checkedStep = await checkSecondStep(deps, context, {
    user: session,
    verifyType: 'google',
    verifyCode: code,
    field: 'code',
  });
  if (checkedStep.by === 'nothing') context.refuse('authenticator_not_bound');
  await db.transaction(async (tx) => {
    await spendSecondStep(deps, tx, context, checkedStep);
    await factors.reset(tx, userId, now);
    await deps.sessions.endOtherSessions(tx, session);
    await notices.add(tx, { userId, kind: 'authenticator_removed', at: now });
    if (checkedStep.by === 'recovery') await audit.record(tx, { ...actorOf(context), action: 'recovery_code_used' });
    await audit.record(tx, { ...actorOf(context), action: 'authenticator_removed' });
  });
}
