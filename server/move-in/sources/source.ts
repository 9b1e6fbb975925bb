import { z } from 'zod';

const name = z.string().min(1).max(500);

function namesLike<Names extends Record<string, string>>(usual: Names) {
	const keys = z.enum(Object.keys(usual) as [keyof Names & string]);
	return z.partialRecord(keys, name).transform((given): Names => ({ ...usual, ...given }));
}

const users = {
	collection: 'users',
	balance: 'robux',
	role: 'role',
	last_access: 'last_access',
	username: 'roblox_username',
};
const entry = { user: 'uid', amount: 'amount', at: 'timestamp', name: 'name', transaction: 'transaction_id' };
const rewards = { collection: 'offer_history', ...entry, source: 'earning_source' };
const withdrawals = {
	...{ collection: 'withdraw_history', ...entry, name: 'order_id', at: 'created_at', refunded: 'is_refunded' },
	...{ status: 'status', paid: 'completed,paid,success', failed: 'failed,refunded,rejected,cancelled,canceled' },
};

export const mapping = z.strictObject({
	users: namesLike(users).prefault({}),
	rewards: z.array(namesLike(rewards)).prefault([{}]),
	withdrawals: z.array(namesLike(withdrawals)).prefault([{}]),
});
export type Mapping = z.output<typeof mapping>;

export type SourceAccount = {
	localId: string;
	email?: string;
	emailVerified?: boolean;
	passwordHash?: string;
	salt?: string;
	displayName?: string;
	disabled?: boolean;
	phoneNumber?: string;
	createdAt?: string;
	lastLoginAt?: string;
	lastSignedInAt?: string;
	validSince?: string;
	providerUserInfo?: readonly { providerId?: string; rawId?: string }[];
	mfaInfo?: readonly unknown[];
};

export type SourceDocument = { id: string; data: Readonly<Record<string, unknown>>; parent?: string | undefined };

export type HashParameters = { signerKey: string; saltSeparator: string; rounds: number; memCost: number };

export type Source = {
	project: string;
	kind: 'firebase' | 'users';
	readTime: string | null;
	readHashParameters(): Promise<HashParameters | undefined>;
	accounts(): AsyncIterable<SourceAccount>;
	documents(collection: string): AsyncIterable<SourceDocument>;
};
