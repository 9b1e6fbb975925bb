import { ago, ask, attempt, byId, make } from '/assets/look/dom.js';

const REFRESH_MS = 2_000;
let shown = '';

byId('state').addEventListener('change', () =>
	attempt(() => ask('/control/mails/state', 'POST', { state: byId('state').value })),
);
byId('clear').addEventListener('click', () =>
	attempt(async () => {
		await ask('/control/mails', 'DELETE');
		await refresh();
	}),
);
await attempt(refresh);
setInterval(() => attempt(refresh), REFRESH_MS);

async function refresh() {
	const { mails, state } = await ask('/control/mails');
	byId('state').value = state;
	byId('empty').hidden = mails.length > 0;
	// Redrawing would remove a link that the user is about to click.
	const newest = mails.map(({ id }) => id).join();
	if (newest === shown) return;
	shown = newest;
	byId('mails').replaceChildren(...mails.reverse().map(item));
}

function item(mail) {
	return make(
		'li',
		{ class: 'card stack' },
		make('h2', {}, mail.subject),
		make('p', { class: 'muted small' }, `To ${mail.to.join(', ')}, ${ago(mail.receivedAt)}`),
		make('pre', {}, ...withLinks(mail.text.trim())),
	);
}

function withLinks(text) {
	return text
		.split(/(https?:\/\/[^\s<>"]+)/)
		.map((piece, index) =>
			index % 2 ? make('a', { href: piece, target: '_blank', rel: 'noopener noreferrer' }, piece) : piece,
		);
}
