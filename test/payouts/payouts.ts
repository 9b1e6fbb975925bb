import { afterAll, beforeAll, beforeEach } from 'vitest';
import { asRobuxCents } from '../../contract/money.ts';
import type { AdminPayoutSettingsChange } from '../../contract/withdrawals/payout-controls.ts';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import { findWallet } from '../../server/ledger/wallet.ts';
import type { Actor } from '../../server/lib/http/callers.ts';
import type { SendRequest } from '../../server/lib/http/outbound.ts';
import { createPlatform } from '../../server/platform/platform.ts';
import { getWithdrawHistory } from '../../server/withdrawals/history/get-withdraw-history.ts';
import { listDue, workOff } from '../../server/withdrawals/payouts/payouts.ts';
import { type PayoutDeps, payoutTimes } from '../../server/withdrawals/payouts/record-outcome.ts';
import { createFindStock } from '../../server/withdrawals/request/get-withdraw-limits.ts';
import { processWithdrawal } from '../../server/withdrawals/request/process-withdrawal.ts';
import type { WithdrawalRules } from '../../server/withdrawals/request/request-rules.ts';
import { changePayoutSettings } from '../../server/withdrawals/safety/payout-settings.ts';
import { clearFailures } from '../../server/withdrawals/safety/store-safety.ts';
import { createRbxcrate } from '../../server/withdrawals/vendors/rbxcrate.ts';
import type { Vendor } from '../../server/withdrawals/vendors/vendor.ts';
import type { TestDatabase } from '../support/database.ts';
import { addAdmins, adminContext, silentLog } from '../support/stubs.ts';
import { actorOf, callerOf, requestDepsOf, screenNothing, userWith } from './fake-withdrawals.ts';

export const VENDOR_KEY = 'sandbox-vendor-key';
export const VENDOR_TIMEOUT_MS = 400;
const VENDOR_PATIENCE_MS = 15_000;
const SILENCE = /^(timeout|slow-drip)/;

type FakeOrder = { orderId: string; status: string; timesPaid: number; createCalls: number; isPreOrder: boolean };

