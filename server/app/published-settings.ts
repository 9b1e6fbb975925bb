import { productVersion } from '../lib/product-version.ts';
import type { CheckpointDeps } from '../public-proof/make-checkpoint.ts';
import { verifierKeyOf } from '../public-proof/witnesses/signed-note.ts';
import { brandingSettings, type Config } from './config.ts';
import type { Dependencies } from './dependencies.ts';

/** Settings in the public checkpoints: no secrets, and nothing that helps attackers. Null if not set. */
export function publishedSettings(config: Config): Record<string, string | null> {
	const { withdrawDailyCap, gameAccountProofFrom } = config;
	const { COMMUNITY_CHAT_URL: _, GAME_CREATION_URL: __, ADMIN_BANNER: ___, ...words } = brandingSettings(config);
	const onOff = (isOn: boolean) => (isOn ? 'on' : 'off');
	return {
		SANDBOX: onOff(config.sandbox.enabled),
		PUBLIC_PROOF: onOff(config.publicProof),
		PROOF_WITNESSES: config.witnesses.map(verifierKeyOf).join(',') || null,
		SIGN_UP: onOff(config.signUp),
		COUNTRIES_NOT_SERVED: config.countriesNotServed.join(','),
		VERIFIED_EMAIL_TO_WITHDRAW: onOff(config.verifiedEmailToWithdraw),
		PAYOUT_VENDOR: config.payout.vendor,
		PAYOUT_REVIEW_HOURS: String(config.payoutReviewHours),
		WITHDRAW_DAILY_CAP: withdrawDailyCap === undefined ? null : String(withdrawDailyCap / 100),
		STOCK_POLICY: config.stockPolicy,
		GAME_ACCOUNT_PROOF: config.gameAccountProof,
		GAME_ACCOUNT_PROOF_FROM: gameAccountProofFrom === undefined ? null : String(gameAccountProofFrom / 100),
		DELETED_ACCOUNT_MEMORY_DAYS: String(config.deletedAccountMemoryDays),
		...words,
	};
}

export function checkpointDeps({
	config,
	clock,
	proofKey,
}: Pick<Dependencies, 'clock' | 'proofKey'> & { config: Config }): Omit<CheckpointDeps, 'owner'> {
	return { clock, proofKey, version: productVersion, publishedSettings: publishedSettings(config) };
}
