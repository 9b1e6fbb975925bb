import { openTestDatabase } from '../../../test/support/database.ts';
import { rowOf } from '../../lib/db/database.ts';
import { mailboxOf } from './mailbox.ts';

const { app } = openTestDatabase();

test.each([
	['Me.Too+2@GMail.com', 'metoo@gmail.com'],
	['me@googlemail.com', 'me@gmail.com'],
	['me+shop@outlook.com', 'me@outlook.com'],
	['m.e+shop@outlook.com.br', 'm.e@outlook.com.br'],
	['m-e+shop@Hotmail.co.uk', 'm-e@hotmail.co.uk'],
	['m_e+shop@live.nl', 'm_e@live.nl'],
	['m.e+shop@icloud.com', 'm.e@icloud.com'],
	['M.e-t_oo+shop@proton.me', 'metoo@proton.me'],
	['m.e@protonmail.com', 'me@protonmail.com'],
	['m_e+1@pm.me', 'me@pm.me'],
	['m-e.too+1@ya.ru', 'm.e.too@yandex.ru'],
	['m.e_too@yandex.kz', 'm.e_too@yandex.ru'],
	['m.e-too@company.example', 'm.e-too@company.example'],
	['+x@gmail.com', '+x@gmail.com'],
	['m.e+shop@company.example', 'm.e+shop@company.example', 'm.e@company.example'],
	['me+shop@outlook.example', 'me+shop@outlook.example', 'me@outlook.example'],
	['me+shop@constructor', 'me+shop@constructor', 'me@constructor'],
])('the mailbox of %s is %s in TypeScript and SQL', async (email, mailbox, inSql = mailbox) => {
	const row = await rowOf<{ mailbox: string }>(app)`select mailbox_of(${email}) as mailbox`;
	expect([mailboxOf(email), row?.mailbox]).toEqual([mailbox, inSql]);
});
