import { sql } from 'kysely';
import type { MyData } from '../../../contract/accounts/account.ts';
import type { PushKind } from '../../../contract/accounts/notices.ts';
import { cellOf, type Database, hasRow, type InDates, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { prepared, texts, uuids } from '../../lib/db/prepared.ts';
import type { BrowserKeys } from './web-push.ts';

export type PushMessage = { uid: string; kind: PushKind; path: string };

const enqueue = prepared('enqueue_pushes', 'select enqueue_pushes($1::uuid[], $2::text[]::json[])');

/** Call it in the transaction of the cause. */
export async function pushUsers(tx: Tx, messages: readonly PushMessage[]): Promise<void> {
	if (messages.length === 0) return;
	const data = messages.map(({ kind, path }) => JSON.stringify({ kind, path }));
	await enqueue(tx, uuids(messages.map(({ uid }) => uid)), texts(data));
}

type OwnEndpoint = { uid: string; endpoint: string };
export type Subscription = OwnEndpoint & BrowserKeys & { kinds: PushKind[] };

export function selectKinds(db: Database, { uid, endpoint }: OwnEndpoint): Promise<PushKind[] | undefined> {
	return cellOf<PushKind[]>(db)`select kinds from push_subscriptions where uid = ${uid} and endpoint = ${endpoint}`;
}

export function hasEarned(db: Database, uid: string): Promise<boolean> {
	return hasRow(db)`select 1 as one from transfers where uid = ${uid} and kind in ('credit', 'credit-release') limit 1`;
}

export function selectSubscription(db: Database, id: string): Promise<Subscription | undefined> {
	return rowOf<Subscription>(db)`select uid, endpoint, p256dh, auth, kinds from push_subscriptions where id = ${id}`;
}

export function selectSubscriptionsOf(tx: Tx, uid: string) {
	return rowsOf<InDates<MyData['push_subscriptions'][number], 'saved_at'>>(tx)`
		select endpoint, kinds, saved_at from push_subscriptions where uid = ${uid} order by saved_at, endpoint
	`;
}

type Saved = Subscription & { sessionId: string; at: Date; keep: number };

/** Replaces another user's row, because the browser changed hands. @returns undefined if the session has ended. */
export async function saveSubscription(tx: Tx, { uid, sessionId, endpoint, p256dh, auth, kinds, at, keep }: Saved) {
	// Concurrent requests must not exceed `keep`.
	await sql`select from auth_user where id = ${uid} for no key update`.execute(tx);
	const saved = await cellOf<PushKind[]>(tx)`
		insert into push_subscriptions (endpoint, uid, session_id, p256dh, auth, kinds, saved_at)
		select ${endpoint}, user_id, id, ${p256dh}, ${auth}, ${kinds}, ${at} from auth_session
		where id = ${sessionId} and user_id = ${uid}
		on conflict (endpoint) do update set uid = excluded.uid, session_id = excluded.session_id,
			p256dh = excluded.p256dh, auth = excluded.auth, kinds = excluded.kinds, saved_at = excluded.saved_at
		returning kinds
	`;
	await sql`
		delete from push_subscriptions where endpoint in (
			select endpoint from push_subscriptions where uid = ${uid} order by saved_at desc, endpoint offset ${keep}
		)
	`.execute(tx);
	return saved;
}

export async function deleteSubscription(db: Database, { uid, endpoint }: OwnEndpoint): Promise<void> {
	await sql`delete from push_subscriptions where uid = ${uid} and endpoint = ${endpoint}`.execute(db);
}
