import { DAY_MS } from '../../../contract/durations.ts';
import { retentionMs } from '../../../contract/site/retention.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import { purgeRateLimits } from '../../lib/http/callers.ts';
import { deleteAbandonedAccounts, deleteOldActionCodes } from '../account-store.ts';
import { deleteOldSecrets, SECRET_DAYS } from '../machine-keys/store-keys.ts';
import { clearOldUndos } from '../memory/store-former-addresses.ts';
import { deleteOldImportedPasswords } from '../passwords/imported-passwords.ts';
import { deleteExpiredProofs } from '../profile/store.ts';
import { deleteOldBrowsers } from '../sign-in/browsers.ts';
import { deleteOldInvites } from '../staff/store-staff.ts';
import { deleteExpired } from '../store.ts';

export async function purgeExpired({ db, clock }: DbDeps): Promise<void> {
	const nowMs = clock.now();
	await deleteExpired(db, nowMs);
	await deleteOldInvites(db, new Date(nowMs));
	// Codes are kept for a day, to report expired links.
	await deleteOldActionCodes(db, nowMs - retentionMs('codes'));
	await clearOldUndos(db, new Date(nowMs - retentionMs('codes')));
	await deleteAbandonedAccounts(db, nowMs - retentionMs('unfinished'));
	await deleteOldImportedPasswords(db, new Date(nowMs - retentionMs('importedPasswords')));
	await deleteOldBrowsers(db, new Date(nowMs - retentionMs('browsers')));
	await deleteExpiredProofs(db, new Date(nowMs - retentionMs('codes')));
	await deleteOldSecrets(db, new Date(nowMs - SECRET_DAYS * DAY_MS));
	await purgeRateLimits({ db, clock });
}
