import type { BetterAuthOptions } from 'better-auth';

/** Renames tables and columns, because better-auth's own names would need quoted SQL. */
export const authTables = {
	user: {
		modelName: 'auth_user',
		fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
		additionalFields: {
			// False until the user gives a date of birth, for example after a Google sign-in.
			ageKnown: { type: 'boolean', required: false, input: false, returned: false, fieldName: 'age_known' },
			birthYear: { type: 'number', required: false, input: false, returned: false, fieldName: 'birth_year' },
		},
	},
	session: {
		modelName: 'auth_session',
		fields: {
			expiresAt: 'expires_at',
			createdAt: 'created_at',
			updatedAt: 'updated_at',
			ipAddress: 'ip_address',
			userAgent: 'user_agent',
			userId: 'user_id',
		},
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
		fields: {
			accountId: 'account_id',
			providerId: 'provider_id',
			userId: 'user_id',
			accessToken: 'access_token',
			refreshToken: 'refresh_token',
			idToken: 'id_token',
			accessTokenExpiresAt: 'access_token_expires_at',
			refreshTokenExpiresAt: 'refresh_token_expires_at',
			createdAt: 'created_at',
			updatedAt: 'updated_at',
		},
	},
	verification: {
		modelName: 'auth_verification',
		fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
	},
} as const satisfies Pick<BetterAuthOptions, 'user' | 'session' | 'account' | 'verification'>;

export const accessTokenKeyTable = {
	jwks: {
		modelName: 'auth_jwks',
		fields: { publicKey: 'public_key', privateKey: 'private_key', createdAt: 'created_at', expiresAt: 'expires_at' },
	},
} as const;
