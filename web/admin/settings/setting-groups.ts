import { inThousands, words } from '../../lib/format/formats.ts';
import type { Choices } from '../../ui/basics.tsx';

const sign = words.currencySign;
export const settingGroups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'Names and links': {
		...{ BRAND_FIRST: 'Logo, first part', BRAND_SECOND: 'Logo, second part', PLATFORM_NAME: 'Game platform' },
		...{ CURRENCY_NAME: 'Currency', CURRENCY_SIGN: 'Sign after amounts', LEGAL_CONTACT: 'Contact address' },
		...{ COMMUNITY_CHAT_URL: 'Community chat', GAME_CREATION_URL: 'Page for game passes', LOGO: 'Logo' },
		COLOURS: 'Colours (name, light, dark)',
	},
	Money: {
		...{ PAYOUT_USD_PER_THOUSAND: `Cost of 1,000 ${sign}`, MARGIN_FLOOR_PERCENT: 'Lowest margin' },
		OFFER_CLAIMS_MAX_PERCENT: 'Hide offers above this share of claims',
		OFFER_REVERSALS_MAX_PERCENT: 'Hide offers above this share of reversals',
		APPROVAL_LIMIT: 'One admin may move in 24 hours',
	},
	Withdrawals: {
		...{ WITHDRAW_DAILY_CAP: 'Limit per user and day', STOCK_POLICY: 'Above the stock' },
		...{ PAYOUT_REVIEW_HOURS: 'Time on hold', GAME_ACCOUNT_PROOF: 'Proof of the game account' },
		GAME_ACCOUNT_PROOF_FROM: 'Proof from',
	},
	'Accounts and privacy': {
		...{ SIGN_UPS_A_DAY: 'Sign-ups per network and day', COUNTRIES_NOT_SERVED: 'Countries not served' },
		DELETED_ACCOUNT_MEMORY_DAYS: 'Remember deleted accounts for',
	},
	Team: { ADMIN_BANNER: 'Text on the dashboard', ALERT_URLS: 'Alert channels', CANNED_ANSWERS: 'Reply templates' },
};

export const choices: Readonly<Record<string, Choices>> = {
	STOCK_POLICY: Object.entries({ queue: 'Wait for stock', refuse: 'Refuse' }),
	GAME_ACCOUNT_PROOF: Object.entries({ off: 'Off', withdraw: 'To withdraw', always: 'Always' }),
};

/** Unit, and the value that is no amount. */
const units: Readonly<Record<string, readonly [unit: string, value?: string, words?: string]>> = {
	...{ PAYOUT_USD_PER_THOUSAND: ['$'], APPROVAL_LIMIT: [sign], PAYOUT_REVIEW_HOURS: ['hours'] },
	...{ MARGIN_FLOOR_PERCENT: ['%', '0', 'Off'], DELETED_ACCOUNT_MEMORY_DAYS: ['days', '0', 'Off'] },
	...{ OFFER_CLAIMS_MAX_PERCENT: ['%', '100', 'Off'], OFFER_REVERSALS_MAX_PERCENT: ['%', '100', 'Off'] },
	...{ GAME_ACCOUNT_PROOF_FROM: [sign, '0', 'Any amount'], SIGN_UPS_A_DAY: ['', '0', 'No limit'] },
	...{ COUNTRIES_NOT_SERVED: ['', '', 'None'], WITHDRAW_DAILY_CAP: [sign, '', 'As in the payout controls'] },
};

export function settingInWords(name: string, given: string | number | null): string {
	const value = String(given ?? '');
	const [unit = '', special, words = ''] = units[name] ?? [];
	if (value === special) return words;
	if (value === '') return 'Not set';
	const chosen = choices[name]?.find(([choice]) => choice === value)?.[1];
	if (!unit) return chosen ?? value;
	if (unit === '$') return `$${value}`;
	if (unit === '%') return `${value}%`;
	return `${inThousands(value)} ${value === '1' ? unit.replace(/s$/, '') : unit}`;
}

export function fieldLabelOf(name: string, label: string): string {
	const [unit, special, words = ''] = units[name] ?? [];
	const notes = [unit, special && `${special}: ${words.toLowerCase()}`].filter(Boolean).join(', ');
	return notes ? `${label} (${notes})` : label;
}

export const anchorOf = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, '-');
