import { PasswordField } from '../ui/password-field.tsx';
import { usePasswordPolicy } from './site-facts.ts';

export function NewPasswordField({ label, problem }: { label: string; problem: string | undefined }) {
	const { minLength, refusesCommon } = usePasswordPolicy();
	const hint = `At least ${minLength} characters${refusesCommon ? ', and none that many others use' : ''}.`;
	return <PasswordField label={label} name="password" autoComplete="new-password" hint={hint} problem={problem} />;
}
