import { sql } from 'kysely';
import type { FraudSignalName } from '../../contract/accounts/fraud.ts';
import type { Database } from '../../server/lib/db/database.ts';
import type { GameAccount, TestUser } from './journey.ts';

/** Bypasses the fraud job, which sees all test users at one address. */
export async function suspect(
	database: Database,
	uid: string,
	signals: readonly { signal: FraudSignalName; points: number; details: object }[],
): Promise<void> {
	const score = Math.min(
		100,
		signals.reduce((sum, { points }) => sum + points, 0),
	);
	for (const { signal, points, details } of signals) {
		await sql`
			insert into fraud_signals (uid, signal, points, details, found_at)
			values (${uid}, ${signal}, ${points}, ${JSON.stringify(details)}, now())
		`.execute(database);
	}
	await sql`update fraud_progress set event_id = 999999999999, until = now() + interval '1 day'`.execute(database);
	await sql`
		insert into fraud_cases (uid, state, score, opened_at, changed_at) values (${uid}, 'open', ${score}, now(), now())
	`.execute(database);
}

/** Inserts a difference as the nightly reconciliation does. */
export async function findDifference(database: Database, orderId: string, uid: string): Promise<void> {
	await sql`
		insert into payout_reviews (vendor, order_id, uid, kind, details, found_at)
		values ('rbxcrate', ${orderId}, ${uid}, 'refunded-but-paid', ${JSON.stringify({ ours: 'failed', theirs: 'completed' })}, now())
	`.execute(database);
}

export async function withdraw(user: TestUser, account: GameAccount, amount = 50): Promise<string> {
	const { userId } = await user.call('getRobloxUser', { username: account.name });
	const [game] = await user.call('getRobloxGames', { userId });
	const payload = { roblox_username: account.name, placeId: game.PlaceID, amount };
	return (await user.call('processWithdrawal', payload)).order_id;
}
