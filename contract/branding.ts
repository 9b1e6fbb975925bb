export type Branding = {
	brandFirst: string;
	brandSecond: string;
	platformName: string;
	currencyName: string;
	currencySign: string;
	legalContact: string;
	communityChatUrl: string;
	gameCreationUrl: string;
};

export type OperatorNames = Record<'brand' | 'platform' | 'currency' | 'sign' | 'contact', string>;

export function namesIn(words: Branding): OperatorNames {
	return {
		brand: words.brandFirst + words.brandSecond,
		platform: words.platformName,
		currency: words.currencyName,
		sign: words.currencySign,
		contact: words.legalContact,
	};
}

export const defaultBranding: Branding = {
	brandFirst: 'Loot',
	brandSecond: 'pass',
	platformName: 'Roblox',
	currencyName: 'Robux',
	currencySign: 'R$',
	legalContact: 'support@lootpass.example',
	communityChatUrl: 'https://discord.com/invite/lootpass',
	gameCreationUrl: 'https://create.roblox.com/dashboard/creations',
};
