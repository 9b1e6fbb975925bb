import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { m } from '../../texts/messages.js';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { AuthForm } from '../sign-in/auth-form.tsx';

type OwnPasswordFormProps = {
	account: Pick<AccountAnswer, 'email'>;
	action: string;
	onSend: (password: string) => Promise<void>;
};

export function OwnPasswordForm({ account: { email }, action, onSend }: OwnPasswordFormProps) {
	return (
		<AuthForm
			action={action}
			busy={m.common_checking()}
			check={({ password }) => ({ password: password ? undefined : m.identity_password_required() })}
			send={({ password = '' }) => onSend(password)}
			fieldOf={{ 'wrong-password': 'password' }}
		>
			{(problems) => (
				<>
					<input hidden readOnly type="email" name="email" autoComplete="username" value={email} />
					<PasswordField
						label={m.identity_your_password()}
						name="password"
						autoComplete="current-password"
						problem={problems.password}
					/>
				</>
			)}
		</AuthForm>
	);
}
