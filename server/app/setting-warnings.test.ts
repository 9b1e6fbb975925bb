import { loadConfig } from './config.ts';
import { settingWarnings } from './setting-warnings.ts';
import { settings } from './settings.ts';

test('names a removed setting with its replacement and does not stop the start', () => {
	const env = { DATABASE_READ_URL: 'not an address', PROCESSES: 'many' };
	expect(settingWarnings(env)).toEqual([
		'DATABASE_READ_URL no longer exists and is ignored: all reads go to DATABASE_URL.',
		'PROCESSES no longer exists and is ignored: run more nodes with ROLE=web and the same DATABASE_URL behind a proxy (deploy/systemd/lootpass-web@.service).',
	]);
	expect(loadConfig(env)).toEqual(loadConfig({}));
});

test('ignores a removed setting without a value', () => {
	expect(settingWarnings({ DATABASE_READ_URL: ' ', PORT: '3000' })).toEqual([]);
});

test.each([
	['BACKUP_DRI', 'BACKUP_DIR'],
	['TRUSTED_PROXY', undefined],
	['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
	['TRUSTED_PROXIE', 'TRUSTED_PROXIES'],
	['SMTP_URI', 'SMTP_URL'],
	['APPSECRET', 'APP_SECRET'],
	['SIGNUP', 'SIGN_UP'],
	['ADMIN_EMAILLL', 'ADMIN_EMAIL'],
	['PORTS', undefined],
	['HOSTS', undefined],
])('for the unknown setting %s the warning suggests %s', (name, nearest) => {
	const warnings = settingWarnings({ [name]: 'a secret' });
	expect(warnings).toEqual(nearest ? [`${name} isn't a setting and is ignored. Did you mean ${nearest}?`] : []);
	expect(() => loadConfig({ [name]: 'a secret' })).not.toThrow();
});

test('the warning suggests only the nearest of several similar settings', () => {
	expect(settingWarnings({ ROCHEAP_APIKEY: '' })).toEqual([expect.stringContaining('ROCHEAP_API_KEY?')]);
	expect(settingWarnings({ BACKUP_S3_BUCKT: '' })).toEqual([expect.stringContaining('BACKUP_S3_BUCKET?')]);
});

test('settings and common variables of other programs cause no warning', () => {
	const others = 'HOSTNAME LOGNAME SHELL_LEVEL NODE_OPTIONS NODE_PATH PGDATA SSH_AUTH_SOCK TMPDIR XDG_DATA_DIRS';
	const names = [...Object.keys(settings), ...others.split(' ')];
	expect(settingWarnings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});
