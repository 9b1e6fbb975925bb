import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { expireCookie } from 'better-auth/cookies';
import { authEndpoints } from '../../../contract/accounts/auth.ts';
import { PROVIDER_RETURN } from '../../../contract/accounts/provider.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { isAllowed } from '../../../contract/permissions.ts';
import { type PlainReason, refusal } from '../../../contract/refusals.ts';
import { recordAudit } from '../../lib/audit.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';
import type { SecretBox } from '../../lib/secrets/secret-box.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { authError } from '../auth-error.ts';
import { openSessionFor, requireSession } from '../sessions/require-session.ts';
import { makeCode } from '../sign-in/one-time-code.ts';
import { type Identity, type ProviderClient, ProviderProblem } from './provider-client.ts';
import * as store from './store-provider.ts';

const ROUND_MS = 5 * MINUTE_MS;
const reasons: Record<ProviderProblem['is'], PlainReason> = {
	away: 'provider-away',
	cancelled: 'provider-cancelled',
	ended: 'provider-refused',
	invalid: 'provider-refused',
};
/** A round with this prefix belongs to a signed-in person, whose page shows what failed. */
export const OWN_ROUND = 'own.';

type Deps = DbDeps & { secretBox: SecretBox; provider: ProviderClient; config: { publicUrl: string } };
type Round = {
	purpose: 'sign-in' | 'link' | 'test';
	provider: string;
	next: string;
	isAgain: boolean;
	sessionId?: string;
};
type Finished = { row: store.ProviderRow; identity: Identity; isAgain: boolean };

export const refreshTokenOf = (uid: string) => `refresh token of staff ${uid}`;

export function providerRounds(deps: Deps): BetterAuthPlugin {
	const { provider, config } = deps;
	const redirect = `${config.publicUrl}/auth${PROVIDER_RETURN}`;
	const { body } = authEndpoints['POST /auth/sign-in/provider'];
	const options = { method: 'POST', body, requireHeaders: true } as const;
	const returned = { method: 'GET', requireHeaders: true, requireRequest: true } as const;
	return {
		id: 'lootpass-provider',
		endpoints: {
			beginRound: createAuthEndpoint('/lootpass/sign-in/provider', options, async (ctx) => {
				const { purpose, callbackURL: next = '/admin', test, again: isAgain = false } = ctx.body;
				const { row, sessionId } = await requireRound(deps, ctx, { purpose, test });
				const state = (sessionId ? OWN_ROUND : '') + makeCode().code;
				const round: Round = { purpose, provider: row.id, next, isAgain, ...(sessionId && { sessionId }) };
				const expiresAt = new Date(Date.now() + ROUND_MS);
				const value = JSON.stringify(round);
				await ctx.context.internalAdapter.createVerificationValue({ identifier: roundOf(state), value, expiresAt });
				const cookie = ctx.context.createAuthCookie('state', { maxAge: ROUND_MS / 1000 });
				ctx.setCookie(cookie.name, state, cookie.attributes);
				const url = await provider.begin(row, { state, redirect, isAgain }).catch(fail);
				return ctx.json({ url });
			}),
			finishRound: createAuthEndpoint(`/lootpass${PROVIDER_RETURN}`, returned, async (ctx) => {
				const { round, state } = await takeRound(ctx);
				const row = await store.selectProvider(deps.db, round.provider);
				if (!row) throw authError('operation-not-allowed', refusal('provider-off'));
				const answer = new URL(redirect + new URL(ctx.request.url).search);
				const finishing = provider.finish(row, { state, answer });
				if (round.purpose === 'test') await finishTest(deps, row, finishing);
				else {
					const finished = { row, identity: await finishing.catch(fail), isAgain: round.isAgain };
					await (round.purpose === 'link' ? link : signIn)(deps, ctx, finished);
				}
				throw ctx.redirect(config.publicUrl + round.next);
			}),
		},
	};
}

const roundOf = (state: string) => `provider round ${state}`;

function fail(error: unknown): never {
	if (!(error instanceof ProviderProblem)) throw error;
	throw authError(error.is === 'away' ? 'network-request-failed' : 'invalid-credential', refusal(reasons[error.is]));
}

