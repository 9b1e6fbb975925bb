import { PasswordField } from '../ui/password-field.tsx';
import { usePasswordPolicy } from './site-facts.ts';

export function NewPasswordField({ label, problem }: { label: string; problem: string | undefined }) {
	const { minLength } = usePasswordPolicy();
	return (
		<PasswordField
			label={label}
			name="password"
			autoComplete="new-password"
			hint={`At least ${minLength} characters.`}
			problem={problem}
		/>
	);
}
