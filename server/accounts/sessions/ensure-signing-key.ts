import type { Clock, Log } from '../../lib/clock-and-log.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Auth } from '../auth.ts';
import { retireSigningKeys } from '../store.ts';

/** Retires a key encrypted with another AUTH_SECRET; its tokens stay valid. */
export async function ensureSigningKey({
	auth,
	db,
	clock,
	log,
}: {
	auth: Auth;
	db: Database;
	clock: Clock;
	log: Log;
}): Promise<void> {
	const sign = () => auth.api.signJWT({ body: { payload: { sub: 'start' } } });
	try {
		await sign();
	} catch (error) {
		if (!isUnreadableKey(error)) throw error;
		log.warn({}, 'AUTH_SECRET has changed: created a new signing key, and users have to sign in again');
		await retireSigningKeys(db, clock.now());
		await sign();
	}
}

function isUnreadableKey(error: unknown): boolean {
	return error instanceof Error && error.message.startsWith('Failed to decrypt private key');
}
