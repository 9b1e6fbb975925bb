import { m } from '../../texts/messages.js';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { usePasswordPolicy } from '../session/site-facts.ts';

export function NewPasswordField({ label, problem }: { label: string; problem: string | undefined }) {
	const { minLength } = usePasswordPolicy();
	return (
		<PasswordField
			label={label}
			name="password"
			autoComplete="new-password"
			hint={m.identity_password_at_least({ minLength })}
			problem={problem}
		/>
	);
}
