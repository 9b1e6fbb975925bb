import { emailAddress, personName } from '../../contract/accounts/auth.ts';
import { ADMIN_ROLE } from '../../contract/limits.ts';
import { asRobuxCents } from '../../contract/money.ts';
import { isUuidForm } from '../accounts/external-ids/external-ids.ts';
import { firebaseHash } from '../accounts/passwords/firebase-scrypt.ts';
import type { NewTransfer } from '../ledger/transfer.ts';
import { LARGE_CREDIT } from '../offerwalls/walls/protection/wall-guard.ts';
import { amountOf, fieldOf, msOf, textOf } from './sources/document-values.ts';
import type { HashParameters, Mapping, SourceAccount, SourceDocument } from './sources/source.ts';

export type ImportedMoney = { booked: number; held: number; transfers: number };

export type MoneyPlan = ImportedMoney & {
	/** Spendable money that the source no longer has. A person decides about it. */
	missing: number;
	bookings: Pick<NewTransfer, 'kind' | 'amount' | 'reference'>[];
};

export function planMoney(
	{ booked, held, transfers }: ImportedMoney,
	{ balance, isSpendable, stem }: { balance: number; isSpendable: boolean; stem: string },
): MoneyPlan {
	const plan: MoneyPlan = { booked, held, transfers, missing: 0, bookings: [] };
	const [up, down] = [Math.max(balance - booked, 0), Math.max(booked - balance, 0)];
	const cancelled = Math.min(held, down);
	function book(kind: NewTransfer['kind'], amount: number, changes: { booked: number; held: number }): void {
		if (amount === 0) return;
		plan.transfers += 1;
		plan.booked += changes.booked;
		plan.held += changes.held;
		const reference = plan.transfers === 1 ? stem : `${stem}/${plan.transfers}`;
		plan.bookings.push({ kind, amount: asRobuxCents(amount), reference });
	}
	book(isSpendable ? 'import' : 'import-hold', up, { booked: up, held: isSpendable ? 0 : up });
	book('import-cancel', cancelled, { booked: -cancelled, held: -cancelled });
	if (isSpendable) book('import-release', plan.held, { booked: 0, held: -plan.held });
	plan.missing = down - cancelled;
	return plan;
}

type Method = 'password' | 'google' | 'phone' | 'anonymous' | 'other';

export type PlannedAccount = {
	id: string;
	email: string | undefined;
	verified: boolean;
	name: string;
	isDisabled: boolean;
	isAdmin: boolean;
	googleId: string | undefined;
	/** As `firebaseHash` writes it. */
	password: string | undefined;
	createdAtMs: number | undefined;
	lastAccessMs: number | undefined;
	validSinceMs: number | undefined;
	balance: number;
	isMirrored: boolean;
};

type FoundAccount = {
	planned: PlannedAccount;
	methods: Method[];
	username: string | undefined;
	problems: string[];
	difference: { source: unknown; reason: string } | undefined;
};

export const MIRRORED = 'mirrored_at';

/** "REDACTED" in base64. */
const HIDDEN_HASH = 'UkVEQUNURUQ=';

type Names = Mapping & { parameters?: HashParameters | undefined };

function planAccount(account: SourceAccount, data: SourceDocument['data'], names: Names): FoundAccount {
	const { users, parameters } = names;
	const { localId: id, disabled: isDisabled = false, emailVerified } = account;
	const methods = methodsOf(account);
	const email = emailAddress.safeParse(account.email).data?.toLowerCase();
	const hashed: { text?: string; problem?: string } = email ? passwordOf(account, parameters) : {};
	const source = fieldOf(data, users.balance);
	const isMirrored = Object.hasOwn(data, MIRRORED);
	const { cents: balance, problem } = amountOf(source);
	const isAdmin = textOf(fieldOf(data, users.role))?.toLowerCase() === ADMIN_ROLE.toLowerCase();
	const times = [account.lastLoginAt ?? account.lastSignedInAt, fieldOf(data, users.last_access)];
	const lastAccessMs = Math.max(...times.map((time) => msOf(time) ?? 0)) || undefined;
	const problems: [boolean, string][] = [
		[!account.email, `no email address (${methods.join(', ')})`],
		[!email && Boolean(account.email), 'the email address is invalid'],
		[isDisabled, 'disabled'],
		[hashed.problem !== undefined, `the password is not imported: ${hashed.problem}`],
		[Boolean(account.mfaInfo?.length), 'the second factor is not imported'],
		[balance > LARGE_CREDIT, 'the balance is above the limit of a single credit'],
		[isAdmin, `admin, ${email ? 'gets an invitation' : 'not invited without an email address'}`],
	];
	return {
		planned: {
			...{ id, email, verified: email !== undefined && emailVerified === true, name: nameOf(account), isDisabled },
			...{ balance, isMirrored, lastAccessMs, isAdmin: isAdmin && email !== undefined },
			...{ createdAtMs: msOf(account.createdAt), validSinceMs: msOf(account.validSince) },
			googleId: account.providerUserInfo?.find(({ providerId }) => providerId === 'google.com')?.rawId,
			password: hashed.text,
		},
		methods,
		username: textOf(fieldOf(data, users.username))?.toLowerCase() || undefined,
		problems: problems.flatMap(([is, text]) => (is ? [text] : [])),
		difference:
			problem && problem !== 'missing' && !isMirrored ? { source: inJson(source), reason: problem } : undefined,
	};
}

