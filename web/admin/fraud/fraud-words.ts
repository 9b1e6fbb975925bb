import type { FraudCase } from '../../../contract/accounts/fraud.ts';

type Signal = FraudCase['signals'][number];

type Crowd = 'farm' | 'carrier';

/** A shared IP address belongs to a carrier or school if many of its users also appear elsewhere. */
const crowds: Record<Crowd, string> = {
	farm: 'few of them seen elsewhere',
	carrier: 'many of them also seen elsewhere',
};

const otherAccounts = (count: unknown) => (count === 1 ? '1 other account' : `${count} other accounts`);

const words: Record<Signal['signal'], (details: Readonly<Record<string, unknown>>) => string> = {
	'shared-address': ({ accounts, crowd }) =>
		crowd === undefined || crowd === 'few'
			? `${accounts} other accounts on the same IP address`
			: `${accounts} or more other accounts on the same IP address, ${crowds[crowd as Crowd]}`,
	'shared-device': ({ accounts, device }) => `${accounts} other accounts on the same IP address with ${device}`,
	'shared-browser': ({ accounts }) => `${otherAccounts(accounts)} in the same browser`,
	'one-game-account': ({ accounts }) => `Game account also paid for ${otherAccounts(accounts)}`,
	velocity: ({ completions, hours }) => `${completions} completions in ${hours} hours`,
	'reversal-rate': ({ takenBack, completions }) => `${takenBack} of the last ${completions} completions reversed`,
	'instant-completions': ({ completions, seconds }) =>
		`${completions} completions within ${seconds} seconds of the previous one`,
	'promo-abuse': ({ accounts, code }) => `${accounts} other accounts redeemed ${code} from the same network`,
	'one-mailbox': ({ accounts }) => `${otherAccounts(accounts)} with the same mailbox, spelled differently`,
	'disposable-mail': ({ domain }) => `Disposable email address (${domain})`,
	'hosting-network': ({ networks }) =>
		`Sign-ins from hosting or VPN networks (${(networks as number[]).map((number) => `AS${number}`).join(', ')})`,
	'country-jump': ({ countries }) => `Sign-ins from ${(countries as string[]).join(', ')}`,
};

export function signalInWords({ signal, details }: Pick<Signal, 'signal' | 'details'>): string {
	return words[signal](details);
}
