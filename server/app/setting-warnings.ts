import { settings } from './settings.ts';

const replacements: Readonly<Record<string, string>> = {
	DATABASE_READ_URL: 'all reads go to DATABASE_URL',
	PROCESSES:
		'run more nodes with ROLE=web and the same DATABASE_URL behind a proxy (deploy/systemd/lootpass-web@.service)',
};

const DISTANCE_MAX = 2;
/** Shorter names, such as HOST, look like variables of other programs. */
const LETTERS_MIN = 6;

const known = Object.keys(settings).filter((name) => name.length >= LETTERS_MIN);

/** Warns about removed settings and about names that resemble a setting. */
export function settingWarnings(env: NodeJS.ProcessEnv): string[] {
	return [...removedSettings(env), ...misspeltSettings(env)];
}

function removedSettings(env: NodeJS.ProcessEnv): string[] {
	return Object.entries(replacements)
		.filter(([name]) => env[name]?.trim())
		.map(([name, replacement]) => `${name} no longer exists and is ignored: ${replacement}.`);
}

function misspeltSettings(env: NodeJS.ProcessEnv): string[] {
	const unknown = Object.keys(env).filter((name) => name.length >= LETTERS_MIN && !Object.hasOwn(settings, name));
	return unknown.flatMap((name) => {
		const [nearest] = known
			// Compares only names whose lengths differ by at most this distance.
			.filter((setting) => Math.abs(setting.length - name.length) <= DISTANCE_MAX)
			.map((setting) => ({ setting, distance: editDistance(name, setting) }))
			.sort((a, b) => a.distance - b.distance);
		if (!nearest || nearest.distance > DISTANCE_MAX) return [];
		return [`${name} isn't a setting and is ignored. Did you mean ${nearest.setting}?`];
	});
}

function editDistance(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, column) => column);
	for (const [index, letter] of [...from].entries()) {
		const next = [index + 1];
		for (const [column, other] of [...to].entries()) {
			const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
			next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
