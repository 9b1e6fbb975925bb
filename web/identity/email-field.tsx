import type { ComponentProps } from 'react';
import { signInMessages } from '../../contract/sign-in-messages.ts';
import { Field } from '../ui/field.tsx';

/** An e-mail address, as password managers and phones' keyboards know one. */
export function EmailField(props: Omit<ComponentProps<typeof Field>, 'label' | 'type' | 'name'>) {
	return (
		<Field
			label="E-mail address"
			name="email"
			type="email"
			inputMode="email"
			autoComplete="username"
			autoCapitalize="none"
			spellCheck={false}
			required
			{...props}
		/>
	);
}

/** The browser's own rule for addresses. */
export function emailProblem(form: HTMLFormElement): string | undefined {
	const field = form.elements.namedItem('email') as HTMLInputElement;
	if (field.value.trim() === '') return signInMessages.emailRequired;
	return field.validity.typeMismatch ? signInMessages.emailInvalid : undefined;
}
