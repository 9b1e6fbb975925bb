import { randomUUID } from 'node:crypto';
import { signed, useWalls } from '../../../test/partners/play.ts';
import { openTestDatabase } from '../../../test/support/database.ts';

// Source: adswedmedia.com/integration and adtoreach.com/documentation/postback. `uuid` names the click, and one click
// on an offer with several events has several credits.
const play = useWalls(openTestDatabase());
const partner = 'adswedmedia';

async function creditSteps(rewards: readonly string[]) {
	const [uid, uuid] = [await play.user(), `click-${randomUUID()}`];
	const ids = rewards.map(() => randomUUID());
	for (const [n, reward] of rewards.entries())
		await play.send(signed(partner, uid, ids[n] as string, { reward, payout: `${Number(reward) / 200}`, uuid }));
	const reversalOf = (transId: string, reward: string) =>
		signed(partner, uid, transId, { transId, reward, payout: `${Number(reward) / 200}`, uuid, status: '2' });
	return { uid, ids, reversalOf };
}

test('a repeated reversal of one step leaves the other steps of the click alone', async () => {
	const { uid, reversalOf } = await creditSteps(['100', '100', '100', '100']);
	const reversal = reversalOf(randomUUID(), '100');
	await Promise.all([play.send(reversal), play.send(reversal)]);
	expect(await play.send(reversal)).toEqual({ status: 200, body: 'DUP' });
	expect(await play.balanceOf(uid)).toBe(30_000);
	expect(await play.send(reversalOf(randomUUID(), '100'))).toEqual({ status: 200, body: 'OK' });
	expect(await play.balanceOf(uid)).toBe(20_000);
});

test('a reversal takes back the step of the click that has its amount', async () => {
	const { uid, reversalOf } = await creditSteps(['10', '500', '30']);
	await play.send(reversalOf(randomUUID(), '500'));
	expect(await play.balanceOf(uid)).toBe(4_000);
	expect((await play.outcomesOf(uid)).at(-1)).toBe('reversed');
});

test('a reversal that repeats the id of its credit takes back that step', async () => {
	const { uid, ids, reversalOf } = await creditSteps(['10', '500', '500']);
	const reversal = reversalOf(ids[2] as string, '500');
	await play.send(reversal);
	await play.send(reversal);
	expect(await play.balanceOf(uid)).toBe(51_000);
	const names = (await play.historyOf(uid)).filter(({ kind }) => kind === 'reversal');
	expect(names).toHaveLength(1);
});
