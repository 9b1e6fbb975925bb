import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import { type Json, request, send } from '../sites/json-client.ts';
import { fakeOutside, type RealServer, startRealServer } from '../sites/real-server.ts';
import { freePort } from '../support/free-port.ts';
import { usersOf } from '../support/users.ts';

const WALL_SECRET = 'crash-wall-secret';
const VENDOR_KEY = 'crash-vendor-key';

let sandbox: Sandbox;
let folder: string;
let port: number;
let server: RealServer | undefined;
const { readyToWithdraw } = usersOf(() => ({ url: `http://localhost:${port}`, sandbox }));

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lootpass-crash-'));
	port = await freePort();
	sandbox = await createSandbox({
		port: 0,
		productUrl: `http://localhost:${port}`,
		wallSecret: WALL_SECRET,
		vendorKey: VENDOR_KEY,
		settleMs: 100,
	});
	const wall = { id: 'sandbox', partner: 'wannads', name: 'Sandbox Offers', secret: WALL_SECRET };
	await writeFile(join(folder, 'walls.json'), JSON.stringify([wall]));
	server = await startServer();
}, 60_000);

afterAll(async () => {
	await server?.end('SIGTERM');
	await sandbox?.close();
	await rm(folder, { recursive: true, force: true });
}, 60_000);

function startServer(): Promise<RealServer> {
	return startRealServer({
		PORT: String(port),
		HOST: 'localhost',
		DATA_DIR: join(folder, 'data'),
		OFFERWALLS_FILE: join(folder, 'walls.json'),
		...fakeOutside(sandbox, VENDOR_KEY),
		LOG_LEVEL: 'error',
	});
}

async function orderAtVendor(orderId: string): Promise<Json> {
	const { body } = await request(`${sandbox.url}/control/vendor/orders?orderId=${orderId}`);
	return body.orders[0];
}

test('orders interrupted by kill -9 between hold and payment complete exactly once', async () => {
	const [taken, lost] = [await readyToWithdraw(50), await readyToWithdraw(50)];
	const fault = { part: 'vendor', path: '/orders/gamepass', remaining: 1, delayMs: 60_000 };
	const hold = async (user: typeof taken, kind: string): Promise<{ id: string; order_id: string }> => {
		await send('POST', `${sandbox.url}/control/faults`, { ...fault, kind });
		const { result } = await user.call('processWithdrawal', { ...user.request, requestId: randomUUID() });
		await vi.waitFor(
			async () => {
				const { body } = await request(`${sandbox.url}/control/faults`);
				expect(body.faults).toEqual([]);
			},
			{ interval: 10 },
		);
		return result;
	};
	const orders = [await hold(taken, 'timeout-after'), await hold(lost, 'timeout-before')];
	await server?.end('SIGKILL');
	server = await startServer();

	for (const [index, user] of [taken, lost].entries()) {
		const orderId = orders[index]?.order_id ?? '';
		await vi.waitFor(
			async () => {
				const { result } = await user.call('getWithdrawHistory');
				expect(result.items).toMatchObject([{ order_id: orderId, status: 'Completed', is_refunded: false }]);
			},
			{ interval: 100 },
		);
		expect((await user.document()).robux).toBe(user.reward - 50);
		expect((await orderAtVendor(orderId)).timesPaid).toBe(1);
	}
}, 90_000);
