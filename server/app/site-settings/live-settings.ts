import type { Log } from '../../lib/clock-and-log.ts';
import type { Database } from '../../lib/db/database.ts';
import { followChanges, type LiveHub, serialized } from '../../lib/live-hub.ts';
import { ifReadable, type SecretBox } from '../../lib/secrets/secret-box.ts';
import { openSecrets, proposedFor, sealSecrets } from '../../offerwalls/saved-walls/entry-secrets.ts';
import { type Config, type LiveConfig, liveConfig } from '../config.ts';
import { type SettingTexts, secretSetting, selectSettings } from './site-settings.ts';

const CHANGED = 'site-settings';
const LOOK_AGAIN_MS = 20_000;
const CONTEXT = proposedFor(secretSetting);

export type LiveSettings = Awaited<ReturnType<typeof createLiveSettings>>;

type Deps = { db: Database; live: LiveHub; log: Log; secretBox: SecretBox; config: Config };

export const sealSetting = (box: SecretBox, secret: string): string => sealSecrets(box, CONTEXT, { secret });

export function openSetting(box: SecretBox, sealed: string): string | undefined {
	return ifReadable(() => openSecrets(box, CONTEXT, sealed).secret);
}

export function openTexts(box: SecretBox, stored: SettingTexts): SettingTexts {
	const sealed = stored.get(secretSetting);
	const secret = sealed === undefined ? undefined : openSetting(box, sealed);
	const others = [...stored].filter(([name]) => name !== secretSetting);
	return new Map(secret === undefined ? others : [...others, [secretSetting, secret]]);
}

export async function createLiveSettings({ db, live, log, secretBox, config }: Deps) {
	const listeners: (() => void)[] = [];
	let before = liveConfig(config, config.brandingFile);
	let known = '';

	async function read(): Promise<void> {
		const stored = await selectSettings(db);
		const now = JSON.stringify([...stored]);
		if (now === known) return;
		known = now;
		const texts = openTexts(secretBox, stored);
		if (texts.size < stored.size) log.error(`couldn't read ${secretSetting}; set it again in the admin area`);
		const after = liveConfig(config, texts);
		apply(config, before, after);
		before = after;
		for (const listener of listeners) listener();
	}

	const readNow = serialized(read);
	await readNow();
	const every = { everyMs: LOOK_AGAIN_MS, what: 'changed settings' };
	const { close } = followChanges({ live, log, name: CHANGED, ...every, refresh: readNow });
	return {
		async refresh() {
			await readNow();
			live.publish(CHANGED);
		},
		onChange: (listener: () => void) => void listeners.push(listener),
		close,
	};
}

function apply(config: Config, before: LiveConfig, after: LiveConfig): void {
	const { words, ...rest } = after;
	for (const [name, value] of Object.entries(rest)) {
		const isSame = JSON.stringify(value) === JSON.stringify(before[name as keyof LiveConfig]);
		if (!isSame) Object.assign(config, { [name]: value });
	}
	// In place, because others hold this object.
	if (JSON.stringify(words) !== JSON.stringify(before.words)) Object.assign(config.words, words);
}
