import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { KeyNeeds } from '../../../contract/connect/key-access.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { callError } from '../../../contract/refusals.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import type { EventLog } from '../../lib/event-log.ts';
import { inRanges } from '../../lib/http/addresses.ts';
import { type Actor, type TakeFromRateLimit, tooOften } from '../../lib/http/callers.ts';
import { selectActiveKey, updateLastUse } from './store-keys.ts';

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

function hashOf(key: string): Buffer {
	return createHash('sha256').update(key).digest();
}
