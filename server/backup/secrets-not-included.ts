/** Secrets stand in the settings, or in DATA_DIR beside the database; a backup that leaks must not open anything else. */
export const secretsNotIncluded = [
	{
		secret: 'AUTH_SECRET',
		without_it: 'browsers sign in again, and authenticator apps are set up anew',
	},
	{
		secret: 'SECRETS_KEY',
		without_it:
			'no postback is verified until the secrets of walls are entered again, or imported from OFFERWALLS_FILE',
	},
	{ secret: 'MEMORY_KEY', without_it: 'nobody who deleted an account before is known any more' },
	{ secret: 'PROOF_KEY', without_it: 'checkpoints go on under a new key that the old one has not signed' },
	{
		secret: 'RBXCRATE_API_KEY, ROCHEAP_API_KEY',
		without_it: 'nothing is paid out, and open orders are not asked about',
	},
	{ secret: 'GOOGLE_CLIENT_SECRET, SMTP_URL, METRICS_TOKEN', without_it: 'what they are for is off' },
	{ secret: 'ADMIN_PASSWORD', without_it: 'nothing: staff keep the passwords they have' },
	{ secret: 'BACKUP_S3_SECRET_ACCESS_KEY', without_it: 'the bucket cannot be read' },
	{ secret: 'the identity of BACKUP_ENCRYPT_TO', without_it: 'an encrypted backup cannot be read, by nobody' },
	{
		secret: "the database's own password (DATA_DIR/postgres/secret)",
		without_it: 'nothing: a restore makes a new one',
	},
];
