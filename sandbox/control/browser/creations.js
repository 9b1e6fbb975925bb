import { ask, attempt, byId, make } from '/assets/look/dom.js';

let users = [];
let games = [];
let chosenUser = null;
let chosenGame = null;

byId('account').addEventListener('change', () => attempt(() => chooseUser(Number(byId('account').value))));
onSubmit('user-form', async (form) => {
	const user = await ask('/control/platform/users', 'POST', { name: form.name.value.trim() });
	await loadUsers();
	await chooseUser(user.id);
});
byId('description-form').addEventListener('submit', (event) => {
	event.preventDefault();
	const { description } = event.target.elements;
	attempt(async () => {
		const changed = await ask(`/control/platform/users/${chosenUser}`, 'PATCH', { description: description.value });
		users = users.map((user) => (user.id === changed.id ? { ...user, ...changed } : user));
	});
});
onSubmit('game-form', async (form) => {
	const game = await ask('/control/platform/games', 'POST', { ownerId: chosenUser, name: form.elements.name.value });
	await chooseUser(chosenUser);
	await chooseGame(game.universeId);
});
onSubmit('pass-form', async (form) => {
	const { price, name, regionalPricing } = form.elements;
	await ask('/control/platform/passes', 'POST', {
		universeId: chosenGame,
		price: Number(price.value),
		regionalPricing: regionalPricing.checked,
		...(name.value.trim() ? { name: name.value.trim() } : {}),
	});
	await chooseUser(chosenUser, chosenGame);
});
byId('pass-form').elements.amount.addEventListener('input', (event) =>
	attempt(async () => {
		if (!event.target.validity.valid || event.target.value === '') return;
		const { price } = await ask(`/control/platform/price?amount=${event.target.value}`);
		byId('pass-form').elements.price.value = price;
	}),
);
await attempt(async () => {
	await loadUsers();
	await chooseUser(users[0].id);
});

function onSubmit(id, act) {
	byId(id).addEventListener('submit', (event) => {
		event.preventDefault();
		attempt(async () => {
			await act(event.target);
			event.target.reset();
		});
	});
}

async function loadUsers() {
	({ users } = await ask('/control/platform/users'));
	byId('account').replaceChildren(
		...users.map((user) => new Option(user.isBanned ? `${user.name} (banned)` : user.name, user.id)),
	);
}

async function chooseUser(id, gameId = undefined) {
	chosenUser = id;
	byId('account').value = String(id);
	byId('avatar').src = `/pictures/avatars/${id}.svg`;
	const { description } = users.find((user) => user.id === id);
	byId('description-form').elements.description.value = description;
	({ games } = await ask(`/control/platform/users/${id}/games`));
	await chooseGame(gameId ?? games[0]?.universeId ?? null);
}

async function chooseGame(universeId) {
	chosenGame = universeId;
	const none = make('p', { class: 'empty' }, 'This account has no games. Create one below.');
	byId('games').replaceChildren(...(games.length > 0 ? games.map(gameCard) : [none]));
	byId('passes-card').hidden = universeId === null;
	if (universeId === null) return;
	byId('passes-title').textContent = `Passes of ${games.find((game) => game.universeId === universeId).name}`;
	const { passes } = await ask(`/control/platform/games/${universeId}/passes`);
	const empty = make('li', { class: 'empty' }, 'No passes yet.');
	byId('passes').replaceChildren(...(passes.length > 0 ? passes.map(passLine) : [empty]));
}

function gameCard(game) {
	const facts = [`${game.passes} ${game.passes === 1 ? 'pass' : 'passes'}`, game.isPublic ? null : 'private'];
	return make(
		'button',
		{
			type: 'button',
			class: 'game card',
			'aria-pressed': game.universeId === chosenGame,
			onclick: () => attempt(() => chooseGame(game.universeId)),
		},
		make('img', { src: `/pictures/scenes/${game.universeId}.svg`, alt: '', loading: 'lazy', width: 150, height: 94 }),
		make('b', {}, game.name),
		make('span', { class: 'muted small' }, facts.filter(Boolean).join(' · ')),
	);
}

function passLine(pass) {
	const regional = pass.enabledFeatures.includes('RegionalPricing');
	const price = make('input', { type: 'number', min: 1, max: 1_000_000_000, value: pass.price ?? '' });
	price.setAttribute('aria-label', `Price of ${pass.name}`);
	const save = make('button', { class: 'outline slim' }, 'Set price');
	const form = make('form', {}, price, save);
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		change(pass, { price: price.value === '' ? null : Number(price.value) });
	});
	const toggle = make('input', { type: 'checkbox', checked: regional });
	toggle.addEventListener('change', () => change(pass, { regionalPricing: toggle.checked }));
	return make(
		'li',
		{},
		make(
			'div',
			{ class: 'name' },
			make('b', {}, pass.name),
			make('span', { class: 'muted small figures' }, factsOf(pass)),
		),
		form,
		make('label', { class: 'switch' }, toggle, 'Regional pricing'),
	);
}

function factsOf(pass) {
	const others = pass.enabledFeatures.filter((feature) => feature === 'PriceOptimization');
	const owner = pass.creator.type === 'Group' ? [`owned by ${pass.creator.name}`] : [];
	return [`Pass ${pass.id}`, pass.isForSale ? null : 'off sale', ...owner, ...others].filter(Boolean).join(' · ');
}

function change(pass, changed) {
	return attempt(async () => {
		await ask(`/control/platform/passes/${pass.id}`, 'PATCH', changed);
		await chooseGame(chosenGame);
	});
}
