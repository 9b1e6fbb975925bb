import type { CallResult } from '../../../contract/calls.ts';
import { robuxToWire } from '../../../contract/money.ts';
import { selectApprovalSettings } from '../../accounts/allowance.ts';
import { selectSiteState } from '../../accounts/site-mode.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import type { SecretBox } from '../../lib/secrets/secret-box.ts';
import type { Config } from '../config.ts';
import { openTexts } from './live-settings.ts';
import { mayTakeTwo, shownValue, siteSettingNames } from './site-settings.ts';
import { selectSettings } from './store-settings.ts';

export type GetSettingsDeps = { db: Database; config: Pick<Config, 'environment'>; secretBox: SecretBox };

export async function readApprovalLimit(db: Database | Tx): Promise<string> {
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
