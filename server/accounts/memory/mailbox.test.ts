import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
	['Me.Too+2@GMail.com', 'metoo@gmail.com'],
	['me@googlemail.com', 'me@gmail.com'],
	['me+shop@outlook.com', 'me@outlook.com'],
	['m.e+shop@icloud.com', 'm.e@icloud.com'],
	['m.e+shop@company.example', 'm.e+shop@company.example'],
	['+x@gmail.com', '+x@gmail.com'],
])('the mailbox of %s is %s', (email, mailbox) => {
	expect(mailboxOf(email)).toBe(mailbox);
});