function passwordOf({ passwordHash: hash, salt = '' }: SourceAccount, parameters: HashParameters | undefined) {
	if (!hash || hash === HIDDEN_HASH) return {};
	return parameters ? firebaseHash({ hash, salt, ...parameters }) : { problem: 'the hash parameters are missing' };
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
			.slice(0, 100)
			.toWellFormed();
	return personName.safeParse(clean(displayName) || clean(email?.split('@', 1)[0])).data ?? 'Player';
}

export type Difference = { id: string; source: unknown; imported: number; reason: string };

export type MovePlan = {
	accounts: PlannedAccount[];
	found: number;
	methods: Record<Method, number>;
	skipped: { id: string; reason: string }[];
	problems: { id: string; problem: string }[];
	differences: Difference[];
	total: number;
	admins: number;
};

export function createMovePlan(documents: Map<string, SourceDocument['data']>, mapping: Names) {
	const found = new Map<string, FoundAccount>();
	const plan: MovePlan = {
		...{ accounts: [], found: 0, skipped: [], problems: [], differences: [], total: 0, admins: 0 },
		methods: { password: 0, google: 0, phone: 0, anonymous: 0, other: 0 },
	};
	let hidden = 0;

	function add(account: SourceAccount): void {
		plan.found += 1;
		const { localId: id } = account;
		const reason = found.has(id) ? 'the id occurs twice' : refusalOf(id);
		if (reason) return void plan.skipped.push({ id: String(id), reason });
		if (account.passwordHash === HIDDEN_HASH) hidden += 1;
		const one = planAccount(account, documents.get(id) ?? {}, mapping);
		documents.delete(id);
		found.set(id, one);
		for (const method of one.methods) plan.methods[method] += 1;
		plan.total += one.planned.balance;
		if (one.planned.isAdmin) plan.admins += 1;
		if (one.difference) plan.differences.push({ id, imported: one.planned.balance / 100, ...one.difference });
	}

	function end(): MovePlan {
		const all = [...found.values()].sort((a, b) => (a.planned.id < b.planned.id ? -1 : 1));
		keepOneAddressEach(all);
		nameSharedGameAccounts(all);
		if (hidden > 0) plan.problems.push({ id: '*', problem: hiddenHashes(hidden) });
		for (const { planned, problems } of all) {
			plan.accounts.push(planned);
			plan.problems.push(...problems.map((problem) => ({ id: planned.id, problem })));
		}
		for (const [id, data] of documents) {
			const reason = 'a document without an account';
			const { cents } = amountOf(fieldOf(data, mapping.users.balance));
			plan.total += cents;
			plan.problems.push({ id, problem: reason });
			if (cents > 0) plan.differences.push({ id, source: cents / 100, imported: 0, reason });
		}
		return plan;
	}

	return { add, end };
}

const hiddenHashes = (count: number) =>
	`${count} password hashes are hidden: the service account needs firebaseauth.configs.getHashConfig (role Firebase Authentication Admin)`;

function refusalOf(id: unknown): string | undefined {
	if (typeof id !== 'string' || !/^[^\0\p{Cs}]{1,128}$/su.test(id)) return 'the id is not 1 to 128 characters';
	return isUuidForm(id) ? 'the id has the form of a uid' : undefined;
}

function keepOneAddressEach(all: readonly FoundAccount[]): void {
	for (const [email, sharing] of Map.groupBy(all, ({ planned }) => planned.email)) {
		const owner = sharing.find(({ planned }) => planned.verified) ?? sharing[0];
		for (const one of email === undefined ? [] : sharing) {
			if (one === owner) continue;
			one.problems.push(`the email address is that of ${owner?.planned.id}`);
			withoutAddress(one.planned);
		}
	}
}

export function withoutAddress(planned: PlannedAccount): void {
	Object.assign(planned, { email: undefined, verified: false, password: undefined, isAdmin: false });
}

function nameSharedGameAccounts(all: readonly FoundAccount[]): void {
	for (const [username, sharing] of Map.groupBy(all, (one) => one.username)) {
		for (const one of username === undefined ? [] : sharing) {
			const others = sharing.filter((other) => other !== one).slice(0, 5);
			if (others.length === 0) continue;
			one.problems.push(`the game account is also that of ${others.map(({ planned }) => planned.id).join(', ')}`);
		}
	}
}
