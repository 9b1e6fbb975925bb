import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createHashPool } from './hash-pool.ts';

const pool = createHashPool();
const password = 'Ångström battery';
afterAll(pool.close);

test("the hash pool reads and writes better-auth's format, also after its threads have ended", async () => {
	const theirs = await hashPassword(password);
	expect(
		await Promise.all([pool.verify({ hash: theirs, password }), pool.verify({ hash: theirs, password: 'x' })]),
	).toEqual([true, false]);
	await pool.close();
	expect(await verifyPassword({ hash: await pool.hash(password), password })).toBe(true);
});

test('the hash pool refuses a stored hash without a salt', async () => {
	await expect(pool.verify({ hash: 'x', password })).rejects.toThrow('the stored hash is invalid');
});
