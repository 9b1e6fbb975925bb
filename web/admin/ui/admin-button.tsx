import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';

type AdminButtonProps = Omit<ComponentProps<typeof Button>, 'look'> & { tone?: 'primary' | 'quiet' | 'danger' };

/**
 * A button beside others in rows and on cards: smaller than those of the pages for everybody. One that is dangerous is only
 * outlined, so that a row of them stays calm; the full colour is for the button that does it.
 */
export function AdminButton({ tone = 'quiet', className = '', ...rest }: AdminButtonProps) {
	const isDanger = tone === 'danger';
	return (
		<Button
			look={isDanger ? 'quiet' : tone}
			className={`min-h-10! px-4! text-sm whitespace-nowrap ${isDanger ? 'border-danger! text-danger' : ''} ${className}`}
			{...rest}
		/>
	);
}
