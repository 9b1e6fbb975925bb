import { expect, test, vi } from 'vitest';
import { missingRewards } from '../sandbox/wall/missing-rewards.ts';
import { request, send } from './sites/json-client.ts';
import { openTestProduct } from './sites/product.ts';
import { soon, usersOf } from './support/users.ts';

const { product } = openTestProduct();
const { signUp } = usersOf(product);

const answers: Record<string, string> = {
	held: 'held',
	credited: 'credited',
	'taken-back': 'taken-back',
	'nothing-paid': 'refused',
	'other-amount': 'refused',
	'never-arrived': 'never-arrived',
};

test('six of ten missing rewards get an automatic answer and the rest go to a person', async () => {
	const { body } = await request(`${product().sandbox.url}/control/wall/missing-rewards`);
	expect(body.missingRewards).toEqual(missingRewards);
	const states = await Promise.all(
		missingRewards.map(async (what) => {
			const { uid, call } = await signUp();
			await call('createUser');
			const planted = await send('POST', `${product().sandbox.url}/control/wall/missing-rewards`, {
				userId: uid,
				what,
			});
			expect(planted.status).toBe(201);
			let state = '';
			if (what === 'never-arrived') {
				const { result } = await call('openClaim', { wall_id: 'sandbox' });
				expect(result).toMatchObject({ answer: { kind: what }, reference: expect.stringMatching(/^C-/) });
				return result.state as string;
			}
			await vi.waitFor(async () => {
				const { body: log } = await request(`${product().sandbox.url}/control/wall/completions?userId=${uid}`);
				expect(
					log.completions.every((one: { delivery: { attempts: unknown[] } }) => one.delivery.attempts.length > 0),
				).toBe(true);
			}, soon);
			await vi.waitFor(async () => {
				const { result } = await call('openClaim', { wall_id: 'sandbox' });
				expect(result.answer.kind).toBe(answers[what]);
				state = result.state;
			}, soon);
			return state;
		}),
	);
	expect(states.filter((state) => state === 'answered')).toHaveLength(6);
}, 60_000);
