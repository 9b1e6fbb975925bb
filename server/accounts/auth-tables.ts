import type { BetterAuthOptions } from 'better-auth';

/** As db/migrations has them: better-auth's own names ("user", camel case) would need quoting in every query. */
export const authTables = {
	user: {
		modelName: 'auth_user',
		fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
		additionalFields: {
			// `returned: false` and `input: false`: nobody sends it and nobody reads it, it is only kept.
			// False until somebody has told their date of birth. The first sign-in with Google makes such accounts.
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
		fields: {
			publicKey: 'public_key',
			privateKey: 'private_key',
			createdAt: 'created_at',
			expiresAt: 'expires_at',
		},
	},
} as const;
