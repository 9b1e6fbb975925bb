import { unreachable } from '../../test/fake-server.ts';
import { button, expectText, openPages, screen } from '../../test/render-page.tsx';

const renderPage = openPages();
const LINK = '/unsubscribe?code=c0de';
const answer = (status: number) => () => new Response('', { status });

async function unsubscribe(first: () => unknown) {
	history.replaceState(null, '', LINK);
	const page = renderPage(LINK, { user: null, answers: { '/unsubscribe': first } });
	await page.person.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
	return page;
}

test.each([
	['a valid link, new or used, ends the weekly email', 200, "You're unsubscribedYou no longer get the weekly email."],
	['an incomplete link ends nothing', 404, 'The link is missingOpen this page with the link we emailed you.'],
])('%s', async (_, status, text) => {
	const { server } = await unsubscribe(answer(status));
	await expectText(text);
	expect(server.requests).toContainEqual({ name: 'POST /unsubscribe', payload: '?code=c0de' });
});

test.each([answer(503), () => unreachable])('a user can try again if the server is unavailable', async (first) => {
	const { person, server } = await unsubscribe(first);
	await expectText('Something went wrong on our side. Try again in a minute.');
	server.answers['/unsubscribe'] = answer(200);
	await person.click(button('Unsubscribe'));
	await expectText("You're unsubscribed");
});