async function requireRound(
	deps: Deps,
	ctx: GenericEndpointContext,
	{ purpose, test }: { purpose: Round['purpose']; test?: string | undefined },
): Promise<{ row: store.ProviderRow; sessionId?: string }> {
	const row = test === undefined ? await store.selectApplied(deps.db) : await store.selectProvider(deps.db, test);
	if (!row || (test !== undefined) !== (purpose === 'test')) {
		throw authError('operation-not-allowed', refusal('provider-off'));
	}
	if (purpose === 'sign-in') return { row };
	const { account, sessionId, fromIdToken } = await requireSession(ctx, deps, {
		isFresh: purpose === 'link' && 'with-second-factor',
	});
	const { staffRole, uid } = account;
	const mayTest = staffRole !== null && isAllowed(staffRole, 'change-settings') && row.askedBy === uid;
	const isAllowedHere = purpose === 'test' ? mayTest : staffRole !== null && staffRole !== 'owner';
	if (!isAllowedHere || fromIdToken) throw authError('operation-not-allowed', refusal('provider-for-staff'));
	return { row, sessionId };
}

/** An answer works once, only in the browser and session that requested it. */
async function takeRound(ctx: GenericEndpointContext): Promise<{ round: Round; state: string }> {
	const state = typeof ctx.query?.state === 'string' ? ctx.query.state : '';
	const cookie = ctx.context.createAuthCookie('state');
	const isOurs = state !== '' && isSameText(state, ctx.getCookie(cookie.name) ?? '');
	const stored = isOurs ? await ctx.context.internalAdapter.consumeVerificationValue(roundOf(state)) : null;
	if (!stored) throw authError('expired-action-code', refusal('provider-round-lost'));
	expireCookie(ctx, cookie);
	const round = JSON.parse(stored.value) as Round;
	const session = round.sessionId && (await getSessionFromCtx(ctx, { disableRefresh: true }));
	if (round.sessionId && (!session || session.session.id !== round.sessionId)) {
		throw authError('expired-action-code', refusal('provider-round-lost'));
	}
	return { round, state };
}

async function signIn(deps: Deps, ctx: GenericEndpointContext, { row, identity, isAgain }: Finished): Promise<void> {
	const linked = await store.selectLinked(deps.db, { issuer: row.issuer, sub: identity.sub });
	const user = linked && (await ctx.context.internalAdapter.findUserById(linked.uid));
	if (!user || !linked.staffRole) throw authError('operation-not-allowed', refusal('provider-not-linked'));
	const { roles, refreshToken, hasSecondFactor } = identity;
	if (!roles.includes(linked.staffRole) || (await store.selectApplied(deps.db))?.id !== row.id) {
		throw authError('operation-not-allowed', refusal('provider-without-role'));
	}
	if (refreshToken === undefined) throw authError('invalid-credential', refusal('provider-refused'));
	const now = new Date(deps.clock.now());
	// Without `auth_time` only a round that asked for the password proves a recent sign-in.
	const signedInAt = identity.signedInAt ?? (isAgain ? now : new Date(0));
	await openSessionFor(ctx, user, {
		signedInAt,
		...(hasSecondFactor && { secondFactor: true, secondFactorAt: signedInAt }),
		claimsCheckedAt: now,
		providerToken: deps.secretBox.seal(refreshToken, refreshTokenOf(user.id)),
	});
}

async function link({ db, clock }: Deps, ctx: GenericEndpointContext, { row, identity }: Finished): Promise<void> {
	const { account } = await requireSession(ctx, { db, clock });
	const { uid, staffRole } = account;
	if (!staffRole || !identity.roles.includes(staffRole)) {
		throw authError('operation-not-allowed', refusal('provider-without-role'));
	}
	const isLinked = await inTransaction(db, async (tx) => {
		const atMs = clock.now();
		const isNew = await store.insertLink(tx, { uid, issuer: row.issuer, sub: identity.sub, at: new Date(atMs) });
		if (!isNew) return false;
		await orderMail(tx, { kind: 'provider-linked', uid });
		const details = { before: {}, after: { issuer: row.issuer } };
		await recordAudit(tx, { atMs, actor: uid, action: 'link-provider', uid, details });
		return true;
	});
	if (!isLinked) throw authError('operation-not-allowed', refusal('provider-linked-elsewhere'));
}

/** Also uses the refresh token, because later checks depend on it. */
async function finishTest({ db, clock, provider }: Deps, row: store.ProviderRow, finishing: Promise<Identity>) {
	const problem = await finishing
		.then(async (first) => {
			if (first.refreshToken === undefined)
				return 'The provider gave no refresh token. Allow offline access for this client.';
			const { roles, values } = await provider.checkAgain(row, { sub: first.sub, token: first.refreshToken });
			if (roles.length > 0 && first.roles.length > 0) return null;
			return `No value of the claim “${row.claim}” has a role. Received: ${values.join(', ') || 'none'}.`.slice(0, 500);
		})
		.catch((error) => {
			if (error instanceof ProviderProblem) return `The sign-in failed: ${error.message}.`.slice(0, 500);
			throw error;
		});
	await store.updateTest(db, { id: row.id, at: new Date(clock.now()), problem });
}
