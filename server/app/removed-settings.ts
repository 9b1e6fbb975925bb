const replacements: Readonly<Record<string, string>> = {
	DATABASE_READ_URL: 'all reads go to DATABASE_URL',
	PROCESSES:
		'run more nodes with ROLE=web and the same DATABASE_URL behind a proxy (deploy/systemd/lootpass-web@.service)',
};

export function removedSettings(env: NodeJS.ProcessEnv): string[] {
	return Object.entries(replacements)
		.filter(([name]) => env[name]?.trim())
		.map(([name, replacement]) => `${name} no longer exists and is ignored: ${replacement}.`);
}
