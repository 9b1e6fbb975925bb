import { Suspense } from 'react';
import { useMatches } from 'react-router';
import { part } from '../../lib/optional.ts';
import { useMailCode } from '../../lib/use-mail-code.ts';
import { m } from '../../texts/messages.js';
import { AuthPage, FormPlaceholder } from '../sign-in/auth-page.tsx';

/** By route id. */
const pages = {
	'reset-password': {
		title: m.identity_choose_a_new_password(),
		description: m.identity_choose_a_new_password_for_your_account(),
		lead: m.identity_a_link_that_we_send(),
		Steps: part(() => import('../passwords/reset-steps.tsx'), 'ResetSteps'),
	},
	'verify-email': {
		title: m.identity_confirm_your_address(),
		description: m.identity_confirm_the_e_mail_address(),
		lead: m.identity_so_that_we_can_reach(),
		Steps: part(() => import('./verify-steps.tsx'), 'VerifySteps'),
	},
	'undo-email-change': {
		title: m.identity_undo_email_title(),
		description: m.identity_undo_email_description(),
		lead: m.identity_undo_email_lead(),
		Steps: part(() => import('./undo-email-steps.tsx'), 'UndoSteps'),
	},
	'stop-change': {
		title: m.identity_stop_change_title(),
		description: m.identity_stop_change_description(),
		lead: m.identity_stop_change_lead(),
		Steps: part(() => import('./undo-email-steps.tsx'), 'StopSteps'),
	},
	unsubscribe: {
		title: m.identity_unsubscribe_title(),
		description: m.identity_unsubscribe_lead(),
		lead: m.identity_unsubscribe_lead(),
		Steps: part(() => import('./unsubscribe-steps.tsx'), 'UnsubscribeSteps'),
	},
};

export default function MailLinkPage() {
	const id = useMatches().at(-1)?.id as keyof typeof pages;
	const code = useMailCode();
	const { Steps, ...texts } = pages[id];
	const placeholder = <FormPlaceholder fields={id === 'reset-password' ? 1 : 0} />;
	return (
		<AuthPage {...texts} {...(id === 'reset-password' && code && { lead: m.identity_reset_lead() })}>
			{code === undefined ? (
				placeholder
			) : (
				<Suspense fallback={placeholder}>
					<Steps code={code} />
				</Suspense>
			)}
		</AuthPage>
	);
}
