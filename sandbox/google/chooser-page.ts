import { escapeHtml } from '../http/pages.ts';
import type { Person } from './people.ts';

export function chooserPage(people: readonly Person[]): string {
	const buttons = people.map(
		({ sub, email, name }) =>
			`<button class="outline" name="sub" value="${escapeHtml(sub)}">${escapeHtml(name)} · ${escapeHtml(email)}</button>`,
	);
	return `<!doctype html>
<html lang="en">
	<head>
		<meta charset="utf-8" />
		<meta name="viewport" content="width=device-width, initial-scale=1" />
		<title>Choose an account</title>
		<link rel="stylesheet" href="/assets/look/pico.css" />
		<link rel="stylesheet" href="/assets/look/look.css" />
	</head>
	<body>
		<header class="bar"><span class="logo">Goo<b>gle</b></span><span class="badge">Sandbox</span></header>
		<main class="page">
			<h1>Choose an account</h1>
			<form method="post" class="card stack">${buttons.join('\n')}</form>
			<form method="post" class="card stack">
				<label class="field">Another account<input name="email" type="email" required maxlength="254" /></label>
				<label class="field">Name<input name="name" maxlength="100" /></label>
				<label class="switch"><input type="checkbox" name="unverified" /> Email not verified</label>
				<button>Continue</button>
			</form>
			<form method="post"><button class="outline" name="cancel" value="1">Cancel</button></form>
		</main>
	</body>
</html>
`;
}
