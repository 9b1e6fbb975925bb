import type { ComponentProps } from 'react';
import { m } from '../../texts/messages.js';
import { Field } from '../../ui/fields/field.tsx';

export function EmailField(props: Omit<ComponentProps<typeof Field>, 'label' | 'type' | 'name'>) {
	return (
		<Field
			label={m.identity_e_mail_address()}
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

export function emailProblem(form: HTMLFormElement): string | undefined {
	const field = form.elements.namedItem('email') as HTMLInputElement;
	if (field.value.trim() === '') return m.identity_email_required();
	return field.validity.typeMismatch ? m.refusal_auth_invalid_email() : undefined;
}
