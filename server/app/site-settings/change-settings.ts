import type { CallResult } from '../../../contract/calls.ts';
import { robuxToWire } from '../../../contract/money.ts';
import { callError } from '../../../contract/refusals.ts';
import { selectApprovalSettings } from '../../accounts/allowance.ts';
import { requireSecond } from '../../accounts/second-person.ts';
import { selectSiteState } from '../../accounts/site-mode.ts';
import { type ActionDeps, type StaffCall, withAudit } from '../../accounts/with-audit.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import type { SecretBox } from '../../lib/secrets/secret-box.ts';
import type { Config } from '../config.ts';
import { type LiveSettings, openSetting, openTexts, sealSetting } from './live-settings.ts';
import {
	isSiteSetting,
	isSoloChangeWaiting,
	lockSettings,
	mayTakeTwo,
	needsSecond,
	problemOf,
	readSetting,
	type SettingTexts,
	type SiteSettingName,
	secretSetting,
	selectSettings,
	shownValue,
	siteSettingNames,
	storeSetting,
} from './site-settings.ts';

export type ChangeSettingsDeps = ActionDeps & {
	config: Pick<Config, 'environment' | 'isProduction' | 'networkTable'>;
	secretBox: SecretBox;
	settings: Pick<LiveSettings, 'refresh'>;
};
type ChangeSettings = StaffCall<'adminChangeSettings', ChangeSettingsDeps, { sealed?: string }>;
type Change = [name: SiteSettingName, text: string | undefined];

export const adminChangeSettings: ChangeSettings = async (deps, input, admin) => {
	const { changes: given, reason, sealed } = input;
	const { secretBox } = deps;
	const secret = sealed && openSetting(secretBox, sealed);
	if (sealed && !secret) throw callError('failed-precondition', 'secrets-key-changed');
	const wanted = secret ? { ...given, [secretSetting]: secret } : given;
	const changes = Object.entries(wanted).map(([name, value]): Change => readChange(deps, name, value));
	await withAudit(deps, admin, { action: 'change-settings', reason }, async (tx, atMs) => {
		const stored = openTexts(secretBox, await lockSettings(tx));
		const before = new Map([['APPROVAL_LIMIT', await readApprovalLimit(tx)], ...stored]);
		const news = changes.filter(([name, text]) => stored.get(name) !== text);
		if (news.length === 0) return { result: undefined, change: undefined };
		const isChannel = news.some(([name]) => name === secretSetting);
		if (isChannel && (await isSoloChangeWaiting(tx, new Date(atMs)))) {
			throw callError('failed-precondition', 'channels-fixed');
		}
		const shown = { before: shownIn(news, before), after: shownIn(news, new Map(news as [string, string][])) };
		if (news.some(([name, text]) => needsSecond(name, before.get(name), text))) {
			const channels = news.find(([name]) => name === secretSetting)?.[1];
			const input =
				channels === undefined
					? { changes: given, reason }
					: {
							changes: { ...given, [secretSetting]: shown.after[secretSetting] },
							...{ reason, sealed: sealSetting(secretBox, channels) },
						};
			requireSecond(admin, { input });
		}
		for (const [name, text] of news) {
			const isSealed = name === secretSetting && text !== undefined;
			await storeSetting(tx, name, isSealed ? sealSetting(secretBox, text) : text);
		}
		return { result: undefined, change: shown };
	});
	await deps.settings.refresh();
	return { changed: true };
};

function readChange({ config }: ChangeSettingsDeps, name: string, value: string | number | null): Change {
	if (!isSiteSetting(name)) throw callError('invalid-argument', 'no-such-setting', { name });
	if (config.environment.texts.has(name)) throw callError('failed-precondition', 'setting-in-environment', { name });
	const text = String(value ?? '').trim();
	if (text === '') return [name, undefined];
	const problem = problemOf(name, text) ?? (name === 'LOGO' ? 'empty, or the logo of BRANDING_FILE' : undefined);
	if (problem) throw callError('invalid-argument', 'setting-invalid', { problem: `${name} must be ${problem}` });
	const isBlind = name === 'COUNTRIES_NOT_SERVED' && config.isProduction && !config.networkTable;
	if (isBlind && readSetting('COUNTRIES_NOT_SERVED', text).length > 0) {
		const because = 'without it every country is unknown and served';
		throw callError('invalid-argument', 'setting-invalid', {
			problem: `${name} needs NETWORK_TABLE, because ${because}`,
		});
	}
	return [name, text];
}

function shownIn(news: readonly Change[], texts: SettingTexts): Record<string, string | number | null> {
	return Object.fromEntries(news.map(([name]) => [name, shownValue(name, texts.get(name))]));
}

type GetSettingsDeps = { db: Database; config: Pick<Config, 'environment'>; secretBox: SecretBox };

async function readApprovalLimit(db: Database | Tx): Promise<string> {
	return String(robuxToWire((await selectApprovalSettings(db)).approvalAbove));
}

export async function adminGetSettings(deps: GetSettingsDeps): Promise<CallResult<'adminGetSettings'>> {
	const { db, config, secretBox } = deps;
	const { texts } = config.environment;
	const stored = openTexts(secretBox, await selectSettings(db));
	const { mode, approvers } = await selectSiteState(db);
	const approvalLimit = await readApprovalLimit(db);
	const items = siteSettingNames.map((name) => {
		const source = texts.has(name) ? 'environment' : stored.has(name) ? 'database' : 'default';
		const fallback = name === 'APPROVAL_LIMIT' ? approvalLimit : undefined;
		return {
			name,
			value: shownValue(name, texts.get(name) ?? stored.get(name) ?? fallback),
			source: source as 'default',
			editable: source !== 'environment',
			takes_two: mayTakeTwo(name),
		};
	});
	return { mode: approvers > 1 ? 'team' : mode, items };
}
