export const PROJECT = 'old-loot';

export const hashConfig = {
	algorithm: 'SCRYPT',
	signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
	...{ saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 },
};
const passwordHash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';
const password = { passwordHash, salt: '42xEC+ixf3L2lw==' };

type Account = { localId: string; email?: string; emailVerified?: boolean; [field: string]: unknown };
type Document = { id: string; fields: Record<string, Record<string, unknown>> };

const PLAYERS = 1_200;
const CREATED_MS = Date.UTC(2024, 0, 15);
const UUID = '3f2b8c1e-5d4a-4b6f-9c7d-8e1f2a3b4c5d';
const google = { providerUserInfo: [{ providerId: 'google.com', rawId: '100000000000000000001' }] };
const confirmed = { emailVerified: true };
const text = (stringValue: string) => ({ stringValue });
const integer = (value: number) => ({ integerValue: String(value) });
const double = (doubleValue: unknown) => ({ doubleValue });
const robux = (value: unknown) => ({ robux: double(value) });
const idOf = (name: string) => name.padEnd(28, '0');

const pat = { ...robux(12.299999999999999), roblox_username: text('Same_Name'), role: text('user') };
const robin = { robux: integer(250), last_access: { timestampValue: '2026-05-04T12:30:00.123456Z' } };
const boss = { robux: integer(1), role: text('Admin'), last_access: integer(CREATED_MS) };

const special: readonly [name: string, email: string | undefined, account: object, fields?: Document['fields']][] = [
	['PasswordPlayer', 'pat@mailbox.example', { ...password, ...confirmed }, pat],
	['GooglePlayer', 'robin@mailbox.example', { ...google, ...confirmed }, robin],
	['Admin', 'boss@mailbox.example', { ...password, ...confirmed }, boss],
	['OtherCase', 'PAT@Mailbox.example', password, { ...robux(5.5), roblox_username: text('same_name') }],
	['Disabled', 'cheat@mailbox.example', { ...password, disabled: true }, robux(99)],
	['Anonymous', undefined, {}, robux(3)],
	['PhoneOnly', undefined, { phoneNumber: '+4915100000000' }, robux(40.25)],
	['HiddenHash', 'hidden@mailbox.example', { passwordHash: 'UkVEQUNURUQ=' }, robux(1)],
	['EmptyHash', 'empty@mailbox.example', { passwordHash: '' }, robux('NaN')],
	['Negative', 'minus@mailbox.example', password, robux(-20)],
	['TextBalance', 'text@mailbox.example', password, { robux: text('many') }],
	['Thousandths', 'third@mailbox.example', password, robux(7.126)],
	['Rich', 'rich@mailbox.example', password, robux(5_000)],
	['NoDocument', 'bare@mailbox.example', password],
	[UUID, 'uuid@mailbox.example', {}, robux(8)],
];
const players = Array.from({ length: PLAYERS }, (_, n): (typeof special)[number] => [
	...([`Player${n}x`, `player-${n}@mailbox.example`, { ...password, emailVerified: n % 3 === 0 }] as const),
	robux((n * 37) / 100),
]);
const all = [...special, ...players];
const times = { createdAt: String(CREATED_MS), lastLoginAt: String(Date.UTC(2026, 5, 1)) };

export const accounts = all.map(
	([name, email, account]): Account => ({ localId: idOf(name), ...(email && { email }), ...times, ...account }),
);

const reward = (name: string, n: number): Document => ({
	id: `${name}-${n}`,
	fields: {
		...{ uid: text(idOf(name)), amount: double(n), name: text(`Survey ${n}`), earning_source: text('Old wall') },
		...{ timestamp: integer(CREATED_MS + n), transaction_id: text(`old-${name}-${n}`) },
	},
});
const withdrawal = (n: number, status: string): Document => ({
	id: `order-${n}`,
	fields: {
		...{ uid: text(idOf('PasswordPlayer')), amount: integer(20), order_id: text(`OLD-${n}`), status: text(status) },
		created_at: { timestampValue: `2026-05-0${n}T08:00:00Z` },
	},
});

export const collections: Readonly<Record<string, readonly Document[]>> = {
	users: [
		...all.flatMap(([name, , , fields]) => (fields ? [{ id: idOf(name), fields }] : [])),
		{ id: idOf('Gone'), fields: robux(17) },
	],
	offer_history: ['PasswordPlayer', 'GooglePlayer'].flatMap((name) => [1, 2, 3].map((n) => reward(name, n))),
	[`users/${idOf('GooglePlayer')}/bonuses`]: [4, 5].map((n) => {
		const { uid: _, ...fields } = reward('GooglePlayer', n).fields;
		return { id: `bonus-${n}`, fields };
	}),
	withdraw_history: [withdrawal(1, 'completed'), withdrawal(2, 'pending')],
};
