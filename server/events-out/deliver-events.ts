import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { Log } from '../lib/clock-and-log.ts';
import type { DbDeps } from '../lib/db/database.ts';
import { isLocalUrl, readRetryAfter, sendRequest } from '../lib/http/outbound.ts';
import type { SecretBox } from '../lib/secrets/secret-box.ts';
import { secretOf } from './event-endpoints.ts';
import type { Delivery, EndpointRow } from './store-endpoints.ts';
import * as store from './store-endpoints.ts';

const LOOK_MS = 1_000;
const TIMEOUT_MS = 15_000;
const LEASE_MS = MINUTE_MS;
const AT_ONCE = 32;
const WAIT_MS_MAX = DAY_MS / 4;
const WAITS_MS = [5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, WAIT_MS_MAX];

type DeliveryDeps = DbDeps & { log: Log; secretBox: SecretBox; config: { isProduction: boolean } };

export function startDeliveries(deps: DeliveryDeps): { stop(): Promise<void> } {
	const underWay = new Map<string, Promise<unknown>>();
	const stopping = new AbortController();

	async function drain(id: string): Promise<void> {
		while (!stopping.signal.aborted && (await deliverDue(deps, id)) > 0);
	}

	async function run(): Promise<void> {
		while (!stopping.signal.aborted) {
			try {
				for (const { id } of await store.selectWorking(deps.db)) {
					if (underWay.has(id)) continue;
					const work = drain(id).catch((err) => deps.log.error({ err, endpoint: id }, "couldn't deliver events"));
					const drained = work.finally(() => underWay.delete(id));
					underWay.set(id, drained);
				}
			} catch (err) {
				deps.log.warn({ err }, "couldn't list event endpoints");
			}
			await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
		}
		await Promise.all(underWay.values());
	}

	const ended = run();
	return {
		stop() {
			stopping.abort();
			return ended;
		},
	};
}

/** Sends a failing endpoint one event at a time. @returns how many events were delivered. */
export async function deliverDue(deps: DeliveryDeps, id: string): Promise<number> {
	const { db, clock } = deps;
	const [endpoint] = await store.selectWorking(db, id);
	if (!endpoint) return 0;
	const nowMs = clock.now();
	const lease = { now: new Date(nowMs), leaseUntil: new Date(nowMs + LEASE_MS) };
	const due = await store.claimDeliveries(db, { endpoint: id, ...lease, limit: endpoint.failingSince ? 1 : AT_ONCE });
	const problems = await Promise.all(due.map((delivery) => deliver(deps, endpoint, delivery)));
	const delivered = problems.filter((problem) => problem === undefined).length;
	const problem = problems.find((one) => one !== undefined);
	if (delivered > 0 && endpoint.failingSince) await store.noteWorking(db, id);
	else if (delivered === 0 && problem !== undefined)
		await store.noteFailing(db, { id, at: new Date(clock.now()), problem });
	return delivered;
}

type Sent = { status?: number; problem: string | undefined; retryAfterMs?: number | undefined };

async function deliver(deps: DeliveryDeps, endpoint: EndpointRow, delivery: Delivery): Promise<string | undefined> {
	const sent = await send(deps, endpoint, delivery).catch(({ message }): Sent => ({ problem: message }));
	const { status, problem, retryAfterMs = 0 } = sent;
	const at = new Date(deps.clock.now());
	const waitMs = Math.max(WAITS_MS[Math.min(delivery.attempts, WAITS_MS.length) - 1] ?? 0, retryAfterMs);
	const nextAt = new Date(at.getTime() + Math.min(waitMs, WAIT_MS_MAX));
	const outcome = (problem ?? String(status)).slice(0, 300);
	await store.noteOutcome(deps.db, { delivery, isDelivered: problem === undefined, outcome, at, nextAt });
	return problem;
}

async function send(
	{ clock, secretBox, config }: DeliveryDeps,
	{ id, url, secret, oldSecret }: EndpointRow,
	{ eventId, type, at, data }: Delivery,
): Promise<Sent> {
	const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
	const seconds = Math.floor(clock.now() / 1_000);
	const secrets = [secret, ...(oldSecret ? [oldSecret] : [])].map((sealed) => secretBox.open(sealed, secretOf(id)));
	const signed = `${eventId}.${seconds}.${body}`;
	const answer = await sendRequest({
		...{ method: 'POST', url, body, timeoutMs: TIMEOUT_MS, bodyBytesMax: 64 * 1024 },
		headers: {
			'content-type': 'application/json',
			'webhook-id': eventId,
			'webhook-timestamp': String(seconds),
			'webhook-signature': secrets.map((one) => sign(one, signed)).join(' '),
		},
		isPublicOnly: !isLocalUrl(new URL(url), config),
	});
	const { status } = answer;
	const problem = status >= 200 && status < 300 ? undefined : `status ${status}`;
	return { status, problem, retryAfterMs: readRetryAfter(answer, clock.now()) };
}

/** Source: standardwebhooks.com. */
function sign(secret: string, text: string): string {
	const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
	return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}
