import { refusal } from '../../contract/refusals.ts';
import { expectText, field, openPages, screen, textsOf } from '../test/render-page.tsx';
import { answerTo } from '../ui/help/help-answers.ts';

const openPage = openPages();

test('the search finds answers by the wording of refusals and reports when nothing matches', async () => {
	const { person } = openPage('/help', { user: null });
	await screen.findByRole('heading', { level: 1, name: 'Help' });
	await person.type(field('Search for answers'), 'Regional Pricing enabled');
	await expectText('Answers found: 1');
	await expectText('choose Disable Managed Pricing and check again');
	await person.clear(field('Search for answers'));
	await person.type(field('Search for answers'), 'nobody asks this');
	await expectText('No answers match');
	expect(textsOf('heading')).not.toContain('Questions');
	expect(screen.getAllByRole('link', { name: 'support@lootpass.example' })).toHaveLength(1);
});

test.each([
	['banned', 'My account is banned'],
	['minimum', 'How much can I withdraw?'],
	['refunds', 'Why was a reward taken back?'],
	['chargeback', 'Why was a reward taken back?'],
	['why was my account hacked', 'Someone else used my account'],
	['vpn', 'Can I use a VPN?'],
	['survey', 'Why did a survey end early?'],
	['tax', 'What does it cost?'],
	['e-mail', 'Confirm your email address'],
	['gift code', "This promo code doesn't exist"],
])('a search for "%s" finds the answer to "%s"', async (typed, question) => {
	const { person } = openPage('/help', { user: null });
	await person.type(await screen.findByLabelText('Search for answers'), typed);
	const shown = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);
	expect(shown.filter((each) => each.startsWith(question))).toHaveLength(1);
	expect(shown.length).toBeLessThan(5);
});

test("the help page answers each refusal under the refusal's own wording", () => {
	for (const reason of ['payouts-off', 'email-not-verified', 'unknown-code', 'no-pass-found'] as const) {
		expect(answerTo(refusal(reason).message), reason).toBeDefined();
	}
});

test('a URL fragment opens the answer with that name', async () => {
	openPage('/help#no-pass-found', { user: null });
	await screen.findByRole('heading', { level: 1, name: 'Help' });
	expect(document.getElementById('no-pass-found')).toHaveProperty('open', true);
});
