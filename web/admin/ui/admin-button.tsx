import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';

type AdminButtonProps = Omit<ComponentProps<typeof Button>, 'look'> & { tone?: 'primary' | 'quiet' | 'danger' };

/** Smaller than the pages' own. A dangerous one is only outlined: the full colour is for the button that does it. */
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
