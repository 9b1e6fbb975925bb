import { type Answers, refusal } from '../test/fake-server.ts';
import { button, expectText, field, openPages, screen, textsOf, waitFor } from '../test/render-page.tsx';

const renderPage = openPages();

const thread = {
	reference: 'S-ABC',
	subject: 'My pause',
	state: 'waiting',
	about: { kind: 'pause' },
	messages: [
		{ from: 'you', text: 'I did <b>nothing</b>.' },
		{ from: 'staff', text: 'We have looked.', by_decider: true },
	],
} as const satisfies Answers['getThread'];
const statement = {
	kind: 'withdrawal',
	id: 'W-1',
	rule: 'screening',
	version: 1,
	automated: true,
	facts: { amount: 50 },
	ends_at: Date.UTC(2026, 11, 24, 12),
	object_until: Date.UTC(2027, 4, 1, 12),
} as const satisfies Answers['getStatement'];

test('the list links to each thread and to a new one', async () => {
	const { messages: _, ...item } = thread;
	renderPage('/threads', { answers: { getThreads: { items: [item] } } });
	expect((await screen.findByRole('link', { name: 'My pause' })).getAttribute('href')).toBe('/threads/S-ABC');
	await expectText('S-ABC');
	expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/threads/new');
});

test('shows messages as plain text, marks answers by the admin who made the decision and sends a reply', async () => {
	const { server, person } = renderPage('/threads/S-ABC', { answers: { getThread: thread } });
	await expectText('I did <b>nothing</b>.');
	await expectText('Answered by the person who made the decision');
	server.answers.replyToThread = { reference: 'S-ABC', state: 'open' };
	server.answers.getThread = { ...thread, messages: [...thread.messages, { from: 'you', text: 'Thanks.' }] };
	await person.type(field('Reply'), 'Thanks.');
	await person.click(button('Send'));
	await waitFor(() => expect(textsOf('listitem').join()).toContain('Thanks.'));
	expect(server.requests.find(({ name }) => name === 'replyToThread')?.payload).toEqual({
		reference: 'S-ABC',
		text: 'Thanks.',
	});
	expect(field('Reply').value).toBe('');
});

test.each([
	[null, 'We reply as soon as we can.'],
	[1, 'We usually reply within 1 hour.'],
	[48, 'We usually reply within 48 hours.'],
	[49, 'We usually reply within 3 days.'],
])('a user who writes to us sees the usual time until a reply: %s h', async (reply_hours, text) => {
	const getPublicStatus = { at: 0, wrong: [], country_data: null, reply_hours };
	renderPage('/threads/new', { answers: { getPublicStatus } });
	await expectText(text);
});

test('a reply that fails stays in the field', async () => {
	const { person } = renderPage('/threads/S-ABC', {
		answers: { getThread: thread, replyToThread: refusal('resource-exhausted', "You've sent us many messages today.") },
	});
	await person.type(await screen.findByLabelText('Reply'), 'Hello?');
	await person.click(button('Send'));
	await expectText("You've sent us many messages today.", await screen.findByRole('alert'));
	expect(field('Reply').value).toBe('Hello?');
});

describe('a new thread', () => {
	// spec: bad-day.reasons
	test('about a withdrawal first shows why it is held and how to object', async () => {
		const { server, person, router } = renderPage('/threads/new?about=withdrawal:W-1', {
			answers: { getStatement: statement, openThread: { reference: 'S-ABC' }, getThread: thread },
		});
		await expectText('We review some withdrawals before we send them.');
		for (const text of ['50.00 R$', 'An automatic rule', 'Review before payout, version 1', 'You can appeal'])
			await expectText(text);
		expect(field('Subject').value).toBe('Your withdrawal W-1');
		await person.type(field('Your message'), 'Why?');
		await person.click(button('Send'));
		await waitFor(() => expect(router.state.location.pathname).toBe('/threads/S-ABC'));
		expect(server.requests.find(({ name }) => name === 'openThread')?.payload).toEqual({
			subject: 'Your withdrawal W-1',
			text: 'Why?',
			about: { kind: 'withdrawal', id: 'W-1' },
		});
	});

	test('about a decision that does not exist can still be sent', async () => {
		const { server, person } = renderPage('/threads/new?about=hold:7', {
			answers: { getStatement: refusal('not-found'), openThread: { reference: 'S-ABC' }, getThread: thread },
		});
		await person.type(await screen.findByLabelText('Your message'), 'Where is it?');
		await person.click(button('Send'));
		await expectText('We have looked.');
		expect(server.requests.find(({ name }) => name === 'openThread')?.payload).toEqual({
			subject: 'A reward on hold 7',
			text: 'Where is it?',
		});
	});
});

describe('a mailed link', () => {
	const CODE = 'c'.repeat(43);

	test('a mailed link is redeemed only on click and opens the thread for a guest', async () => {
		const { server, person, router } = renderPage(`/appeal#code=${CODE}`, {
			user: null,
			answers: {
				openThreadByCode: { thread_token: 't'.repeat(43), expiresAt: 1, reference: 'S-ABC' },
				getThread: thread,
			},
		});
		await screen.findByRole('button', { name: 'Write my appeal' });
		expect(router.state.location.hash).toBe('');
		expect(server.requests.map(({ name }) => name)).not.toContain('openThreadByCode');
		await person.click(button('Write my appeal'));
		await expectText('We have looked.');
		await expectText('Someone on our team reads this and replies by email, with a new link.');
		expect(server.requests.find(({ name }) => name === 'openThreadByCode')?.payload).toEqual({ code: CODE });
	});

	test('offers a new link when it was used, without revealing whether the address has an account', async () => {
		const { person } = renderPage(`/appeal#code=${CODE}`, {
			user: null,
			answers: { openThreadByCode: refusal('unauthenticated', 'This link was used already.'), sendThreadLink: {} },
		});
		await person.click(await screen.findByRole('button', { name: 'Write my appeal' }));
		await expectText('This link was used already.');
		await person.type(field('Email address'), 'me@example.com');
		await person.click(button('Send a new link'));
		await expectText("If there is an account for me@example.com, we've sent it a link.");
	});

	test('a mailed link is not needed to request a new one', async () => {
		renderPage('/appeal', { user: null });
		await screen.findByRole('button', { name: 'Send a new link' });
		expect(screen.queryByRole('button', { name: 'Write my appeal' })).toBeNull();
	});
});
