import { ago, ask, attempt, byId, make, money } from '/assets/look/dom.js';

const partNames = { platform: 'Game platform', vendor: 'Payout vendor' };
const meanings = {
	delay: 'Processes the request late.',
	'timeout-before': 'Does nothing and sends no response.',
	'timeout-after': 'Processes the request but sends no response.',
	reset: 'Closes the connection before processing.',
	'reset-after': 'Processes the request, then closes the connection.',
	'500-after': 'Processes the request, then responds with 500.',
	garbage: 'Processes the request and responds with 200 and garbage.',
	'slow-drip': 'Sends everything byte by byte.',
	429: 'Responds with 429 (too many requests).',
	500: 'Responds with 500 without processing.',
	503: 'Responds with 503 without processing.',
};

byId('fault-kind').addEventListener('change', drawMeaning);
on('fault-form', 'submit', addFault);
on('vendor-form', 'submit', saveVendor);
on('empty-stock', 'click', () => ask('/control/vendor', 'PATCH', { robuxAvailable: 0 }).then(fillVendor));
on('fail-next', 'click', () => ask('/control/vendor', 'PATCH', { failNext: { reason: 'unknown_error' } }));
on('reset', 'click', async () => {
	await ask('/control/reset', 'POST');
	fillVendor(await ask('/control/vendor'));
});
await attempt(async () => {
	const { kinds } = await ask('/control/faults');
	byId('fault-part').replaceChildren(...Object.entries(partNames).map(([part, name]) => new Option(name, part)));
	byId('fault-kind').replaceChildren(...kinds.map((kind) => new Option(kind, kind)));
	drawMeaning();
	fillVendor(await ask('/control/vendor'));
	await refresh();
});
setInterval(() => attempt(refresh), 1500);

function on(id, event, act) {
	byId(id).addEventListener(event, (occurred) => {
		occurred.preventDefault();
		attempt(async () => {
			await act(occurred);
			await refresh();
		});
	});
}

function drawMeaning() {
	byId('fault-meaning').textContent = meanings[byId('fault-kind').value] ?? '';
}

async function addFault() {
	const form = byId('fault-form');
	await ask('/control/faults', 'POST', {
		part: form.part.value,
		kind: form.kind.value,
		remaining: form.remaining.value ? Number(form.remaining.value) : null,
		...(form.delayMs.value ? { delayMs: Number(form.delayMs.value) } : {}),
	});
}

async function saveVendor() {
	const form = byId('vendor-form');
	const change = Object.fromEntries(
		['robuxAvailable', 'maxRobuxAvailable', 'balance'].map((name) => [name, Number(form[name].value)]),
	);
	const settleMs = form.settleMs.value === '' ? null : Number(form.settleMs.value);
	fillVendor(await ask('/control/vendor', 'PATCH', { ...change, settleMs }));
}

function fillVendor(vendor) {
	const form = byId('vendor-form');
	for (const name of ['robuxAvailable', 'maxRobuxAvailable', 'balance', 'settleMs'])
		form[name].value = vendor[name] ?? '';
}

async function refresh() {
	const [{ faults }, { total, orders }, { completions }, { callbacks }] = await Promise.all([
		ask('/control/faults'),
		ask('/control/vendor/orders?limit=50'),
		ask('/control/wall/completions'),
		ask('/control/vendor/callbacks'),
	]);
	const none = make('li', { class: 'empty' }, 'No faults.');
	byId('faults').replaceChildren(...(faults.length > 0 ? faults.map(faultLine) : [none]));
	byId('orders-count').textContent = String(total);
	fillTable('orders', orders.map(orderRow), 8, 'No orders yet.');
	fillTable(
		'callbacks',
		[...callbacks.map(vendorCallback), ...completions.flatMap(postbacks)]
			.sort(newestFirst)
			.slice(0, 30)
			.map(callbackRow),
		6,
		'Nothing sent yet.',
	);
}

