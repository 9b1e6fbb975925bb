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
