import { ago, ask, byId, make, money } from '/assets/look/dom.js';

const sign = document.body.dataset.sign;
const SHOWN_MAX = 12;
const activity = new Map();
let balance = null;
let live = null;
let signingUp = true;
let counting = 0;

setInterval(drawActivity, 10_000);
byId('choose-sign-up').addEventListener('click', () => chooseSigning(true));
byId('choose-sign-in').addEventListener('click', () => chooseSigning(false));
byId('sign-form').addEventListener('submit', enter);
byId('sign-out').addEventListener('click', leave);
byId('withdraw').addEventListener('click', withdraw);
for (const name of ['home', 'offers', 'account']) byId(`go-${name}`).addEventListener('click', () => open(name));
begin(await ask('/phone/state').catch(() => ({ user: null })));

function chooseSigning(up) {
	signingUp = up;
	byId('sign-form').classList.toggle('signing-in', !up);
	byId('choose-sign-up').setAttribute('aria-pressed', String(up));
	byId('choose-sign-in').setAttribute('aria-pressed', String(!up));
	byId('sign-submit').textContent = up ? 'Sign up' : 'Sign in';
	byId('sign-form').password.autocomplete = up ? 'new-password' : 'current-password';
	byId('sign-problem').textContent = '';
}

async function enter(event) {
	event.preventDefault();
	const form = byId('sign-form');
	const fields = Object.fromEntries(new FormData(form));
	const wanted = signingUp ? ['name', 'email', 'password', 'birthDate'] : ['email', 'password'];
	const missing = wanted.find((name) => !fields[name]?.trim());
	if (missing) {
		byId('sign-problem').textContent = 'Fill in all fields.';
		form[missing].focus();
		return;
	}
	const button = byId('sign-submit');
	button.disabled = true;
	byId('sign-problem').textContent = '';
	try {
		const path = signingUp ? '/phone/sign-up' : '/phone/sign-in';
		begin(await ask(path, 'POST', Object.fromEntries(wanted.map((name) => [name, fields[name]]))));
		form.reset();
	} catch (error) {
		byId('sign-problem').textContent = error.message;
	}
	button.disabled = false;
}

function begin({ user }) {
	byId('screen').removeAttribute('aria-busy');
	byId('dock').hidden = user === null;
	if (user === null) {
		live?.close();
		return show('welcome');
	}
	byId('account-email').textContent = user.email;
	byId('account-uid').textContent = user.uid;
	activity.clear();
	balance = null;
	byId('balance').textContent = '–';
	byId('wall').removeAttribute('src');
	open('home');
	drawActivity();
	listen();
	loadHistory();
}

async function leave() {
	begin(await ask('/phone/sign-out', 'POST').catch(() => ({ user: null })));
}

function ended(message) {
	begin({ user: null });
	chooseSigning(false);
	byId('sign-problem').textContent = message;
}

function show(name) {
	for (const each of ['welcome', 'home', 'offers', 'account']) byId(`view-${each}`).hidden = each !== name;
}

function open(name) {
	show(name);
	for (const each of ['home', 'offers', 'account']) {
		if (each === name) byId(`go-${each}`).setAttribute('aria-current', 'page');
		else byId(`go-${each}`).removeAttribute('aria-current');
	}
	if (name === 'offers' && !byId('wall').hasAttribute('src')) loadWalls();
}

async function loadHistory() {
	try {
		const { offers, withdrawals } = await ask('/phone/history');
		for (const item of offers.items) note('offer', item);
		for (const item of withdrawals.items) note('withdrawal', item);
		byId('home-problem').textContent = '';
		drawActivity();
	} catch (error) {
		fail('home-problem', error);
	}
}

async function loadWalls() {
	try {
		const { walls } = await ask('/phone/offerwalls');
		byId('offers-problem').textContent = walls.length === 0 ? 'No offerwalls available right now.' : '';
		byId('walls').hidden = walls.length < 2;
		byId('walls').replaceChildren(
			...walls.map((wall) => make('button', { type: 'button', onclick: () => openWall(wall) }, wall.name)),
		);
		if (walls[0]) openWall(walls[0]);
	} catch (error) {
		fail('offers-problem', error);
	}
}

function openWall(wall) {
	// A partner's URL must not be a script.
	if (/^https?:/.test(wall.url)) byId('wall').src = wall.url;
}