function faultLine(fault) {
	return make(
		'li',
		{},
		make('span', { class: 'badge warn' }, fault.kind),
		make('b', {}, partNames[fault.part]),
		make('span', { class: 'muted small' }, fault.remaining === null ? 'until cleared' : `next ${fault.remaining}`),
		act('Clear', () => ask(`/control/faults?id=${fault.id}`, 'DELETE')),
	);
}

function fillTable(id, rows, columns, empty) {
	const none = make('tr', {}, make('td', { colSpan: columns, class: 'empty' }, empty));
	byId(id).replaceChildren(...(rows.length > 0 ? rows : [none]));
}

function cell(...children) {
	return make('td', {}, ...children);
}

function orderRow(order) {
	const open = ['Pending', 'Queued'].includes(order.status);
	const tone = { Completed: 'good', Error: 'bad', Cancelled: 'bad' }[order.status] ?? 'warn';
	const path = `/control/vendor/orders/${encodeURIComponent(order.orderId)}`;
	return make(
		'tr',
		{},
		cell(make('span', { class: 'mono', title: order.orderId }, order.orderId.slice(0, 18))),
		cell(order.robloxUsername),
		cell(make('span', { class: 'figures' }, String(order.robuxAmount))),
		cell(make('span', { class: 'figures' }, `${order.gamepassId} at ${order.passPrice}`)),
		cell(make('span', { class: `badge ${tone}`, title: order.error?.message ?? '' }, order.status)),
		cell(make('span', { class: `badge ${order.timesPaid > 1 ? 'bad' : ''}` }, `${order.timesPaid} ×`)),
		cell(make('span', { class: 'figures' }, `${order.createCalls} ×`)),
		cell(
			open
				? act('Pay now', () => ask(`${path}/settle`, 'POST', {}))
				: act('Callback', () => ask(`${path}/callback`, 'POST')),
			open ? act('Fail', () => ask(`${path}/settle`, 'POST', { error: 'unknown_error' })) : null,
		),
	);
}

function act(label, action) {
	const onclick = () => attempt(() => action().then(refresh));
	return make('button', { type: 'button', class: 'outline slim', onclick }, label);
}

function vendorCallback({ orderId, body, delivery }) {
	return { what: `Vendor: ${body.status}`, whom: orderId, amount: body.robuxAmount, delivery };
}

function postbacks(completion) {
	const { userId, offerName, reward, delivery, reversal, id } = completion;
	const amount = Number(reward);
	const replay = () => ask(`/control/wall/completions/${id}/replay`, 'POST');
	const sent = [{ what: `Credit: ${offerName}`, whom: userId, amount, delivery, replay }];
	if (!reversal) return sent;
	return [...sent, { what: `Reversal: ${offerName}`, whom: userId, amount: -amount, delivery: reversal.delivery }];
}

function newestFirst(a, b) {
	return (b.delivery.attempts[0]?.atMs ?? Infinity) - (a.delivery.attempts[0]?.atMs ?? Infinity);
}

function callbackRow({ what, whom, amount, delivery, replay }) {
	const last = delivery.attempts.at(-1);
	const tone = { delivered: 'good', 'gave-up': 'bad' }[delivery.state] ?? 'warn';
	const answer = last ? `${last.status ?? ''} ${last.answer}`.trim().slice(0, 40) : '';
	return make(
		'tr',
		{},
		cell(what),
		cell(make('span', { class: 'mono', title: whom }, whom.slice(0, 18))),
		cell(make('span', { class: 'figures' }, money(amount))),
		cell(
			make('span', { class: `badge ${tone}`, title: answer }, delivery.state),
			' ',
			make('span', { class: 'muted small' }, answer),
		),
		cell(
			make('span', { class: 'figures' }, String(delivery.attempts.length)),
			' ',
			make('span', { class: 'muted small' }, last ? ago(last.atMs) : ''),
		),
		cell(replay ? act('Send again', replay) : null),
	);
}