export function openPayouts({ app }: TestDatabase) {
	let sandbox: Sandbox;
	const admin = adminContext();
	const clock = {
		nowMs: Date.now(),
		now: () => clock.nowMs,
		advance(ms: number) {
			clock.nowMs += ms;
		},
	};
	const published: string[] = [];
	const player = { username: 'sandbox_player', userId: 0 };
	const places = new Map<string, number>();
	let patienceMs = VENDOR_PATIENCE_MS;

	beforeAll(async () => {
		await addAdmins(app, admin);
		await screenNothing(app);
		sandbox = await createSandbox({
			port: 0,
			settleMs: 0,
			vendorKey: VENDOR_KEY,
			productUrl: 'http://localhost:1',
			vendorWebhookRetryDelaysMs: [],
		});
	});
	afterAll(() => sandbox.close());
	beforeEach(async () => {
		published.length = 0;
		patienceMs = VENDOR_PATIENCE_MS;
		await control('POST', '/control/reset');
		await clearFailures(app, 'rbxcrate');
		const { users } = await control<{ users: { id: number; name: string }[] }>('GET', '/control/platform/users');
		for (const name of ['sandbox_player', 'awkward_passes', 'banned_player']) {
			const { id } = users.find((user) => user.name === name) ?? { id: 0 };
			if (name === player.username) player.userId = id;
			const { games } = await control<{ games: { name: string; rootPlaceId: number }[] }>(
				'GET',
				`/control/platform/users/${id}/games`,
			);
			for (const game of games) places.set(game.name, game.rootPlaceId);
		}
	});

	async function control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
		const response = await fetch(`${sandbox.url}${path}`, {
			method,
			...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
		});
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
		return (await response.json()) as Answer;
	}

	function vendor(send?: SendRequest, timeoutMs = patienceMs): Vendor {
		const url = `${sandbox.url}/rbxcrate/api`;
		return createRbxcrate({ url, apiKey: VENDOR_KEY, timeoutMs, send });
	}

	function requestDeps(rules: Partial<WithdrawalRules> = {}) {
		const { url } = sandbox;
		const urls = { users: url, thumbnails: url, games: url, apis: url };
		const platform = createPlatform({ urls, clock, log: silentLog });
		return {
			...requestDepsOf({ db: app, clock, platform, currentVendor: vendor() }, rules),
			findStock: createFindStock({ vendor: vendor(), clock, log: silentLog }),
			publish: (uid: string) => published.push(uid),
		};
	}

	function workerDeps(changed: Partial<PayoutDeps> = {}): PayoutDeps {
		return {
			db: app,
			clock,
			log: silentLog,
			vendors: new Map([['rbxcrate', vendor()]]),
			times: payoutTimes({ timeoutMs: VENDOR_TIMEOUT_MS, reconcileMinMs: 5_000, reconcileMaxMs: 300_000 }),
			publish: (uid) => published.push(uid),
			...changed,
		};
	}

	async function work(uid: string, deps: PayoutDeps = workerDeps()): Promise<void> {
		for (const row of await listDue(deps, 1_000)) if (row.uid === uid) await workOff(deps, row);
	}

	return {
		clock,
		published,
		control,
		places,
		vendor,
		requestDeps,
		workerDeps,
		work,
		sandboxUrl: () => sandbox.url,

		changeSettings(change: Omit<AdminPayoutSettingsChange, 'reason'>) {
			const deps = { db: app, clock, wakePayouts() {} };
			return changePayoutSettings(deps, { ...change, reason: 'test' }, admin);
		},

		async newUser(robux: number, uid?: string): Promise<Actor> {
			return actorOf(await userWith({ db: app, clock }, player, asRobuxCents(robux * 100), uid));
		},

		submit(actor: Actor, changed: Record<string, unknown> = {}, deps = requestDeps()) {
			const placeId = places.get('Harbor Builders');
			const request = { roblox_username: player.username, placeId, amount: 50, ...changed };
			return processWithdrawal(deps, request, callerOf(actor));
		},

		async workUntilClosed(uid: string, deps: PayoutDeps = workerDeps(), hours = 30): Promise<void> {
			const endMs = clock.nowMs + hours * 3_600_000;
			for (let stepMs = 1_000; clock.nowMs < endMs; stepMs = Math.min(stepMs * 2, 300_000)) {
				await work(uid, deps);
				const [latest] = (await getWithdrawHistory({ db: app }, { limit: 1, cursor: undefined }, { actor: { uid } }))
					.items;
				if (latest?.status === 'Completed' || latest?.status === 'Failed') return;
				clock.advance(stepMs);
			}
		},

		async history(uid: string) {
			return (await getWithdrawHistory({ db: app }, { limit: 100, cursor: undefined }, { actor: { uid } })).items;
		},

		async balance(uid: string): Promise<number> {
			return ((await findWallet(app, uid))?.balance ?? Number.NaN) / 100;
		},

		async fakeOrder(orderId: string): Promise<FakeOrder | undefined> {
			const { orders } = await control<{ orders: FakeOrder[] }>('GET', `/control/vendor/orders?orderId=${orderId}`);
			return orders[0];
		},

		vendorPatienceMs: () => patienceMs,

		spoil(part: 'vendor' | 'platform', kind: string, path: string, times = 1) {
			if (SILENCE.test(kind)) patienceMs = VENDOR_TIMEOUT_MS;
			return control('POST', '/control/faults', { part, kind, path, remaining: times });
		},

		async requestsTo(part: 'vendor' | 'platform'): Promise<number> {
			const { requests } = await control<{ requests: unknown[] }>('GET', `/control/requests?part=${part}`);
			return requests.length;
		},
	};
}
