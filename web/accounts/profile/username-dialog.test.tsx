import { refusal, UID } from '../../test/fake-server.ts';
import { button, expectText, openPages, screen, waitFor, within } from '../../test/render-page.tsx';

const renderPage = openPages();
const PICTURE = '/pictures/mason.png';
const own = `/data/users/${UID}` as const;

const gamesOf = (Name: string) => [{ Name, PlaceID: 1, UniverseID: 1, ThumbnailUrl: null }];
const dialog = () => within(screen.getByRole('dialog'));
const user = { roblox_username: null };

async function lookUp(page: ReturnType<typeof renderPage>, username: string): Promise<void> {
	await screen.findByRole('dialog');
	await page.person.clear(dialog().getByLabelText('Username'));
	if (username) await page.person.type(dialog().getByLabelText('Username'), username);
	await page.person.click(dialog().getByRole('button', { name: 'Continue' }));
}

// spec: 2.username-dialog, 4.profile-event, 4.dialog-confirm, 4.dialog-answers
test('the Yes button saves name and picture, closes the dialog and loads the games of that account', async () => {
	const answers = { getRobloxGames: gamesOf('First Harbor'), getRobloxUser: { userId: 9, avatarUrl: PICTURE } };
	const page = renderPage('/withdraw', { answers });
	await screen.findByRole('option', { name: 'First Harbor' });
	await page.person.click(button('Change the account we pay'));
	page.server.answers.getRobloxGames = gamesOf('Second Harbor');
	await lookUp(page, ' MASON ');
	await expectText('Is this you?');
	await expectText('@MASON');
	expect(screen.getByRole('dialog').querySelector('img')?.getAttribute('src')).toBe(PICTURE);
	await page.person.click(dialog().getByRole('button', { name: 'Yes' }));
	await expectText('@mason', screen.getByRole('main'));
	expect(page.server.requests.find(({ name }) => name.startsWith('PATCH'))).toEqual({
		name: `PATCH ${own}`,
		payload: { roblox_username: 'mason', avatar_url: PICTURE },
	});
	expect(screen.queryByRole('dialog')).toBeNull();
	await screen.findByRole('option', { name: 'Second Harbor' });
	expect(screen.queryByRole('option', { name: 'First Harbor' })).toBeNull();
});

// spec: 5.username
test('shows an error at the field for an empty or unknown username', async () => {
	const NO_SUCH_NAME = 'No Roblox user has this name. Check the spelling.';
	const page = renderPage('/withdraw', { user, answers: { getRobloxUser: refusal('not-found', NO_SUCH_NAME) } });
	await lookUp(page, '');
	await expectText('Username is required');
	await lookUp(page, 'unknown_name');
	await expectText(NO_SUCH_NAME);
});

// spec: 8.username-dialog
test('shows a generic message when a look-up or save fails, and both can be retried', async () => {
	const page = renderPage('/withdraw', { user, answers: { getRobloxUser: refusal('internal') } });
	await lookUp(page, 'mason');
	await expectText('Failed to fetch Roblox data');
	page.server.answers.getRobloxUser = { userId: 9, avatarUrl: null };
	await lookUp(page, 'mason');
	await expectText('Is this you?');
	page.server.answers[own] = refusal('internal');
	await page.person.click(dialog().getByRole('button', { name: 'Yes' }));
	expect((await dialog().findByRole('alert')).textContent).toBe('Failed to update user profile');
	delete page.server.answers[own];
	await page.person.click(dialog().getByRole('button', { name: 'Yes' }));
	await expectText('@mason', screen.getByRole('main'));
	expect(screen.queryByRole('dialog')).toBeNull();
});

test('the account page links the game account', async () => {
	const { person } = renderPage('/account', { user });
	await expectText('Not linked yet');
	await person.click(button('Link a Roblox account'));
	await screen.findByLabelText('Username');
});

// spec: 2.menu-avatar
test('the menu shows the first two letters of a username without a picture', async () => {
	renderPage('/withdraw', { user: { roblox_username: 'builder' } });
	const menu = await screen.findByRole('button', { name: /account menu/i });
	await waitFor(() => expect(menu.textContent).toBe('BU'));
});

test('a username linked to another account can be linked after proving ownership', async () => {
	const TAKEN = 'This game account is already linked to another account here.';
	const taken = refusal('already-exists', TAKEN, { reason: 'username-taken' });
	const page = renderPage('/withdraw', {
		user,
		answers: {
			getRobloxUser: { userId: 9, avatarUrl: null },
			startGameAccountProof: { phrase: 'apple river maple tulip zebra honey', expiresAt: 1 },
			finishGameAccountProof: { linked: false },
		} as never,
	});
	await lookUp(page, 'mason');
	await expectText('Is this you?');
	page.server.answers[own] = taken;
	await page.person.click(dialog().getByRole('button', { name: 'Yes' }));
	await expectText(TAKEN);
	expect(dialog().getByRole('link', { name: 'How to fix this' }).getAttribute('href')).toBe('/help#username-taken');
	await page.person.click(dialog().getByRole('button', { name: "Prove it's yours" }));
	expect((await screen.findByLabelText('Your phrase')).textContent).toBe('apple river maple tulip zebra honey');
	await page.person.click(dialog().getByRole('button', { name: "I've added it" }));
	await expectText("We can't see the phrase yet.");
	page.server.answers.finishGameAccountProof = { linked: true };
	await page.person.click(dialog().getByRole('button', { name: "I've added it" }));
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	expect(page.server.requests.findLast(({ name }) => name === 'finishGameAccountProof')?.payload).toEqual({
		username: 'mason',
	});
});
