import { randomUUID } from 'node:crypto';
import type { CallInput, CallResult } from '../../../contract/calls.ts';
import { KEY_DAYS_MAX } from '../../../contract/connect/key-access.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { callError } from '../../../contract/refusals.ts';
import { datesToMs } from '../../lib/db/database.ts';
import { isAddressOrRange } from '../../lib/http/addresses.ts';
import { requireSecond } from '../second-person.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../with-audit.ts';
import { makeKey } from './authenticate-key.ts';
import { keepSecret, type SecretDeps } from './one-time-secret.ts';
import { insertKey, revokeKey, selectKeys } from './store-keys.ts';

export async function adminGetKeys(
	{ db, clock }: ActionDeps,
	_input: undefined,
	{ actor }: AdminContext,
): Promise<CallResult<'adminGetKeys'>> {
	return (await selectKeys(db, { uid: actor.uid, now: new Date(clock.now()) })).map(datesToMs);
}

export async function adminCreateKey(
	deps: SecretDeps,
	{ name, permissions, expires_at, addresses = [], personal_data: personalData = false }: CallInput<'adminCreateKey'>,
	admin: AdminContext,
): Promise<CallResult<'adminCreateKey'>> {
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
}

export function adminRevokeKey(
	deps: ActionDeps,
	{ id, reason }: CallInput<'adminRevokeKey'>,
	admin: AdminContext,
): Promise<CallResult<'adminRevokeKey'>> {
	return withAudit(deps, admin, { action: 'revoke-key', reason }, async (tx, atMs) => {
		if (!(await revokeKey(tx, id, new Date(atMs)))) throw callError('not-found', 'no-such-key');
		return {
			result: { revoked: true },
			change: { key_id: id, before: { state: 'active' }, after: { state: 'revoked' } },
		};
	});
}
