type Step =
	| { step: 'input' }
	| { step: 'confirm'; avatarUrl: string | null; canProve: boolean }
	| { step: 'prove'; phrase: string };

export type UsernameForm = Step & { username: string; problem: string | undefined; isBusy: boolean };

export type UsernameFormEvent =
	| { kind: 'typed'; username: string }
	| { kind: 'started' | 'declined' | 'reset' }
	| { kind: 'found'; username: string; avatarUrl: string | null }
	| { kind: 'phrase-given'; phrase: string }
	| { kind: 'failed'; step: Step['step']; problem: string; canProve?: boolean };

const idle = { problem: undefined, isBusy: false };
export const emptyUsernameForm: UsernameForm = { step: 'input', username: '', ...idle };

/** Ignores responses for a changed name or a closed dialog. */
export function nextUsernameForm(form: UsernameForm, event: UsernameFormEvent): UsernameForm {
	const { username } = form;
	switch (event.kind) {
		case 'typed':
			return { ...emptyUsernameForm, username: event.username };
		case 'started':
			return { ...form, problem: undefined, isBusy: true };
		case 'found': {
			if (form.step !== 'input' || !form.isBusy || username.trim() !== event.username) return form;
			return { step: 'confirm', username: event.username, avatarUrl: event.avatarUrl, canProve: false, ...idle };
		}
		case 'declined':
			return { ...emptyUsernameForm, username };
		case 'phrase-given':
			return form.step === 'confirm' ? { step: 'prove', username, phrase: event.phrase, ...idle } : form;
		case 'failed': {
			if (form.step !== event.step) return form;
			const failed = { ...form, problem: event.problem, isBusy: false };
			return failed.step === 'confirm' ? { ...failed, canProve: event.canProve ?? false } : failed;
		}
		case 'reset':
			return emptyUsernameForm;
	}
}
