import type { ReactNode } from 'react';
import { formatMoment } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';
import { CopyButton } from '../copy-button.tsx';

type Step = { text: string; atMs: number };

export function Life({
	steps,
	reference,
	lead,
	children,
}: {
	steps: readonly Step[];
	reference: string;
	lead?: string | undefined;
	children?: ReactNode;
}) {
	return (
		<div className="grid gap-3 text-sm">
			{lead && <p className="font-medium [overflow-wrap:anywhere]">{lead}</p>}
			<ol className="grid gap-1.5">
				{steps.map(({ text, atMs }) => (
					<li key={text} className="grid gap-x-6 @lg:grid-cols-[minmax(0,1fr)_auto]">
						<span>{text}</span>
						<time dateTime={new Date(atMs).toISOString()} className="text-soft">
							{formatMoment(atMs)}
						</time>
					</li>
				))}
			</ol>
			{children}
			<div className="flex flex-wrap items-center gap-x-3">
				<span className="text-soft">{m.help_reference()}</span>
				<code className="font-mono text-[0.8125rem] [overflow-wrap:anywhere] select-all">{reference}</code>
				<CopyButton text={reference} label={m.common_copy()} />
			</div>
		</div>
	);
}
