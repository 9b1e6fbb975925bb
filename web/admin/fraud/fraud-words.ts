import type { FraudCase } from '../../../contract/admin/fraud.ts';

type Signal = FraudCase['signals'][number];

const words: Record<Signal['signal'], (details: Readonly<Record<string, unknown>>) => string> = {
	'shared-address': ({ accounts }) => `${accounts} other accounts from the same address`,
	'shared-device': ({ accounts, device }) => `${accounts} other accounts from the same address with ${device}`,
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
