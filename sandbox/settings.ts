export type SandboxSettings = {
	port: number;
	smtpPort: number;
	google: { clientId: string; clientSecret: string };
	/** Origin without a trailing slash. */
	productUrl: string;
	wallId: string;
	wallSecret: string;
	vendorKey: string;
	brandFirst: string;
	brandSecond: string;
	currencySign: string;
};

export function readSettings(env: Record<string, string | undefined>): SandboxSettings {
	const problems: string[] = [];
	const port = readPort(env, 'SANDBOX_PORT', '3001', problems);
	const smtpPort = readPort(env, 'SANDBOX_SMTP_PORT', '0', problems);
	const productUrl = env.PRODUCT_URL ?? 'http://localhost:3000';
	if (!/^https?:$/.test(URL.parse(productUrl)?.protocol ?? '')) problems.push('PRODUCT_URL must be an http address');
	if (problems.length > 0) throw new Error(problems.join('; '));
	return {
		port,
		smtpPort,
		google: {
			clientId: env.SANDBOX_GOOGLE_CLIENT_ID ?? 'lootpass',
			clientSecret: env.SANDBOX_GOOGLE_CLIENT_SECRET ?? 'sandbox-google-secret',
		},
		productUrl: productUrl.replace(/\/+$/, ''),
		wallId: env.SANDBOX_WALL_ID ?? 'sandbox',
		wallSecret: env.SANDBOX_WALL_SECRET ?? 'sandbox-wall-secret',
		vendorKey: env.SANDBOX_VENDOR_KEY ?? 'sandbox-vendor-key',
		brandFirst: env.BRAND_FIRST ?? 'Loot',
		brandSecond: env.BRAND_SECOND ?? 'pass',
		currencySign: env.CURRENCY_SIGN ?? 'R$',
	};
}

function readPort(env: Record<string, string | undefined>, name: string, fallback: string, problems: string[]): number {
	const port = Number(env[name] ?? fallback);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) problems.push(`${name} must be a port number`);
	return port;
}
