import type { Config } from '../app/config.ts';
import type { Secrets } from '../app/derive-secrets.ts';

export function welcome(config: Config, secrets: Pick<Secrets, 'adminPassword' | 'adminPasswordFile'>): string {
	const { publicUrl, sandbox, role, adminEmail, words } = config;
	const brand = `${words.brandFirst}${words.brandSecond}`;
	if (role === 'worker') return `${brand} is processing jobs. Stop it with Ctrl-C.`;
	const { adminPassword, adminPasswordFile } = secrets;
	const password = adminPasswordFile ? `${adminPassword} (stored in ${adminPasswordFile})` : 'ADMIN_PASSWORD';
	const lines = [
		'',
		`${brand} is ready.`,
		'',
		`  Website   ${publicUrl}`,
		`  Admin     ${publicUrl}/admin/login`,
		`            email ${adminEmail}`,
		`            password ${password}`,
	];
	if (sandbox.enabled) {
		lines.push(
			`  Sandbox   ${sandbox.url}`,
			'',
			`Try it: open ${sandbox.url}, sign up on the phone, complete an offer, then tap Withdraw.`,
		);
	}
	return [...lines, 'Stop it with Ctrl-C.', ''].join('\n');
}
