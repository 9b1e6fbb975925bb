import { type ComponentProps, useState } from 'react';
import { m } from '../../texts/messages.js';
import { Field } from '../basics.tsx';

export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'action'>) {
	const [isShown, setShown] = useState(false);
	return (
		<Field
			required
			autoCapitalize="none"
			spellCheck={false}
			{...props}
			type={isShown ? 'text' : 'password'}
			action={
				<button
					type="button"
					aria-label={isShown ? m.common_hide_password() : m.common_show_password()}
					onClick={() => setShown(!isShown)}
					className="min-h-10 rounded-lg px-3 text-sm font-semibold text-soft hover:bg-sunken hover:text-ink"
				>
					{isShown ? m.common_hide() : m.common_show()}
				</button>
			}
		/>
	);
}