/** Browsers block a tab that opens after the click. */
async function withdraw() {
	const tab = window.open('about:blank', '_blank');
	if (tab) tab.opener = null;
	const button = byId('withdraw');
	button.disabled = true;
	byId('home-problem').textContent = '';
	try {
		const { url, expiresAt } = await ask('/phone/withdraw', 'POST');
		const link = make('a', { id: 'hand-off-link', href: url, target: '_blank', rel: 'noreferrer' }, url);
		byId('hand-off-place').replaceChildren(link);
		byId('hand-off').hidden = false;
		countDown(expiresAt);
		if (tab) tab.location.replace(url);
	} catch (error) {
		tab?.close();
		fail('home-problem', error);
	}
	button.disabled = false;
}

function countDown(expiresAt) {
	clearInterval(counting);
	const draw = () => {
		const seconds = Math.max(0, Math.round((expiresAt - Date.now()) / 1000));
		byId('left').textContent = `${seconds} s`;
		if (seconds === 0) {
			clearInterval(counting);
			byId('hand-off').hidden = true;
		}
	};
	counting = setInterval(draw, 1000);
	draw();
}

function listen() {
	live?.close();
	live = new EventSource('/phone/live');
	live.addEventListener('connected', () => liveIs(true, 'Live'));
	live.addEventListener('error', () => liveIs(false, 'Reconnecting…'));
	live.addEventListener('offline', () => liveIs(false, 'Offline'));
	live.addEventListener('signed-out', (event) => ended(JSON.parse(event.data).message));
	live.addEventListener('user', (event) => setBalance(JSON.parse(event.data).robux ?? 0));
	for (const kind of ['offer', 'withdrawal']) {
		live.addEventListener(kind, (event) => {
			note(kind, JSON.parse(event.data), true);
			drawActivity();
		});
	}
}

function liveIs(on, text) {
	byId('live').textContent = text;
	byId('live').classList.toggle('on', on);
}

let clearing = 0;
function setBalance(amount) {
	if (balance !== null && amount !== balance) {
		const change = amount - balance;
		byId('change').textContent = `${change > 0 ? '+' : '−'}${money(Math.abs(change))} ${sign}`;
		byId('change').classList.toggle('less', change < 0);
		clearTimeout(clearing);
		clearing = setTimeout(() => byId('change').replaceChildren(), 6000);
	}
	balance = amount;
	byId('balance').textContent = money(amount);
}

function note(kind, item, fresh = false) {
	activity.set(`${kind}:${item.id}`, { kind, item, fresh, atMs: item.timestamp ?? item.created_at });
}

function drawActivity() {
	const latest = [...activity.values()].sort((a, b) => b.atMs - a.atMs).slice(0, SHOWN_MAX);
	const empty = make('li', { class: 'empty' }, 'Nothing yet. Open Offers and earn your first ', sign, '.');
	byId('activity').replaceChildren(...(latest.length > 0 ? latest.map(activityRow) : [empty]));
	for (const entry of latest) entry.fresh = false;
}

function activityRow({ kind, item, fresh, atMs }) {
	const out = kind === 'withdrawal';
	const minus = !out && item.amount < 0;
	const title = out ? 'Withdrawal' : (item.name ?? item.earning_source ?? 'Offer');
	const state = out ? withdrawalState(item) : offerState(item);
	const name = make('span', { class: 'name' }, title);
	const details = make('span', { class: 'muted small' }, `${state} · ${ago(atMs)}`);
	const sum = `${out || minus ? '−' : '+'}${money(Math.abs(item.amount))}`;
	return make(
		'li',
		{ class: [out ? 'out' : minus ? 'minus' : 'plus', fresh ? 'fresh' : ''].join(' ').trim() },
		make('span', {}, name, details),
		make('span', { class: 'sum figures' }, sum),
	);
}

function withdrawalState(item) {
	return item.is_refunded ? `${item.status}, refunded` : item.status;
}

function offerState(item) {
	const labels = { reversal: 'Reversed', pending: 'Pending', bonus: 'Bonus', promotion: 'Promotion' };
	return labels[item.kind] ?? item.earning_source ?? 'Credited';
}

function fail(id, error) {
	if (error.code === 'signed-out') return ended(error.message);
	byId(id).textContent = error.message;
}
