import { expect, test } from 'vitest';
import type { ThreadFile } from '../../../contract/admin/threads.ts';
import { UID } from '../../test/fake-server.ts';
import { button, field, says, screen } from '../../test/render-page.tsx';
import { alertWith, openAdminPages } from '../open-admin.ts';

const openAdmin = openAdminPages();
const file: ThreadFile = {
	thread: {
		...{ reference: 'S-1', uid: UID, user_name: 'builder', subject: 'My pause', state: 'open' as const },
		...{ about: { kind: 'pause' as const, id: null }, opened_at: 1, changed_at: 1, asked_at: 1 },
	},
	messages: [{ from: 'user', by: null, text: 'I did nothing.', at: 1, by_decider: false }],
	statement: {
		...{ kind: 'pause', id: null, rule: 'chargebacks-pause', version: 1, automated: true, at: 1, said: null },
		...{ facts: { chargebacks: 6 }, ends_at: null, object_until: null, decided_by: null, inside: { rules: ['score'] } },
	},
	names: {},
	answered_by_another: false,
	is_banned: true,
};

test('staff read it beside the reasons, all of them, and answer from a canned answer in the person’s language', async () => {
	const { server, person } = openAdmin('/admin/threads/S-1', { adminGetThread: file, adminReplyToThread: file.thread });
	await says('I did nothing.');
	for (const text of [
		'Too large a share of chargebacks',
		'version 1',
		'6',
		'score',
		'Banned: they answer by the link',
	]) {
		await says(text, screen.getByRole('main'));
	}
	await person.selectOptions(field('Language'), 'German');
	await person.selectOptions(field('Canned answer'), 'More is needed');
	expect(field('Answer').value).toContain('Bitte antworte hier.');
	await person.click(button('Send'));
	await alertWith('Fill in what stands in brackets first.');
	await person.selectOptions(field('Canned answer'), 'We are looking');
	await person.click(button('Send and close'));
	await says('I did nothing.');
	expect(server.asked.find(({ name }) => name === 'adminReplyToThread')?.payload).toEqual({
		reference: 'S-1',
		text: expect.stringContaining('Wir sehen es uns an'),
		close: true,
	});
});

test('who decided leaves the answer to somebody else', async () => {
	openAdmin('/admin/threads/S-1', { adminGetThread: { ...file, answered_by_another: true } });
	await says('You decided what this is about');
	expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
	expect(screen.queryByRole('button', { name: 'Close without an answer' })).toBeNull();
});
