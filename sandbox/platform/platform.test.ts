import { openTestSandbox, requestJson } from '../played-product.ts';
import { passPrice, passPriceRoundedUp } from './world.ts';

const sandbox = openTestSandbox({});

const get = (path: string) => requestJson(sandbox.url() + path);
const findUsers = (usernames: unknown, excludeBannedUsers = true) =>
	requestJson(`${sandbox.url()}/v1/usernames/users`, 'POST', { usernames, excludeBannedUsers });
const userId = async (name: string): Promise<number> => (await findUsers([name])).body.data[0].id;
const gamesOf = async (name: string) => (await get(`/v2/users/${await userId(name)}/games?limit=50`)).body.data;
const listError = (code: number) => ({ errors: [{ code, message: expect.any(String) }] });

test('the pass price is the amount divided by 0.7, rounded half up; the vendor rounds up', () => {
	expect([5, 10, 50, 500, 1000].map(passPrice)).toEqual([7, 14, 71, 714, 1429]);
	expect([5, 10, 50, 500, 1000].map(passPriceRoundedUp)).toEqual([8, 15, 72, 715, 1429]);
});

test('rejects too many usernames with code 2 and a non-list with status 400', async () => {
	const tooMany = await findUsers(Array.from({ length: 201 }, (_, index) => `player${index}`));
	expect([tooMany.status, tooMany.body]).toEqual([400, listError(2)]);
	expect((await findUsers('sandbox_player')).status).toBe(400);
});

test('thumbnails reject too many ids, a bad format, a bad size and bad ids with separate codes', async () => {
	const codeOf = async (query: string) => (await get(`/v1/users/avatar-headshot?${query}`)).body.errors[0].code;
	const many = Array.from({ length: 101 }, (_, index) => index + 1).join();
	expect(await codeOf(`userIds=${many}&size=150x150`)).toBe(1);
	expect(await codeOf('userIds=1&size=150x150&format=Gif')).toBe(2);
	expect(await codeOf('userIds=1&size=151x151')).toBe(3);
	expect(await codeOf('userIds=abc&size=150x150')).toBe(4);
});

test('the games list rejects unsupported limits, unknown filters and foreign cursors', async () => {
	const id = await userId('many_games');
	for (const bad of ['limit=20', 'limit=100', 'limit=50&cursor=nonsense', 'limit=50&accessFilter=3']) {
		const { status, body } = await get(`/v2/users/${id}/games?${bad}`);
		expect([bad, status, body]).toEqual([bad, 400, listError(0)]);
	}
	const { body } = await get(`/v2/users/${id}/games?limit=10`);
	const other = await userId('awkward_passes');
	expect((await get(`/v2/users/${other}/games?limit=10&cursor=${body.nextPageCursor}`)).status).toBe(400);
});

test('icons come in reverse order without unknown games', async () => {
	const ids = (await gamesOf('sandbox_player')).map((game: { id: number }) => game.id);
	const { body } = await get(`/v1/games/icons?universeIds=${ids},1&size=150x150&format=Png&returnPolicy=PlaceHolder`);
	expect(body.data.map((icon: { targetId: number }) => icon.targetId)).toEqual([...ids].reverse());
});

test('the passes service has its own error format', async () => {
	const unknownPass = await get('/game-passes/v1/game-passes/1/details');
	expect(unknownPass.status).toBe(404);
	expect(unknownPass.body).toEqual({
		errorCode: 'PassNotFound',
		errorMessage: expect.any(String),
		field: 'gamePassId',
		hint: null,
	});
	expect((await get('/game-passes/v1/universes/1/game-passes')).body.errorCode).toBe('UniverseNotFound');
	const [game] = await gamesOf('sandbox_player');
	const badSize = await get(`/game-passes/v1/universes/${game.id}/game-passes?pageSize=101`);
	expect([badSize.status, badSize.body.errorCode]).toEqual([400, 'InvalidPageSize']);
});
