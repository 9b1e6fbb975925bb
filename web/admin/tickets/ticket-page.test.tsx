import { defaultCannedAnswers } from '../../../contract/admin/canned-answers.ts';
import { type Answers, UID } from '../../test/fake-server.ts';
import { alertWith, fillDialog, openAdminPages, payloadsOf } from '../../test/open-admin.ts';
import { button, expectText, field, screen } from '../../test/render-page.tsx';

const openPages = openAdminPages();
const adminGetSettings = { mode: 'team', items: [{ name: 'CANNED_ANSWERS', value: defaultCannedAnswers }] } as const;
const openAdmin: typeof openPages = (path, answers) => openPages(path, { adminGetSettings, ...answers });
const file = {
	thread: { reference: 'S-1', uid: UID, subject: 'My pause', about: { kind: 'pause' } },
	messages: [{ from: 'user', text: 'I did nothing.' }],
	statement: {
		...{ kind: 'pause', rule: 'chargebacks-pause', version: 1, automated: true },
		...{ facts: { chargebacks: 6 }, inside: { rules: ['score'] } },
	},
	is_banned: true,
} satisfies Answers['adminGetThread'];

test('staff see a thread with its full reasons and reply with a filled-in canned answer in the chosen language', async () => {
	const { server, person } = openAdmin('/admin/threads/S-1', { adminGetThread: file, adminReplyToThread: file.thread });
	await expectText('I did nothing.');
	for (const text of [
		'Chargeback rate too high',
		'version 1',
		'6',
		'score',
		'Banned. The user replies through the link',
	]) {
		await expectText(text, screen.getByRole('main'));
	}
	await person.selectOptions(await screen.findByLabelText('Language'), 'German');
	await screen.findByText('More details needed');
	await person.selectOptions(field('Template'), 'More details needed');
	expect(field('Reply').value).toContain('Bitte antworte hier.');
	await person.click(button('Send'));
	await alertWith('Replace the text in brackets first.');
	await person.selectOptions(field('Template'), 'Looking into it');
	await person.click(button('Send and close'));
	await expectText('I did nothing.');
	const text = expect.stringContaining('Wir sehen uns das an');
	expect(payloadsOf(server, 'adminReplyToThread')[0]).toEqual({ reference: 'S-1', text, close: true });
});

test('staff decline a claim with a template, after its placeholders are filled in', async () => {
	const claim = { reference: 'C-1', uid: UID, state: 'open' } as const;
	const { server, person } = openAdmin('/admin/claims/C-1', { adminGetClaim: { claim }, adminDeclineClaim: claim });
	await person.click(await screen.findByRole('button', { name: 'Decline' }));
	await screen.findByText("Partner's decision");
	await person.selectOptions(field('Template'), "Partner's decision");
	await fillDialog(person, { confirm: 'Decline' });
	await alertWith('Replace the text in brackets first.');
	await person.selectOptions(field('Template'), 'Looking into it');
	await fillDialog(person, { confirm: 'Decline' });
	await expectText('Claim declined.');
	const reason = expect.stringContaining("We're looking into it");
	expect(payloadsOf(server, 'adminDeclineClaim')[0]).toEqual({ reference: 'C-1', reason });
});

test('an admin who made the disputed decision cannot reply', async () => {
	openAdmin('/admin/threads/S-1', { adminGetThread: { ...file, answered_by_another: true } });
	await expectText('You made this decision');
	expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
	expect(screen.queryByRole('button', { name: 'Close without a reply' })).toBeNull();
});
