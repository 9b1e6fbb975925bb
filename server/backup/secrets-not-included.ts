/** Backups omit these secrets, so that a leaked backup does not open other systems. */
export const secretsNotIncluded = [
	{ secret: 'AUTH_SECRET', without_it: 'users have to sign in again and set up their authenticator apps again' },
	{
		secret: 'SECRETS_KEY',
		without_it:
			'postbacks are rejected until you enter the offerwall secrets again or import them from OFFERWALLS_FILE; imported passwords no longer work',
	},
	{ secret: 'MEMORY_KEY', without_it: 'deleted accounts are no longer recognised' },
	{ secret: 'PROOF_KEY', without_it: "checkpoints continue under a new key that the old one didn't sign" },
	{ secret: 'RBXCRATE_API_KEY, ROCHEAP_API_KEY', without_it: "payouts stop, and open orders aren't checked" },
	{ secret: 'GOOGLE_CLIENT_SECRET, SMTP_URL, METRICS_TOKEN', without_it: 'these features are off' },
	{ secret: 'ADMIN_PASSWORD', without_it: 'nothing: admins keep their passwords' },
	{ secret: 'BACKUP_S3_SECRET_ACCESS_KEY', without_it: "the bucket can't be read" },
	{ secret: 'the identity of BACKUP_ENCRYPT_TO', without_it: 'no one can read the encrypted backup' },
	{
		secret: "the database's own password (DATA_DIR/postgres/secret)",
		without_it: 'nothing: a restore creates a new one',
	},
];
