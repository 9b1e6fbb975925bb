import { expect, test } from 'vitest';
import { refusal } from '../test/fake-server.ts';
import { button, openPages, says, screen } from '../test/render-page.tsx';

const renderPage = openPages();
const guest = { user: null };
const ending = { announced_at: 1, ends_at: new Date(2031, 4, 1, 18).getTime(), is_over: false };

test('whether the service ends is there for everybody, also after a failure', async () => {
	const { server, person } = renderPage('/wind-down', { ...guest, answers: { getWindDown: refusal('unavailable') } });
	await screen.findByRole('alert');
	server.answers.getWindDown = { wind_down: null, owed: [] };
	await person.click(button('Try again'));
	await says('Lootpass goes on.');
});

test('until when can be withdrawn, and what is owed day by day', async () => {
	const owed = [{ day: '2031-04-29', spendable: 1_000, held_back: 234.5, on_its_way: 6 }];
	renderPage('/wind-down', { ...guest, answers: { getWindDown: { wind_down: ending, owed } } });
	await says('Withdraw what you have until May 1, 2031');
	await says('down to 1 R$.');
	await says('Apr 29, 20311,234.50 R$6.00 R$');
	expect(screen.getByRole('main').querySelector('a[href="/withdraw"]')).not.toBeNull();
});

test('the pages of who is signed in say so, earn nothing and withdraw the smallest amount', async () => {
	const user = { ends_at: ending.ends_at, robux: 3 };
	const { router, person } = renderPage('/earn', { user, answers: { getOfferwalls: [] } });
	await says(/Nothing new can be earned; withdraw what you have until May 1, 2031/);
	await says('so there is nothing new to earn');
	await router.navigate('/withdraw');
	const amount = (await screen.findByLabelText('Amount')) as HTMLInputElement;
	await person.type(amount, '2');
	await person.tab();
	expect(amount.value).toBe('2');
	await says('Required pass price');
});
