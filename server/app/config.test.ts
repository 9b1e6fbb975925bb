import { resolve } from 'node:path';
import { loadConfig } from './config.ts';

const production = {
	NODE_ENV: 'production',
	APP_SECRET: 'Zk3v9Qw1rT7yUi0pAs5dFg8hJk2lXcVb',
	ADMIN_EMAIL: 'owner@example.com',
	ADMIN_PASSWORD: 'correct horse battery',
	PAYOUT_VENDOR: 'manual',
	SMTP_URL: 'smtps://user:pw@mail.example.com',
	MAIL_FROM: 'Lootpass <no-reply@example.com>',
	PUBLIC_URL: 'https://lootpass.example.com',
	REQUIRE_ADMIN_TOTP: 'on',
};

test('without settings every outside service is the sandbox', () => {
	const config = loadConfig({});
	const sandbox = 'http://localhost:3001';
	expect(config).toMatchObject({
		isProduction: false,
		port: 3000,
		host: '127.0.0.1',
		publicUrl: 'http://localhost:3000',
		dataDir: resolve('.data'),
		databaseUrl: undefined,
		sandbox: { enabled: true, port: 3001, url: sandbox, smtpPort: 4001 },
		authSecret: undefined,
		verifiedEmailToWithdraw: false,
		signUp: true,
		requireAdminTotp: false,
		platform: { users: sandbox, thumbnails: sandbox, games: sandbox, apis: sandbox },
		payout: {
			vendor: 'rbxcrate',
			timeoutMs: 15_000,
			reconcileMinMs: 5_000,
			reconcileMaxMs: 300_000,
			rbxcrate: { url: `${sandbox}/rbxcrate/api`, apiKey: undefined },
			rocheap: { url: `${sandbox}/rocheap/business/api` },
		},
		withdrawDailyCap: undefined,
		stockPolicy: 'queue',
		google: { clientId: 'lootpass', clientSecret: undefined, issuer: `${sandbox}/google` },
		smtpUrl: 'smtp://127.0.0.1:4001',
		trustedProxies: [],
		corsOrigins: [],
		imageOrigins: [sandbox],
		rateLimits: true,
		role: 'all',
		logLevel: 'info',
		languages: ['en', 'de'],
		words: { brandFirst: 'Loot', brandSecond: 'pass', currencySign: 'R$', gameCreationUrl: `${sandbox}/creations` },
	});
});

test('a configured URL overrides the sandbox', () => {
	const config = loadConfig({
		SANDBOX_PORT: '4001',
		PLATFORM_USERS_URL: 'https://users.example.com/',
		RBXCRATE_URL: 'https://vendor.example.com/api/',
		RBXCRATE_API_KEY: 'key',
		GAME_CREATION_URL: 'https://create.example.com/',
		IMAGE_ORIGINS: 'https://pictures.example.com',
	});
	expect(config.platform).toEqual({
		users: 'https://users.example.com',
		thumbnails: 'http://localhost:4001',
		games: 'http://localhost:4001',
		apis: 'http://localhost:4001',
	});
	expect(config.payout.rbxcrate).toEqual({ url: 'https://vendor.example.com/api', apiKey: 'key' });
	expect(config.words.gameCreationUrl).toBe('https://create.example.com/');
	expect(config.imageOrigins).toEqual(['https://pictures.example.com', 'http://localhost:4001']);
});

test('without the sandbox, the real hosts are used and payouts are manual', () => {
	const config = loadConfig({ SANDBOX: 'off' });
	expect(config.sandbox.enabled).toBe(false);
	expect(config.platform.users).toBe('https://users.roblox.com');
	expect(config.payout).toMatchObject({ vendor: 'manual', rbxcrate: { url: 'https://rbxcrate.com/api' } });
	expect(config.imageOrigins).toEqual([]);
	expect([config.google, config.smtpUrl]).toEqual([undefined, undefined]);
	expect(config.words.gameCreationUrl).toBe('https://create.roblox.com/dashboard/creations');
});

