import { randomBytes, randomUUID } from 'node:crypto';
import type { CallInput, CallResult } from '../../contract/calls.ts';
import { callError } from '../../contract/refusals.ts';
import { keepSecret, type SecretDeps } from '../accounts/machine-keys/one-time-secret.ts';
import { requireSecond } from '../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import type { Tx } from '../lib/db/database.ts';
import type { Alert } from '../lib/feature.ts';
import { isPublicOrLocal } from '../lib/http/outbound.ts';
import type { LiveHub } from '../lib/live-hub.ts';
import { ENDPOINTS_CHANGED, type EndpointWatch } from '../lib/outbox.ts';
import { type KeyChange, resealColumn } from '../lib/secrets/reseal-column.ts';
import * as store from './store-endpoints.ts';

export type EndpointDeps = SecretDeps & {
	config: { isProduction: boolean };
	endpointWatch: EndpointWatch;
	live: Pick<LiveHub, 'publish'>;
};

export const secretOf = (id: string) => `signing secret of event endpoint ${id}`;

export function adminGetEndpoints(
	{ db }: ActionDeps,
	_input: undefined,
	{ actor }: AdminContext,
): Promise<CallResult<'adminGetEndpoints'>> {
	return store.selectEndpoints(db, actor.uid);
}

export async function adminSaveEndpoint(
	deps: EndpointDeps,
	{ reason, ...wanted }: CallInput<'adminSaveEndpoint'>,
	admin: AdminContext,
): Promise<CallResult<'adminSaveEndpoint'>> {
	const url = URL.parse(wanted.url);
	if (!url || !isPublicOrLocal(url, deps.config)) throw callError('invalid-argument', 'endpoint-not-public');
	const { id = randomUUID() } = wanted;
	const before = await store.selectSettings(deps.db, id);
	if (wanted.id && !before) throw callError('not-found', 'no-such-endpoint');
	requireSecond(admin);
	const events = [...new Set(wanted.events)];
	const after = { url: url.href, events, enabled: wanted.enabled };
	const secret = `whsec_${randomBytes(32).toString('base64')}`;
	await withAudit(deps, admin, { action: 'save-endpoint', reason }, async (tx, atMs) => {
		const sealed = deps.secretBox.seal(secret, secretOf(id));
		await store.upsertEndpoint(tx, { id, ...after, secret: sealed, at: new Date(atMs) });
		if (admin.approval) await keepSecret(tx, deps, admin.approval, { id, secret, atMs });
		return { result: undefined, change: { endpoint: id, before: before ?? {}, after } };
	});
	await refreshNodes(deps);
	return { id, secret };
}

export async function adminRemoveEndpoint(
	deps: EndpointDeps,
	{ id, reason }: CallInput<'adminRemoveEndpoint'>,
	admin: AdminContext,
): Promise<CallResult<'adminRemoveEndpoint'>> {
	const before = await store.selectSettings(deps.db, id);
	if (!before) throw callError('not-found', 'no-such-endpoint');
	requireSecond(admin);
	await withAudit(deps, admin, { action: 'remove-endpoint', reason }, async (tx) => {
		if (!(await store.deleteEndpoint(tx, id))) throw callError('not-found', 'no-such-endpoint');
		return { result: undefined, change: { endpoint: id, before, after: {} } };
	});
	await refreshNodes(deps);
	return { removed: true };
}

async function refreshNodes({ endpointWatch, live }: EndpointDeps): Promise<void> {
	await endpointWatch.refresh();
	live.publish(ENDPOINTS_CHANGED);
}

export function adminReplayEvents(
	deps: ActionDeps,
	{ id, from }: CallInput<'adminReplayEvents'>,
	admin: AdminContext,
): Promise<CallResult<'adminReplayEvents'>> {
	return withAudit(deps, admin, { action: 'replay-events' }, async (tx, atMs) => {
		if (!(await store.selectSettings(tx, id))) throw callError('not-found', 'no-such-endpoint');
		const queued = await store.requeue(tx, { id, from: new Date(from), now: new Date(atMs) });
		return { result: { queued }, change: { endpoint: id, before: {}, after: { from, queued } } };
	});
}

export async function listPausedEndpoints({ db }: ActionDeps): Promise<Alert[]> {
	return (await store.selectPaused(db)).map(({ id, url, problem }) => ({
		kind: `endpoint-paused ${id}`,
		message: `Events to ${new URL(url).host} are paused after a day of failures: ${problem}.`,
	}));
}

export async function resealEndpoints(tx: Tx, keys: KeyChange): Promise<void> {
	for (const column of ['secret', 'old_secret']) {
		await resealColumn(tx, keys, { table: 'event_endpoints', column, contextOf: secretOf });
	}
}
