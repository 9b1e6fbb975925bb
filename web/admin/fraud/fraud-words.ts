import type { FraudCase } from '../../../contract/admin/fraud.ts';

type Signal = FraudCase['signals'][number];

type Crowd = 'farm' | 'carrier';

/** More than a household: what tells a carrier's or a school's address from one person's is where else its people are seen. */
const crowds: Record<Crowd, string> = {
	farm: 'hardly any of them seen elsewhere',
	carrier: 'many of them seen elsewhere as well',
};

const words: Record<Signal['signal'], (details: Readonly<Record<string, unknown>>) => string> = {
	'shared-address': ({ accounts, crowd }) =>
		crowd === undefined || crowd === 'few'
			? `${accounts} other accounts from the same address`
			: `${accounts} or more other accounts from the same address, ${crowds[crowd as Crowd]}`,
	'shared-device': ({ accounts, device }) => `${accounts} other accounts from the same address with ${device}`,
	'shared-browser': ({ accounts }) => `${accounts} other account(s) signed in to in the same browser`,
	'one-game-account': ({ accounts }) => `Game account was also paid for ${accounts} other account(s)`,
	velocity: ({ completions, hours }) => `${completions} completions in ${hours} hours`,
	'reversal-rate': ({ takenBack, completions }) => `${takenBack} of the last ${completions} completions taken back`,
	'instant-completions': ({ completions, seconds }) =>
		`${completions} completions within ${seconds} seconds of the one before`,
	'promo-abuse': ({ accounts, code }) => `${accounts} other accounts redeemed ${code} from the same network`,
	'one-mailbox': ({ accounts }) => `${accounts} other account(s) of the same mailbox, spelt otherwise`,
	'disposable-mail': ({ domain }) => `An address of ${domain}, where mailboxes are thrown away`,
	'country-jump': ({ countries }) => `Came from ${(countries as string[]).join(', ')}`,
};

export function signalInWords({ signal, details }: Pick<Signal, 'signal' | 'details'>): string {
	return words[signal](details);
}
