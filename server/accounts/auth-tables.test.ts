import { getMigrations } from 'better-auth/db/migration';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { quietLog } from '../../test/sites/identity-site.ts';
import { cheapPasswords } from '../../test/support/cheap-passwords.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { systemClock } from '../lib/clock.ts';
import { noRateLimit } from '../lib/http/rate-limit.ts';
import { createSecretBox } from '../lib/secrets/secret-box.ts';
import { createAgeRefusal } from './age/age-refusal.ts';
import { authOptions } from './auth.ts';
import { noSignInAttempts } from './sign-in/sign-in-attempts.ts';

const database = openTestDatabase();

function pendingMigrations() {
	const authSecret = 'x'.repeat(32);
	const options = authOptions({
		db: database.owner,
		clock: systemClock,
		log: quietLog(),
		takeFromRateLimit: noRateLimit,
		takeOnce: noRateLimit,
		attempts: noSignInAttempts,
		passwordHashing: cheapPasswords,
		secretBox: createSecretBox(authSecret),
		isServed: () => true,
		ageRefusal: createAgeRefusal({ db: database.owner, clock: systemClock, authSecret }),
		config: {
			publicUrl: 'http://localhost',
			authSecret,
			signUp: true,
			legalContact: '',
			brand: '',
			google: undefined,
			canMail: true,
			requireAdminTotp: false,
			corsOrigins: [],
		},
	});
	return getMigrations(options);
}

test('the migrations create every table and column that better-auth needs', async () => {
	const { toBeCreated, toBeAdded } = await pendingMigrations();
	expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
});

test('detects a missing column', async () => {
	await sql`alter table auth_session rename column ip_address to elsewhere`.execute(database.owner);
	const { toBeAdded } = await pendingMigrations();
	await sql`alter table auth_session rename column elsewhere to ip_address`.execute(database.owner);
	expect(toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)])).toEqual([
		['auth_session', ['ip_address']],
	]);
});

test('every user id column is a uuid', async () => {
	const { rows } = await sql<{ table: string; type: string }>`
		select table_name as table, data_type as type from information_schema.columns
		where table_name like 'auth\\_%' and column_name in ('id', 'user_id')
	`.execute(database.owner);
	expect(rows.length).toBeGreaterThanOrEqual(7);
	expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['uuid']));
});