test('the public URL follows the port and loses a trailing slash', () => {
	expect(loadConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
	const secure = loadConfig({ SANDBOX: 'off', PUBLIC_URL: 'https://lootpass.example.com/' });
	expect(secure.publicUrl).toBe('https://lootpass.example.com');
});

test('lists and amounts are parsed exactly', () => {
	const config = loadConfig({
		TRUSTED_PROXIES: '10.0.0.0/8, ::1,127.0.0.1,loopback',
		CORS_ORIGINS: 'https://a.example.com/, http://localhost:5173',
		WITHDRAW_DAILY_CAP: '1500',
		GOOGLE_CLIENT_ID: 'id',
		GOOGLE_CLIENT_SECRET: 'secret',
	});
	expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1', '127.0.0.1', 'loopback']);
	expect(config.corsOrigins).toEqual(['https://a.example.com', 'http://localhost:5173']);
	expect(config.withdrawDailyCap).toBe(150_000);
	expect(config.google).toEqual({ clientId: 'id', clientSecret: 'secret', issuer: 'https://accounts.google.com' });
});

test('an empty setting counts as unset', () => {
	expect(loadConfig({ PORT: '', DATABASE_URL: ' ', SANDBOX: '' })).toEqual(loadConfig({}));
});

test.each<[NodeJS.ProcessEnv, string[]]>([
	[
		{
			PORT: 'http',
			SANDBOX_PORT: '70000',
			SANDBOX: 'maybe',
			PUBLIC_URL: 'https://example.com/shop',
			LANGUAGES: 'en,klingon',
		},
		[
			'PORT must be a whole number from 1 to 65535',
			'SANDBOX_PORT must be a whole number from 1 to 65535',
			'SANDBOX must be on or off',
			'LANGUAGES must be some of de, en, es, fr, pt-BR, separated by commas',
			'PUBLIC_URL must be an address like https://example.com, without a path',
		],
	],
	[
		{
			TRUSTED_PROXIES: '10.0.0.0/33',
			STOCK_POLICY: 'wait',
			DATABASE_OWNER_URL: 'postgres://db/x',
			GOOGLE_CLIENT_ID: 'id',
		},
		[
			'TRUSTED_PROXIES must be addresses or ranges like 10.0.0.0/8, or loopback, separated by commas',
			'STOCK_POLICY must be queue or refuse',
			'DATABASE_OWNER_URL requires DATABASE_URL',
			'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together',
		],
	],
	[
		{ NODE_ENV: 'production', DATA_DIR: '/nowhere' },
		['APP_SECRET', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'PAYOUT_VENDOR', 'SMTP_URL'].map((name) => `${name} is missing`),
	],
	[
		{ ...production, AUTH_SECRET: 'changeme', ADMIN_PASSWORD: 'password1234', PUBLIC_URL: '' },
		['AUTH_SECRET is weak', 'ADMIN_PASSWORD is too common', 'PUBLIC_URL is missing'],
	],
])('all problems of %j are reported at once', (env, problems) => {
	for (const problem of problems) expect(() => loadConfig(env)).toThrow(problem);
});

test.each([
	[{ PORT: '3001' }, 'PORT and SANDBOX_PORT must differ'],
	[{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be an address like postgres://'],
	[{ DATABASE_URL: 'postgres://user:p#w@db/site' }, 'DATABASE_URL must be an address like postgres://'],
	[{ PAYOUT_VENDOR: 'rocheap', SANDBOX: 'off' }, 'ROCHEAP_API_KEY is missing'],
	[{ PAYOUT_VENDOR: 'rbxcrate', SANDBOX: 'off' }, 'RBXCRATE_API_KEY is missing'],
	[{ PAYOUT_RECONCILE_MIN_MS: '500', PAYOUT_RECONCILE_MAX_MS: '400' }, 'must not exceed PAYOUT_RECONCILE_MAX_MS'],
	[{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must be at least 8 characters long'],
	[{ ADMIN_EMAIL: 'me' }, 'ADMIN_EMAIL must be an e-mail address'],
	[{ PAYOUT_USD_PER_THOUSAND: '$4' }, 'PAYOUT_USD_PER_THOUSAND must be a number of $ like 4.5'],
	[{ WITHDRAW_DAILY_CAP: '12.5' }, 'WITHDRAW_DAILY_CAP must be a whole number of R$'],
	[{ CORS_ORIGINS: 'https://a.example.com/path' }, 'CORS_ORIGINS must be an address'],
	[{ COMMUNITY_CHAT_URL: 'javascript:alert(1)' }, 'COMMUNITY_CHAT_URL must be a web address'],
	[{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an address like smtps://'],
	[{ SMTP_URL: 'smtps://user:p#w@mail.example.com' }, 'SMTP_URL must be an address like smtps://'],
	[{ MAIL_FROM: 'Lootpass' }, 'MAIL_FROM must be like Rewards <no-reply@example.com>'],
	[{ PROOF_KEY: 'k9Wq2ZxLmPv7Rt5Yb8Nd3FgxxQw1rT7y' }, 'PROOF_KEY must be 32 bytes as base64url'],
	[{ RBXCRATE_API_KEY: 'key“' }, 'RBXCRATE_API_KEY must be'],
	[{ NODE_ENV: 'prod' }, 'NODE_ENV must be development, test or production'],
	[{ NODE_ENV: 'Production' }, 'NODE_ENV must be development, test or production'],
	[{ PUBLIC_URL: 'https://lootpass.example.com' }, 'SANDBOX must be off'],
	[{ SANDBOX: 'on', PUBLIC_URL: 'https://localhost' }, 'SANDBOX must be off'],
	[{ HOST: '0.0.0.0' }, 'SANDBOX must be off'],
	[{ HOST: '::' }, 'SANDBOX must be off'],
	[{ HOST: '203.0.113.9' }, 'SANDBOX must be off'],
	[{ HOST: 'lootpass.example.com' }, 'SANDBOX must be off'],
])('the product refuses the settings %o', (env, problem) => expect(() => loadConfig(env)).toThrow(problem));

test.each(['localhost', '127.0.0.2', '::1', '192.168.1.20', 'fd00::7'])(
	'the sandbox may be on for a local or private host: %s',
	(HOST) => expect(loadConfig({ HOST }).sandbox.enabled).toBe(true),
);

test('a public host is accepted with the sandbox off', () => {
	expect(loadConfig({ HOST: '0.0.0.0', SANDBOX: 'off' }).host).toBe('0.0.0.0');
});

const WITNESS = 'witness.example/w+1ebe0885+BDxfyUerknGPlBHMVvVVVU/Lw2sF8s6Sdy3zKC4eGbKF';

describe('production', () => {
	const platformUrls = ['USERS', 'THUMBNAILS', 'GAMES', 'APIS'].map((name) => `PLATFORM_${name}_URL`);
	test('uses no sandbox and no localhost with a complete configuration', () => {
		const config = loadConfig(production);
		expect(config.sandbox.enabled).toBe(false);
		expect(config.verifiedEmailToWithdraw).toBe(true);
		expect(JSON.stringify({ ...config, sandbox: undefined })).not.toContain('localhost');
	});

	test('accepts COUNTRIES_NOT_SERVED together with NETWORK_TABLE', () => {
		const change = { COUNTRIES_NOT_SERVED: 'NL', NETWORK_TABLE: '/srv/table.mmdb' };
		expect(loadConfig({ ...production, ...change })).toMatchObject({ networkTable: '/srv/table.mmdb' });
	});

	test.each<readonly [object, string]>([
		[{ APP_SECRET: 'a'.repeat(64) }, 'APP_SECRET is weak'],
		[{ AUTH_SECRET: 'a'.repeat(64) }, 'AUTH_SECRET is weak'],
		[{ AUTH_SECRET: 'Zk3v9Qw1rT7yUi0p' }, 'AUTH_SECRET is weak because it has fewer than 32 characters'],
		[{ AUTH_SECRET: '123456789'.repeat(4) }, 'AUTH_SECRET is weak because it has fewer than 10 different characters'],
		[{ AUTH_SECRET: 'k9Wq2ZxLmPv7'.repeat(3) }, 'AUTH_SECRET is weak because it repeats itself'],
		[{ AUTH_SECRET: `${'k9Wq2ZxLmPv7'.repeat(3)}k9W` }, 'AUTH_SECRET is weak because it repeats itself'],
		[{ AUTH_SECRET: 'Change-Me-k9Wq2ZxLmPv7Rt5Yb8Nd3Fg' }, 'AUTH_SECRET is weak because it contains "changeme"'],
		[{ AUTH_SECRET: 'my-Secret-k9Wq2ZxLmPv7Rt5Yb8Nd3Fg' }, 'AUTH_SECRET is weak because it contains "secret"'],
		[{ SECRETS_KEY: 'pass_word_k9Wq2ZxLmPv7Rt5Yb8Nd3Fg' }, 'SECRETS_KEY is weak because it contains "password"'],
		[{ PROOF_KEY: 'EXAMPLE+k9Wq2ZxLmPv7Rt5Yb8Nd3Fgxx' }, 'PROOF_KEY is weak because it contains "example"'],
		[{ MEMORY_KEY: 'short' }, 'MEMORY_KEY is weak'],
		[{ METRICS_TOKEN: 'abc' }, 'METRICS_TOKEN is weak'],
		[{ METRICS_TOKEN: '1234567890123456' }, 'METRICS_TOKEN is weak because its characters are in order'],
		[{ METRICS_TOKEN: '9876543210987654' }, 'METRICS_TOKEN is weak because its characters are in order'],
		[{ AUTH_SECRET: 'abcdefghijklmnopqrstuvwxyz012345' }, 'AUTH_SECRET is weak because its characters are in order'],
		[{ AUTH_SECRET: 'Qwertyuiop-asdfghjkl-zxcvbnm-1234' }, 'AUTH_SECRET is weak because its characters are in order'],
		[{ AUTH_SECRET: 'qwertzuiopasdfghjklyxcvbnm123456' }, 'AUTH_SECRET is weak because its characters are in order'],
		[{ AUTH_SECRET: production.APP_SECRET }, 'APP_SECRET and AUTH_SECRET must differ'],
		[{ METRICS_TOKEN: `${production.APP_SECRET} ` }, 'APP_SECRET and METRICS_TOKEN must differ'],
		[{ GOOGLE_APIS_URL: 'https://apis.example' }, 'GOOGLE_APIS_URL is for tests'],
		[{ FIREBASE_KEYS_URL: 'https://apis.example' }, 'FIREBASE_KEYS_URL is for tests'],
		...['GOOGLE_ISSUER', 'RBXCRATE_URL', 'ROCHEAP_URL', 'PUBLIC_URL', ...platformUrls].flatMap((name) =>
			['http://any.example', 'http://127.0.0.1:4000'].map(
				(url) => [{ [name]: url }, `${name} must use https`] as const,
			),
		),
		[{ PROOF_WITNESSES: 'a nonsense line' }, 'PROOF_WITNESSES must be lines like'],
		[{ PROOF_WITNESSES: `${WITNESS} https://w.example.com` }, 'PROOF_WITNESSES requires PUBLIC_PROOF'],
		...['http://w.example.com', 'https://10.0.0.1/w', 'https://w.internal'].map(
			(url) =>
				[{ PUBLIC_PROOF: 'on', PROOF_WITNESSES: `${WITNESS} ${url}` }, 'PROOF_WITNESSES: the URL of witness'] as const,
		),
		[{ IMAGE_ORIGINS: 'https://10.0.0.5' }, 'IMAGE_ORIGINS includes https://10.0.0.5'],
		[{ OFFER_PICTURE_ORIGINS: 'https://[::1]' }, 'OFFER_PICTURE_ORIGINS includes https://[::1]'],
		[{ OFFER_PICTURE_ORIGINS: 'https://localhost' }, 'OFFER_PICTURE_ORIGINS includes https://localhost'],
		[
			{ TRUSTED_PROXIES: Array.from({ length: 256 }, (_, n) => `${n}.0.0.0/8`).join() },
			'TRUSTED_PROXIES covers too much',
		],
		[
			{ TRUSTED_PROXIES: Array.from({ length: 256 }, (_, n) => `2${n.toString(16).padStart(3, '0')}::/16`).join() },
			'TRUSTED_PROXIES covers too much',
		],
		[{ METRICS_TOKEN: 'abcdefghabcdefgh' }, 'METRICS_TOKEN is weak'],
		[{ ADMIN_PASSWORD: 'hunter2hunt' }, 'ADMIN_PASSWORD is weak'],
		[{ ADMIN_PASSWORD: 'passwordpassword' }, 'ADMIN_PASSWORD is too common (choose another one)'],
		[{ ADMIN_PASSWORD: 'administrator1!' }, 'ADMIN_PASSWORD is too common (choose another one)'],
		[{ ADMIN_PASSWORD: 'qwertyuiopas1' }, 'ADMIN_PASSWORD is easy to guess (choose another one)'],
		[{ ADMIN_PASSWORD: 'lootpass12345' }, 'ADMIN_PASSWORD is easy to guess (choose another one)'],
		[{ ADMIN_PASSWORD: 'Owner@example.com' }, 'ADMIN_PASSWORD is too common (choose another one)'],
		[{ REQUIRE_ADMIN_TOTP: '' }, 'REQUIRE_ADMIN_TOTP must be on'],
		[{ REQUIRE_ADMIN_TOTP: 'off' }, 'REQUIRE_ADMIN_TOTP must be on'],
		...['0.0.0.0/0', '10.0.0.1/0', '::/0', '2000::/3', '::/64', '::ffff:0:0/96'].map(
			(range) => [{ TRUSTED_PROXIES: range }, `TRUSTED_PROXIES includes ${range}, which is too wide`] as const,
		),
		[{ TRUSTED_PROXIES: 'loopback, 0.0.0.0/1,128.0.0.0/1' }, 'includes 0.0.0.0/1, 128.0.0.0/1, which is too wide'],
		[{ COUNTRIES_NOT_SERVED: 'NL' }, 'COUNTRIES_NOT_SERVED needs NETWORK_TABLE'],
		[{ SANDBOX: 'on' }, 'SANDBOX cannot be on in production'],
		[{ RATE_LIMITS: 'off' }, 'RATE_LIMITS cannot be off in production'],
		[{ PAYOUT_VENDOR: 'rbxcrate' }, 'RBXCRATE_API_KEY is missing'],
		[{ PUBLIC_URL: '' }, 'PUBLIC_URL is missing'],
		[{ ADMIN_EMAIL: 'me' }, 'A setting needs attention: ADMIN_EMAIL must be an e-mail address.'],
		[{ MAIL_FROM: '' }, 'MAIL_FROM is missing'],
	])('refuses the settings %o', (change, problem) => {
		expect(() => loadConfig({ ...production, ...change })).toThrow(problem);
	});

	test('ALLOW_ADMIN_WITHOUT_TOTP makes the second factor optional for staff', () => {
		const env = { ...production, REQUIRE_ADMIN_TOTP: 'off', ALLOW_ADMIN_WITHOUT_TOTP: 'on' };
		expect(loadConfig(env).requireAdminTotp).toBe(false);
	});

	test('accepts trusted proxy ranges that are not too wide', () => {
		const TRUSTED_PROXIES = 'loopback,uniquelocal,10.0.0.0/8,fc00::/7,104.16.0.0/13,2400:cb00::/32,::ffff:10.0.0.0/104';
		expect(loadConfig({ ...production, TRUSTED_PROXIES }).trustedProxies).toHaveLength(7);
	});
});
