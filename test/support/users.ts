import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { bearer, type Json, request, send } from '../sites/json-client.ts';

export const soon = { interval: 30 };

export type World = () => { url: string; sandbox: { url: string } };

export function usersOf(world: World) {
	/** Signs up like the mobile app, without an Origin header. */
	async function signUp(headers: Record<string, string> = {}) {
		const email = `${randomUUID()}@example.com`;
		const password = 'a long enough password';
		const form = { email, password, name: 'Person', birthDate: '2000-02-29' };
		const signedUp = await send('POST', `${world().url}/auth/sign-up/email`, form, headers);
		expect(signedUp.status).toBe(200);
		const uid: string = signedUp.body.user.id;
		const session = bearer(signedUp.body.token);
		const issued = await request(`${world().url}/auth/token`, { headers: { ...headers, ...session } });
		const accessToken: string = issued.body.token;
		return { uid, email, password, session, accessToken, ...caller(uid, accessToken) };
	}

	function caller(uid: string, accessToken: string) {
		const document = () => `${world().url}/data/users/${uid}`;
		const call = async (name: string, data: unknown = null): Promise<Json> =>
			(await send('POST', `${world().url}/api/${name}`, { data }, bearer(accessToken))).body;
		return {
			call,
			untilPaid: () =>
				vi.waitFor(async () => {
					expect((await call('getWithdrawHistory')).result.items).toMatchObject([{ status: 'Completed' }]);
				}, soon),
			document: async (): Promise<Json> => (await request(document(), { headers: bearer(accessToken) })).body,
			patch: (patch: unknown) => send('PATCH', document(), patch, bearer(accessToken)),
		};
	}

	async function gameWithPass(amount: number, price = Math.round(amount / 0.7)) {
		const platform = `${world().sandbox.url}/control/platform`;
		const name = `p_${randomUUID().replaceAll('-', '').slice(0, 14)}`;
		const { body: user } = await send('POST', `${platform}/users`, { name });
		const { body: game } = await send('POST', `${platform}/games`, { ownerId: user.id, name: 'Test Harbor' });
		const passes = { universeId: game.universeId, price, regionalPricing: false };
		expect((await send('POST', `${platform}/passes`, passes)).status).toBe(201);
		return { name, userId: user.id as number };
	}

	async function completeOffer(userId: string): Promise<{ reward: number; completionId: string }> {
		const { body: wall } = await request(`${world().sandbox.url}/wall/offers`);
		const [best] = wall.offers.toSorted((a: Json, b: Json) => Number(b.reward) - Number(a.reward));
		const completion = { userId, offerId: best.id };
		const { body } = await send('POST', `${world().sandbox.url}/wall/completions`, completion);
		return { reward: Number(best.reward), completionId: body.id };
	}

	async function readyToWithdraw(amount: number, price?: number) {
		const user = await signUp();
		await user.call('createUser');
		const { reward } = await completeOffer(user.uid);
		await vi.waitFor(async () => expect((await user.document()).robux).toBe(reward), soon);
		const { name, userId } = await gameWithPass(amount, price);
		expect((await user.patch({ roblox_username: name })).status).toBe(200);
		const { result: games } = await user.call('getRobloxGames', { userId });
		return { ...user, reward, request: { roblox_username: name, placeId: games[0].PlaceID, amount } };
	}

	return { signUp, caller, completeOffer, gameWithPass, readyToWithdraw };
}
