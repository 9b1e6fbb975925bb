import { m } from '../../texts/messages.js';

export type HelpAnswer = { id: string; question: string; answer: string };

export const refusals: readonly HelpAnswer[] = [
	{ id: 'no-pass-found', question: m.refusal_no_pass_found(), answer: m.help_answer_no_pass() },
	{ id: 'regional-pricing', question: m.refusal_regional_pricing_on(), answer: m.help_answer_regional_pricing() },
	{ id: 'no-games', question: m.withdraw_no_games_found(), answer: m.help_answer_no_games() },
	{ id: 'email-not-verified', question: m.refusal_email_not_verified(), answer: m.help_answer_email() },
	{ id: 'payouts-off', question: m.refusal_payouts_off(), answer: m.help_answer_payouts_off() },
	{ id: 'out-of-stock', question: m.refusal_out_of_stock(), answer: m.help_answer_out_of_stock() },
	{ id: 'daily-limit', question: m.refusal_daily_cap_reached(), answer: m.help_answer_daily_limit() },
	{ id: 'platform-away', question: m.refusal_platform_away(), answer: m.help_answer_platform_away() },
	{ id: 'game-account-gone', question: m.refusal_game_account_gone(), answer: m.help_answer_game_account_gone() },
	{ id: 'username-taken', question: m.refusal_username_taken(), answer: m.help_answer_username_taken() },
	{ id: 'promo-unknown', question: m.refusal_unknown_code(), answer: m.help_answer_promo() },
	{ id: 'promo-used', question: m.refusal_own_limit(), answer: m.help_answer_promo_used() },
];

export function answerTo(message: string): HelpAnswer | undefined {
	return refusals.find(({ question }) => question === message);
}
