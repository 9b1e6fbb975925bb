import type { BetterAuthOptions } from 'better-auth';

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const columns = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, snake(name)]));

/** Renames tables and columns, because better-auth's own names would need quoted SQL. */
export const authTables = {
	user: {
		modelName: 'auth_user',
		fields: columns('emailVerified createdAt updatedAt'),
		additionalFields: {
			// False until the user gives a date of birth, for example after a Google sign-in.
			ageKnown: { type: 'boolean', required: false, input: false, returned: false, fieldName: 'age_known' },
			birthYear: { type: 'number', required: false, input: false, returned: false, fieldName: 'birth_year' },
		},
	},
	session: {
		modelName: 'auth_session',
		fields: columns('expiresAt createdAt updatedAt ipAddress userAgent userId'),
		additionalFields: {
			secondFactor: { type: 'boolean', required: false, input: false, returned: false, fieldName: 'second_factor' },
			secondFactorAt: { type: 'date', required: false, input: false, returned: false, fieldName: 'second_factor_at' },
			signedInAt: { type: 'date', required: false, input: false, returned: false, fieldName: 'signed_in_at' },
			fromIdToken: { type: 'boolean', required: false, input: false, returned: false, fieldName: 'from_id_token' },
			isHandOff: { type: 'boolean', required: false, input: false, returned: false, fieldName: 'is_hand_off' },
			claimsCheckedAt: { type: 'date', required: false, input: false, returned: false, fieldName: 'claims_checked_at' },
			providerToken: { type: 'string', required: false, input: false, returned: false, fieldName: 'provider_token' },
		},
	},
	account: {
		modelName: 'auth_account',
		fields: columns(
			'accountId providerId userId accessToken refreshToken idToken accessTokenExpiresAt refreshTokenExpiresAt createdAt updatedAt',
		),
	},
	verification: { modelName: 'auth_verification', fields: columns('expiresAt createdAt updatedAt') },
} as const satisfies Pick<BetterAuthOptions, 'user' | 'session' | 'account' | 'verification'>;

export const accessTokenKeyTable = {
	jwks: { modelName: 'auth_jwks', fields: columns('publicKey privateKey createdAt expiresAt') },
} as const;
