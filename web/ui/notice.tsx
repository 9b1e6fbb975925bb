import type { ReactNode } from 'react';
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx';

type Tone = 'error' | 'success' | 'info';

const looks = {
	error: { box: 'bg-danger-tint text-danger', Icon: AlertIcon },
	success: { box: 'bg-tint text-accent', Icon: CheckIcon },
	info: { box: 'bg-sunken text-ink', Icon: InfoIcon },
};

export function Notice({ tone, children }: { tone: Tone; children: ReactNode }) {
	const { box, Icon } = looks[tone];
	return (
		<div role={tone === 'error' ? 'alert' : 'status'} className={`flex gap-3 rounded-control p-4 text-sm ${box}`}>
			<Icon className="mt-px size-5" />
			<div className="min-w-0 flex-1 break-words">{children}</div>
		</div>
	);
}
