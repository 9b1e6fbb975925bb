import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { KEY_DAYS_MAX, type KeyNeeds } from '../../../contract/connect/key-access.ts';
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { callError } from '../../../contract/refusals.ts';
import { type DbDeps, datesToMs } from '../../lib/db/database.ts';
import type { EventLog } from '../../lib/event-log.ts';
import { inRanges, isAddressOrRange } from '../../lib/http/addresses.ts';
import { type Actor, type TakeFromRateLimit, tooOften } from '../../lib/http/callers.ts';
import { requireSecond } from '../second-person.ts';
import { type ActionDeps, type StaffCall, withAudit } from '../with-audit.ts';
import { keepSecret, type SecretDeps } from './one-time-secret.ts';
import { insertKey, revokeKey, selectActiveKey, selectKeys, updateLastUse } from './store-keys.ts';

export const KEY_PREFIX = 'lpk_';
const REQUESTS = { max: 300, windowMs: MINUTE_MS };

export type AuthenticateKey = (
	key: string,
	request: Pick<FastifyRequest, 'ip' | 'url'>,
	needs: KeyNeeds | undefined,
) => Promise<Actor>;

type Deps = DbDeps & { events: Pick<EventLog, 'note'>; takeFromRateLimit: TakeFromRateLimit };

export function makeKey(): { key: string; hash: Buffer } {
	const key = KEY_PREFIX + randomBytes(32).toString('base64url');
	return { key, hash: hashOf(key) };
}

export function createKeyAuthenticator({ db, clock, events, takeFromRateLimit }: Deps): AuthenticateKey {
	return async (text, { ip, url }, needs) => {
		const at = new Date(clock.now());
		const found = await selectActiveKey(db, hashOf(text), at);
		if (!found) throw callError('unauthenticated', 'unauthenticated');
		const { id, name, permissions, personalData, addresses } = found;
		if (addresses.length > 0 && !inRanges(addresses)(ip)) throw callError('permission-denied', 'key-address');
		const waitMs = await takeFromRateLimit(`key|${id}`, REQUESTS);
		if (waitMs !== undefined) throw tooOften(waitMs);
		const isAllowed = needs && permissions.includes(needs.permission) && (personalData || !needs.isPersonal);
		if (!isAllowed) throw callError('permission-denied', 'key-may-not');
		await updateLastUse(db, { id, at, ip });
		events.note({ source: 'use', what: url.split('?', 1)[0] ?? '', outcome: 'done', ip, note: `Key ${name}` });
		const person = { staffRole: null, emailVerified: true, pausedReason: null, missingStep: null };
		return { uid: id, sessionId: id, ...person, key: { name, permissions } };
	};
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

export const adminGetKeys: StaffCall<'adminGetKeys', ActionDeps> = async ({ db, clock }, _, { actor }) =>
	(await selectKeys(db, { uid: actor.uid, now: new Date(clock.now()) })).map(datesToMs);

export const adminCreateKey: StaffCall<'adminCreateKey', SecretDeps> = async (deps, input, admin) => {
	const { name, permissions, expires_at, addresses = [], personal_data: personalData = false } = input;
	const { actor, approval } = admin;
	const leftMs = expires_at - deps.clock.now();
	if (leftMs <= 0 || leftMs > KEY_DAYS_MAX * DAY_MS) {
		throw callError('invalid-argument', 'key-expiry', { days: KEY_DAYS_MAX });
	}
	const wrong = addresses.find((text) => !isAddressOrRange(text));
	if (wrong !== undefined) throw callError('invalid-argument', 'not-an-address', { text: wrong });
	if (personalData) requireSecond(admin);
	return withAudit(deps, admin, { action: 'create-key' }, async (tx, atMs) => {
		const [id, { key, hash }] = [randomUUID(), makeKey()];
		const granted = { permissions: [...new Set(permissions)], personalData, addresses };
		const times = { createdAt: new Date(atMs), expiresAt: new Date(expires_at) };
		await insertKey(tx, { id, name, hash, ...granted, createdBy: approval?.proposedBy ?? actor.uid, ...times });
		if (approval) await keepSecret(tx, deps, approval, { id, secret: key, atMs });
		return { result: { id, key }, change: { key_id: id, before: {}, after: { name, ...granted, expires_at } } };
	});
};

export const adminRevokeKey: StaffCall<'adminRevokeKey', ActionDeps> = (deps, { id, reason }, admin) =>
	withAudit(deps, admin, { action: 'revoke-key', reason }, async (tx, atMs) => {
		if (!(await revokeKey(tx, id, new Date(atMs)))) throw callError('not-found', 'no-such-key');
		const change = { key_id: id, before: { state: 'active' }, after: { state: 'revoked' } };
		return { result: { revoked: true }, change };
	});
