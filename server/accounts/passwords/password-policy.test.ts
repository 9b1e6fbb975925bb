import { requireGoodPassword } from './password-policy.ts';

const check = (password: unknown) =>
	requireGoodPassword(password, { email: 'robin.rivers@test.example', brand: 'Lootpass' }).then(
		() => 'good',
		(error) => error.body.code,
	);

test.each(['correct horse battery', 'zK9#pQ2v', 'пароль которого нет', '🦄🌈 over the hill', `${'x'.repeat(64)}abc`])(
	'%j is accepted, because no kind of character is required or forbidden',
	async (password) => expect(await check(password)).toBe('good'),
);

test.each([
	...['short12', 'x'.repeat(129), 'password', 'PassWord', 'password123', 'Password123!', 'qwertyuiop', '12345678'],
	...['aaaaaaaaaaaa', 'abababababab', 'robin.rivers', 'Robin.Rivers@test.example', 'lootpass', 'Loot-Pass24!'],
	'🦄🌈🍀🎲🎈🎁🎀',
])('%j is weak', async (password) => expect(await check(password)).toBe('auth/weak-password'));

test.each([undefined, '', 12345678, {}])('%j counts as missing', async (password) => {
	expect(await check(password)).toBe('auth/missing-password');
});
