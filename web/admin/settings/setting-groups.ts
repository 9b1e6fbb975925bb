import { words } from '../../lib/format/formats.ts';

const sign = words.currencySign;
export const settingGroups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'Names and links': {
		...{ BRAND_FIRST: 'Logo, first part', BRAND_SECOND: 'Logo, second part', PLATFORM_NAME: 'Game platform' },
		...{ CURRENCY_NAME: 'Currency', CURRENCY_SIGN: 'Sign after amounts', LEGAL_CONTACT: 'Contact address' },
		...{ COMMUNITY_CHAT_URL: 'Community chat', GAME_CREATION_URL: 'Page for game passes', LOGO: 'Logo' },
		COLOURS: 'Colours (name, light, dark)',
	},
	Money: {
		...{ PAYOUT_USD_PER_THOUSAND: `Cost of 1,000 ${sign} in $`, MARGIN_FLOOR_PERCENT: 'Lowest margin in %' },
		OFFER_CLAIMS_MAX_PERCENT: 'Hide offers above this % of claims (100: never)',
		OFFER_REVERSALS_MAX_PERCENT: 'Hide offers above this % of reversals (100: never)',
		APPROVAL_LIMIT: `${sign} one admin may move in 24 hours`,
	},
	Withdrawals: {
		...{ WITHDRAW_DAILY_CAP: `${sign} per user and day`, STOCK_POLICY: 'Above the stock' },
		...{ PAYOUT_REVIEW_HOURS: 'Hours on hold', GAME_ACCOUNT_PROOF: 'Proof of the game account' },
		GAME_ACCOUNT_PROOF_FROM: `Proof from (${sign})`,
	},
	'Accounts and privacy': {
		...{ SIGN_UPS_A_DAY: 'Sign-ups per network and day', COUNTRIES_NOT_SERVED: 'Countries not served' },
		DELETED_ACCOUNT_MEMORY_DAYS: 'Days to remember deleted accounts',
	},
	Team: { ADMIN_BANNER: 'Text on the dashboard', ALERT_URLS: 'Alert channels', CANNED_ANSWERS: 'Reply templates' },
};

export const anchorOf = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, '-');
