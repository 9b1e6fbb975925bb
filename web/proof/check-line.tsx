import { m } from '../texts/messages.js';
import { AlertIcon, CheckIcon, InfoIcon } from '../ui/icons.tsx';
import type { Verdict } from './signature.ts';

export function CheckLine({ text, verdict }: { text: string; verdict: Verdict }) {
	const { Icon, word, look } = {
		yes: { Icon: CheckIcon, word: m.proof_yes(), look: 'text-accent' },
		no: { Icon: AlertIcon, word: m.proof_no(), look: 'text-danger' },
		unknown: { Icon: InfoIcon, word: m.proof_cannot_tell(), look: 'text-soft' },
	}[verdict];
	return (
		<li className="flex gap-2">
			<Icon className={`mt-px size-5 shrink-0 ${look}`} />
			<span className="min-w-0">
				{text} <strong className={look}>{word}</strong>
			</span>
		</li>
	);
}
