import { emailAddress, personName } from '../../contract/accounts/auth.ts';
import { ADMIN_ROLE } from '../../contract/limits.ts';
import { LARGE_CREDIT } from '../offerwalls/walls/protection/wall-guard.ts';
import { amountOf, fieldOf, msOf, textOf } from './sources/document-values.ts';
import type { Mapping } from './sources/mapping.ts';
import type { SourceAccount, SourceDocument } from './sources/source.ts';

export type Method = 'password' | 'google' | 'phone' | 'anonymous' | 'other';

export type PlannedAccount = {
	id: string;
	email: string | undefined;
	verified: boolean;
	name: string;
	isDisabled: boolean;
	isAdmin: boolean;
	googleId: string | undefined;
	password: { hash: string; salt: string } | undefined;
	createdAtMs: number | undefined;
	lastAccessMs: number | undefined;
	validSinceMs: number | undefined;
	balance: number;
	isMirrored: boolean;
};

export type FoundAccount = {
	planned: PlannedAccount;
	methods: Method[];
	username: string | undefined;
	problems: string[];
	difference: { source: unknown; reason: string } | undefined;
};

export const MIRRORED = 'mirrored_at';

/** "REDACTED" in base64. */
export const HIDDEN_HASH = 'UkVEQUNURUQ=';

export function planAccount(account: SourceAccount, data: SourceDocument['data'], { users }: Mapping): FoundAccount {
	const { localId: id, passwordHash: hash, salt = '', disabled: isDisabled = false, emailVerified } = account;
	const methods = methodsOf(account);
	const email = emailAddress.safeParse(account.email).data?.toLowerCase();
	const source = fieldOf(data, users.balance);
	const isMirrored = Object.hasOwn(data, MIRRORED);
	const { cents: balance, problem } = amountOf(source);
	const isAdmin = textOf(fieldOf(data, users.role))?.toLowerCase() === ADMIN_ROLE.toLowerCase();
	const times = [account.lastLoginAt ?? account.lastSignedInAt, fieldOf(data, users.last_access)];
	const lastAccessMs = Math.max(...times.map((time) => msOf(time) ?? 0)) || undefined;
	const problems: [boolean, string][] = [
		[!account.email, `no email address (${methods.join(', ')})`],
		[!email && Boolean(account.email), 'the email address is invalid'],
		[isDisabled, 'disabled, imported as banned'],
		[Boolean(account.mfaInfo?.length), 'the second factor is not imported'],
		[balance > LARGE_CREDIT, 'the balance is above the limit of a single credit'],
		[isAdmin, `admin, ${email ? 'gets an invitation' : 'not invited without an email address'}`],
	];
	return {
		planned: {
			...{ id, email, verified: email !== undefined && emailVerified === true, name: nameOf(account), isDisabled },
			...{
				...{ balance, isMirrored },
				isAdmin: isAdmin && email !== undefined,
				lastAccessMs,
				createdAtMs: msOf(account.createdAt),
				validSinceMs: msOf(account.validSince),
			},
			googleId: account.providerUserInfo?.find(({ providerId }) => providerId === 'google.com')?.rawId,
			password: email && hash && hash !== HIDDEN_HASH ? { hash, salt } : undefined,
		},
		methods,
		username: textOf(fieldOf(data, users.username))?.toLowerCase() || undefined,
		problems: problems.flatMap(([is, text]) => (is ? [text] : [])),
		difference:
			problem && problem !== 'missing' && !isMirrored ? { source: inJson(source), reason: problem } : undefined,
	};
}

const inJson = (value: unknown) => (Number.isFinite(value) ? value : String(value));
const methodOf: Readonly<Record<string, Method>> = { 'google.com': 'google', phone: 'phone', password: 'password' };

function methodsOf({ passwordHash, phoneNumber, providerUserInfo = [], email }: SourceAccount): Method[] {
	const found = new Set(providerUserInfo.map(({ providerId = '' }) => methodOf[providerId] ?? 'other'));
	if (passwordHash) found.add('password');
	if (phoneNumber) found.add('phone');
	return found.size > 0 ? [...found] : [email ? 'other' : 'anonymous'];
}

function nameOf({ displayName, email }: SourceAccount): string {
	const clean = (text = '') =>
		text
			.replace(/\p{Cc}/gu, '')
			.trim()
			.slice(0, 100);
	return personName.safeParse(clean(displayName) || clean(email?.split('@', 1)[0])).data ?? 'Player';
}
