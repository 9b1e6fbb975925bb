import { type Bug, inFolder } from './bug.ts';

const bug = inFolder('server/accounts');

export const identityBugs: readonly Bug[] = [
	bug(
		'a hand-off code is read, checked, then deleted',
		'store.ts',
		'hand-off/hand-off.test.ts',
		{
			from: 'delete from web_session_codes\n\t\twhere code_hash = ${hash} and purpose = ${purpose} and expires_at > ${new Date(nowMs)}\n\t\treturning uid',
			to: 'select uid from web_session_codes\n\t\twhere code_hash = ${hash} and purpose = ${purpose} and expires_at > ${new Date(nowMs)}',
		},
		{
			from: 'return rows[0]?.uid;\n}\n\nexport async function retireSigningKeys',
			to: `await sql\`delete from web_session_codes where code_hash = \${hash}\`.execute(db);
	return rows[0]?.uid;
}

export async function retireSigningKeys`,
		},
	),
	bug("an address's code signs in", 'store.ts', 'hand-off/hand-off.test.ts', {
		from: 'where code_hash = ${hash} and purpose = ${purpose} and expires_at > ${new Date(nowMs)}',
		to: 'where code_hash = ${hash} and expires_at > ${new Date(nowMs)}',
	}),
	bug('a hand-off code never expires', 'store.ts', 'hand-off/hand-off.test.ts', {
		from: 'where code_hash = ${hash} and purpose = ${purpose} and expires_at > ${new Date(nowMs)}',
		to: 'where code_hash = ${hash} and purpose = ${purpose}',
	}),
	bug('a hand-off takes the place of a session', 'hand-off/sign-in-with-custom-token.ts', 'hand-off/hand-off.test.ts', {
		from: 'if (await getSessionFromCtx(ctx, { disableRefresh: true })) {',
		to: 'if (ctx.body.token === undefined) {',
	}),
	bug('an access token outlives its session', 'sessions/authenticate.ts', 'sessions/session.test.ts', {
		from: 'if (!caller.signedIn) throw unauthenticated();',
		to: '',
	}),
	bug('a ban leaves the sessions open', 'user-record/ban-user.ts', 'account.test.ts', {
		from: 'await deleteSessionsOf(tx, ban.uid);',
		to: '',
	}),
	bug('a token for another site is taken', 'sessions/access-token.ts', 'better-auth-traps.test.ts', {
		from: 'issuer: publicUrl,\n\t\t\taudience: publicUrl,',
		to: '',
	}),
	bug('a child of twelve may sign up', 'sign-in/age.ts', 'sign-in/sign-up.test.ts', {
		from: 'Date.UTC(birth.year + AGE_MIN_YEARS,',
		to: 'Date.UTC(birth.year + AGE_MIN_YEARS - 1,',
	}),
	bug('the role is not looked at', '/server/lib/http/require-permission.ts', '/server/admin/access.test.ts', {
		from: "if (staffRole === null) throw new CallError('permission-denied', refusal('permission-denied'));",
		to: '',
	}),
	bug('an admin who is none any more may still act', 'with-audit.ts', '/server/admin/audit/actions.test.ts', {
		from: 'if (!admin?.staffRole || admin.staffRole !== actor.staffRole || admin.bannedAt !== null) {',
		to: 'if (!admin?.staffRole) {',
	}),
	bug("another user's record is shown", '/server/lib/http/data.ts', 'profile/profiles.test.ts', {
		from: "else if (actor.uid !== params.uid) throw new CallError('permission-denied', refusal('permission-denied'));",
		to: '',
	}),
	bug(
		'a deletion leaves the sessions open',
		'user-record/erase-user.ts',
		'/server/account-deletion/nothing-left.test.ts',
		{
			from: 'delete from auth_user where id = ${uid} returning email',
			to: 'select email from auth_user where id = ${uid}',
		},
	),
	bug(
		'an account is deleted while a withdrawal is open',
		'/server/account-deletion/delete-account.ts',
		'/server/account-deletion/delete-account-races.test.ts',
		{ from: 'await requireNoOpenWithdrawal(tx, uid);', to: '' },
	),
	bug(
		'a negative adjustment needs no second admin',
		'/server/adjustments/adjustment.ts',
		'/server/admin/users/adjust-balance.test.ts',
		{ from: 'movedAlone + Math.abs(amount) <= approvalAbove', to: 'movedAlone + amount <= approvalAbove' },
	),
	bug('somebody acts on their own account', 'with-audit.ts', '/server/admin/users/oneself.test.ts', {
		from: '\t\trequireOther({ actor }, target);',
		to: '',
	}),
	bug('one of the staff is enough against another', 'with-audit.ts', '/server/admin/proposals/proposals.test.ts', {
		from: 'if (isStaff && !isFree && !approval && actor.uid !== MACHINE) throw',
		to: 'if (isStaff && action === undefined) throw',
	}),
	bug(
		'an admin approves their own adjustment',
		'/server/adjustments/adjustment.ts',
		'/server/admin/users/adjust-balance.test.ts',
		{
			from: "if (approve && kept.proposedBy === by) throw new CallError('permission-denied', refusal('not-your-own-proposal'));",
			to: '',
		},
	),
	bug(
		'the last use of a promo code is used twice',
		'/server/promotions/store.ts',
		'/server/promotions/redeem-promo-code.test.ts',
		{ from: 'from promo_codes where code = ${code} for no key update', to: 'from promo_codes where code = ${code}' },
	),
	bug(
		'deleting an account leaves what was written about it',
		'/server/lib/audit.ts',
		'/server/lib/audit/audit-chain.test.ts',
		{ from: 'delete from audit_fields where owner = ${uid}', to: 'delete from audit_fields where owner <> ${uid}' },
	),
	bug('a rewritten action does not show', '/server/lib/audit/check-audit.ts', '/server/lib/audit/audit-chain.test.ts', {
		from: 'if (sealOf(previous, { ...row, id }).equals(row.hash)) return [];',
		to: 'if (sealOf(previous, { ...row, id }).length === row.hash.length) return [];',
	}),
	bug('a site starts with a password that leaked', '/server/app/refused-settings.ts', '/server/app/config.test.ts', {
		from: '} else if (isGuessedFirst(password, { email, brand })) {',
		to: '} else if (isGuessedFirst(email, { email, brand }) && password === brand) {',
	}),
	bug(
		'staff calls are described to everybody',
		'/server/operations/openapi.ts',
		'/server/operations/operations.test.ts',
		{
			from: "!isHidden && (forStaff || access !== 'admin')",
			to: '!isHidden',
		},
	),
];
