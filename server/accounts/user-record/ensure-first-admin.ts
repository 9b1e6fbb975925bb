import type { Clock } from '../../lib/clock-and-log.ts';
import { type Database, inTransaction, isDuplicate } from '../../lib/db/database.ts';
import { StartProblem } from '../../lib/start-problem.ts';
import type { Auth } from '../auth.ts';
import { hasStaff, updateStaffRole } from '../store.ts';
import { ensureUserRecord } from './ensure-user-record.ts';

export type Credentials = { email: string; password: string };
type Deps = { auth: Auth; db: Database; clock: Clock };

/** Works with SIGN_UP off and on many nodes concurrently. @throws StartProblem if another user has the address. */
export async function ensureFirstAdmin(deps: Deps, credentials: Credentials): Promise<boolean> {
	const { db } = deps;
	if (await hasStaff(db)) return false;
	const uid = (await findAccount(deps.auth, credentials)) ?? (await createAccount(deps.auth, credentials));
	await ensureUserRecord(deps, uid);
	await inTransaction(db, (tx) => updateStaffRole(tx, { uid, staffRole: 'owner' }));
	return true;
}

async function findAccount(auth: Auth, { email, password }: Credentials): Promise<string | undefined> {
	const { internalAdapter, password: passwords } = await auth.$context;
	const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
	if (!found) return undefined;
	const hash = found.accounts.find(({ providerId }) => providerId === 'credential')?.password;
	if (!hash || !(await passwords.verify({ hash, password }))) {
		throw new StartProblem(
			`There is no admin yet, and the account of ${email} has a different password than ADMIN_PASSWORD. Set ADMIN_EMAIL to another address.`,
		);
	}
	return found.user.id;
}

async function createAccount(auth: Auth, credentials: Credentials): Promise<string> {
	const { adapter, password: passwords } = await auth.$context;
	const password = await passwords.hash(credentials.password);
	const now = new Date();
	const times = { createdAt: now, updatedAt: now };
	try {
		return await adapter.transaction(async (tx) => {
			const user = await tx.create<Record<string, unknown>, { id: string }>({
				model: 'user',
				data: { email: credentials.email.toLowerCase(), name: 'Admin', emailVerified: true, ageKnown: true, ...times },
			});
			const of = { userId: user.id, accountId: user.id };
			await tx.create({ model: 'account', data: { ...of, providerId: 'credential', password, ...times } });
			return user.id;
		});
	} catch (error) {
		const uid = isDuplicate(error) ? await findAccount(auth, credentials) : undefined;
		if (uid === undefined) throw error;
		return uid;
	}
}
