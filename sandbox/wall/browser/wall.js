import { ago, ask, byId, make } from '/assets/look/dom.js';

const userId = new URLSearchParams(location.search).get('userId') ?? '';
const kinds = ['All', 'Survey', 'Game', 'App', 'Learning', 'Task'];
let offers = [];
let completions = [];
let kind = 'All';
let polling = 0;

for (const name of ['offers', 'history']) byId(`tab-${name}`).addEventListener('click', () => show(name));

if (userId === '') {
	byId('problem').textContent = 'The userId is missing from the URL. Open the offerwall from the app.';
} else {
	await load();
}

async function load() {
	try {
		({ offers } = await ask('/wall/offers'));
		await refresh();
	} catch (error) {
		byId('problem').textContent = error.message;
	}
	drawFilters();
	drawOffers();
}

function show(name) {
	for (const each of ['offers', 'history']) {
		byId(each).hidden = each !== name;
		byId(`tab-${each}`).setAttribute('aria-selected', String(each === name));
	}
}

function drawFilters() {
	byId('filters').replaceChildren(
		...kinds.map((each) =>
			make('button', { type: 'button', 'aria-pressed': each === kind, onclick: () => choose(each) }, each),
		),
	);
}

function choose(chosen) {
	kind = chosen;
	drawFilters();
	drawOffers();
}

function drawOffers() {
	const shown = offers.filter((offer) => kind === 'All' || offer.kind === kind);
	byId('offer-list').replaceChildren(...shown.map(offerCard));
}

function offerCard(offer) {
	const button = make('button', { type: 'button', class: 'slim' }, 'Complete');
	button.setAttribute('aria-label', `Complete ${offer.name}`);
	button.addEventListener('click', () => complete(offer, button));
	return make(
		'li',
		{ class: 'offer card' },
		make('img', { src: `/pictures/scenes/${offer.id * 315}.svg`, alt: '', width: 64, height: 64 }),
		make('h2', {}, offer.name),
		make('p', { class: 'muted small' }, `${offer.kind} · about ${duration(offer.minutes)}`),
		make('div', { class: 'take row between' }, reward(offer.reward, '+'), button),
	);
}

function reward(amount, sign = '') {
	return make('span', { class: 'reward figures' }, `${sign}${amount} `, make('small', {}, 'R$'));
}

function duration(minutes) {
	return minutes < 60 ? `${minutes} min` : `${Number((minutes / 60).toFixed(1))} h`;
}

async function complete(offer, button) {
	button.disabled = true;
	button.textContent = 'Completing…';
	try {
		await ask('/wall/completions', 'POST', { userId, offerId: offer.id });
		await refresh();
		const { delivery } = await settled(completions[0].id, (each) => each.delivery);
		toast(outcome(delivery, `${offer.name} credited.`));
	} catch (error) {
		toast(error.message);
	}
	button.disabled = false;
	button.textContent = 'Complete';
}

async function reverse(completion, button) {
	button.disabled = true;
	try {
		await ask('/wall/reversals', 'POST', { completionId: completion.id });
		await refresh();
		const { reversal } = await settled(completion.id, (each) => each.reversal?.delivery);
		toast(outcome(reversal.delivery, `${completion.offerName} reversed.`));
	} catch (error) {
		toast(error.message);
		button.disabled = false;
	}
}

async function settled(id, deliveryOf) {
	for (let tries = 0; ; tries++) {
		const completion = completions.find((each) => each.id === id);
		if (deliveryOf(completion)?.state !== 'sending' || tries > 20) return completion;
		await new Promise((resolve) => setTimeout(resolve, 150));
		await refresh();
	}
}

function outcome(delivery, good) {
	const last = delivery.attempts.at(-1);
	if (delivery.state === 'delivered') return last.answer === 'OK' ? good : `${good} (${last.answer})`;
	if (delivery.state === 'gave-up') return `Rejected: ${said(last)}. No more retries.`;
	return last ? `Not accepted yet: ${said(last)}. Retrying.` : 'Waiting for the response.';
}

function said(attempt) {
	return attempt.status === null ? attempt.answer : `${attempt.status} ${attempt.answer}`.trim();
}

async function refresh() {
	({ completions } = await ask(`/wall/completions?userId=${encodeURIComponent(userId)}`));
	drawHistory();
	clearTimeout(polling);
	const open = completions.some(({ delivery, reversal }) => isOpen(delivery) || isOpen(reversal?.delivery));
	if (open) polling = setTimeout(() => refresh().catch(() => {}), 800);
}

function isOpen(delivery) {
	return delivery?.state === 'sending' || delivery?.state === 'waiting';
}

function drawHistory() {
	const rows = completions.map(historyRow);
	const empty = make('li', { class: 'empty' }, 'No completed offers yet.');
	byId('history-list').replaceChildren(...(rows.length > 0 ? rows : [empty]));
}

function historyRow(completion) {
	const { delivery, reversal } = completion;
	const button = make('button', { type: 'button', class: 'outline slim' }, reversal ? 'Reversed' : 'Reverse');
	button.setAttribute('aria-label', `Reverse ${completion.offerName}`);
	button.disabled = reversal !== null;
	button.addEventListener('click', () => reverse(completion, button));
	const amount = reward(completion.reward, '+');
	if (reversal) amount.classList.add('reversed');
	return make(
		'li',
		{},
		make('strong', {}, completion.offerName),
		amount,
		badge('credit', delivery),
		reversal ? badge('reversal', reversal.delivery) : null,
		button,
		make('span', { class: 'muted small' }, ago(completion.atMs)),
	);
}

function badge(what, delivery) {
	const last = delivery.attempts.at(-1);
	const tries = delivery.attempts.length;
	if (delivery.state === 'delivered')
		return make('span', { class: 'badge good' }, `${what}: ${last.answer || 'accepted'}`);
	if (delivery.state === 'gave-up') return make('span', { class: 'badge bad' }, `${what} rejected: ${said(last)}`);
	if (delivery.state === 'waiting') {
		return make('span', { class: 'badge warn' }, `${what}: ${said(last)}, retry ${tries} of 5`);
	}
	return make('span', { class: 'badge' }, `${what}: sending…`);
}

let hiding = 0;
function toast(text) {
	const element = byId('toast');
	element.textContent = text;
	element.classList.add('shown');
	clearTimeout(hiding);
	hiding = setTimeout(() => element.classList.remove('shown'), 5000);
}
