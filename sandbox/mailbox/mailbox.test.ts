import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { openTestSandbox } from '../played-product.ts';

const sandbox = openTestSandbox({});

const mail = {
	from: 'Shop <shop@test.example>',
	to: 'Robin@Test.example',
	subject: 'Grüße',
	text: 'Go to http://a.test/x#y.',
};
const deliver = () => createTransport({ host: '127.0.0.1', port: sandbox.smtpPort() }).sendMail(mail);
const list = async (query = '') =>
	(await (await fetch(`${sandbox.url()}/control/mails${query}`)).json()) as { mails: object[] };

test('a sent mail is listed by recipient, with its links', async () => {
	await deliver();
	const { mails } = await list('?to=robin@test.example');
	expect(mails).toMatchObject([
		{ to: ['robin@test.example'], from: 'shop@test.example', subject: 'Grüße', text: expect.stringContaining('Go to') },
	]);
	expect((mails[0] as { links: string[] }).links[0]).toMatch(/^http:\/\/a\.test\/x#y/);
	expect((await list('?to=somebody@test.example')).mails).toEqual([]);
	await fetch(`${sandbox.url()}/control/mails`, { method: 'DELETE' });
	expect((await list()).mails).toEqual([]);
});

test('the mailbox has a page, and its mail API rejects cross-site requests', async () => {
	const page = await fetch(`${sandbox.url()}/mailbox`);
	expect(await page.text()).toContain('<h1>Mailbox</h1>');
	const stranger = await fetch(`${sandbox.url()}/control/mails`, { headers: { 'sec-fetch-site': 'cross-site' } });
	expect(stranger.status).toBe(403);
});
