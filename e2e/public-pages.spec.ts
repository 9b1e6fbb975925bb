import { expect, test } from './journey.ts';

const legalPages = [
	{
		path: '/privacy-policy',
		title: 'Privacy policy',
		topics: [
			'email address',
			'Analytics',
			'Offerwall partners',
			'Location from your IP address',
			'is not for people under 13',
			'Cookies and sessions',
			'Security',
			'Transfer of data to the Netherlands',
			'Links to other sites',
			'Changes',
			'Contact',
		],
	},
	{
		path: '/terms-of-service',
		title: 'Terms of service',
		topics: [
			'We never ask for your Roblox password or cookie',
			'hand-off from our mobile app, with email and password, or with a Google account',
			'Lying in surveys is not allowed',
			'No manipulation',
			'Three or more chargebacks lead to an automatic ban',
			'alternate accounts is promocode abuse and leads to a manual ban',
			'Liability',
			'your balance is enough for the amount',
			'your Roblox account is not banned there',
			'your earnings are legitimate',
			'five days',
			'Changes',
		],
	},
];

for (const { path, title, topics } of legalPages) {
	test(`the legal pages carry the reader’s day and every topic: ${path}`, async ({ page }) => {
		await page.clock.setFixedTime(new Date('2027-02-03T12:00:00'));
		await page.goto(path);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
		await expect(page.getByText('Effective date: February 3, 2027')).toBeVisible();
		for (const topic of topics) await expect(page.getByRole('article')).toContainText(topic);
	});
}
