import { m } from '../texts/messages.js';
import { textLinkLook, withParts } from '../ui/basics.tsx';
import { AlertIcon, CheckIcon } from '../ui/icons.tsx';
import type { Verdict } from './signature.ts';

type SealedProps = { n: number; verdict: Verdict | undefined; says?: string | undefined };

export function Sealed({ n, verdict, says: own }: SealedProps) {
	const link = (text: string) => (
		<a href={`/proof/checkpoints?after=${n - 1}&limit=1`} className={textLinkLook}>
			{text}
		</a>
	);
	const { says, look, Icon } = {
		yes: { says: m.status_sealed_signed({ n: String(n) }), look: 'text-accent', Icon: CheckIcon },
		no: { says: m.status_no_signature({ n: String(n) }), look: 'text-danger', Icon: AlertIcon },
		unknown: { says: m.status_sealed({ n: String(n) }), look: 'text-soft', Icon: undefined },
	}[verdict ?? 'unknown'];
	return (
		<p className="mt-4 flex min-h-6 items-center gap-2 text-sm text-soft">
			{Icon && <Icon className={`size-5 ${look}`} />}
			<span>{withParts(own ?? says, { link })}</span>
		</p>
	);
}
