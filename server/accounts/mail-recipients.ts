import { RESET_PASSWORD_LIFETIME_MS, VERIFY_EMAIL_LIFETIME_MS } from '../../contract/limits.ts';
import { type DbDeps, hasRow, inTransaction } from '../lib/db/database.ts';
import type { LinkPurpose, Recipients } from '../notifications/send-ordered-mail.ts';
import * as store from './account-store.ts';
import { updateUndoHash } from './memory/store-former-addresses.ts';
import { makeCode } from './sign-in/one-time-code.ts';
import { addStopCode } from './site-mode.ts';
import { updateInviteCode } from './staff/store-staff.ts';
import { selectBanReason, trimCodes } from './store.ts';

const LIVE_LINKS_MAX = 3;

const lifetimeMs: Record<LinkPurpose, number> = {
	'verify-email': VERIFY_EMAIL_LIFETIME_MS,
	'change-email': VERIFY_EMAIL_LIFETIME_MS,
	'reset-password': RESET_PASSWORD_LIFETIME_MS,
};

type OfAccounts = Omit<Recipients, 'makeThreadCode' | 'makeCodeIfBanned' | 'findAnswer' | 'listStartedOffers'>;

export function mailRecipients({ db, clock }: DbDeps): OfAccounts {
	return {
		findByUid: (uid) => store.findAccountById(db, uid),
		findByEmail: (email) => store.findAccountByEmail(db, email),
		findBanReason: (uid) => selectBanReason(db, uid),
		noteMail: (email, code) => store.updateMailRefusal(db, { email, code, now: new Date(clock.now()) }),
		async makeStopCode({ proposal: id, uid }) {
			const { code, hash } = makeCode();
			return (await addStopCode(db, { id, uid, hash })) ? code : undefined;
		},
		async makeUndoCode(id) {
			const { code, hash } = makeCode();
			return (await updateUndoHash(db, { id, hash, now: new Date(clock.now()) })) ? code : undefined;
		},
		async makeInviteCode(id) {
			const { code, hash } = makeCode();
			const invite = await updateInviteCode(db, { id, hash, now: new Date(clock.now()) });
			return invite && { email: invite.email, role: invite.role, code };
		},
		makeCode({ uid, email, purpose, session }) {
			const { code, hash } = makeCode();
			const nowMs = clock.now();
			return inTransaction(db, async (tx) => {
				if (!(await store.lockAccount(tx, uid))) return undefined;
				if (session && !(await hasRow(tx)`select from auth_session where id = ${session}`)) return undefined;
				await trimCodes(tx, { table: 'action_codes', uid, purpose, keep: LIVE_LINKS_MAX - 1, nowMs });
				await store.insertActionCode(tx, { hash, uid, purpose, email, expiresAtMs: nowMs + lifetimeMs[purpose] });
				return code;
			});
		},
	};
}
