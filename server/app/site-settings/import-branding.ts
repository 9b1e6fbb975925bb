import { createHash } from 'node:crypto';
import { type ActionDeps, atTheMachine, withAudit } from '../../accounts/with-audit.ts';
import {
	isSiteSetting,
	lockSettings,
	type SettingTexts,
	selectSettings,
	shownValue,
	storeSetting,
} from './site-settings.ts';

const IMPORTED = 'BRANDING_FILE';

/** Returns true if the file has changed since its last import. */
export async function importBranding({ db, clock }: ActionDeps, file: SettingTexts): Promise<boolean> {
	const hash = createHash('sha256')
		.update(JSON.stringify([...file].toSorted()))
		.digest('hex');
	if (file.size === 0 || (await selectSettings(db)).get(IMPORTED) === hash) return false;
	const action = { action: 'import-branding', reason: `Imported from ${IMPORTED}.` };
	await withAudit({ db, clock }, atTheMachine, action, async (tx) => {
		const before = await lockSettings(tx);
		const news = [...file].filter(([name, text]) => before.get(name) !== text);
		for (const [name, text] of news) await storeSetting(tx, name, text);
		await storeSetting(tx, IMPORTED, hash);
		const shownIn = (texts: SettingTexts) =>
			Object.fromEntries(
				news.flatMap(([name]) => (isSiteSetting(name) ? [[name, shownValue(name, texts.get(name))]] : [])),
			);
		const change = { before: shownIn(before), after: shownIn(file) };
		return { result: undefined, change: news.length > 0 ? change : undefined };
	});
	return true;
}
