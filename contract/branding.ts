/** The defaults give the specification's exact words. */
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
