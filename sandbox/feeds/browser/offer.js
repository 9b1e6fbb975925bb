import { ask, byId, make } from '/assets/look/dom.js';

const address = new URLSearchParams(location.search);
const offerId = address.get('offer') ?? '';
// One partner sends the user as `user`, the other as `s1` with the click in `s2`.
const userId = address.get('user') ?? address.get('s1') ?? '';
const click = address.get('s2') ?? '';

await draw();

async function draw() {
	try {
		const { offer, done } = await ask(
			`/wall/offers/${encodeURIComponent(offerId)}?userId=${encodeURIComponent(userId)}`,
		);
		document.title = offer.name;
		byId('picture').src = `/pictures/offers/${Number(offer.id.replace(/\D/g, '')) * 131}.png`;
		byId('name').textContent = offer.name;
		byId('text').textContent = `${offer.text} ${offer.requirements}`;
		byId('steps').replaceChildren(...offer.goals.map((goal) => stepOf(goal, doneOf(done, goal))));
	} catch (error) {
		byId('problem').textContent = error.message;
	}
}

function doneOf(done, goal) {
	return done.findLast(({ goalId }) => goalId === goal.id);
}

function stepOf(goal, step) {
	const button = make('button', { type: 'button', class: step ? 'outline slim' : 'slim' }, wordOf(step));
	button.setAttribute('aria-label', `${wordOf(step)}: ${goal.title}`);
	button.disabled = Boolean(step?.takenBack);
	button.addEventListener('click', async () => {
		button.disabled = true;
		if (step) await ask(`/wall/steps/${step.id}/take-back`, 'POST', {});
		else await ask('/wall/steps', 'POST', { userId, click, offerId, goalId: goal.id });
		await draw();
	});
	return make('li', {}, make('span', {}, goal.title), make('strong', {}, `${goal.reward.toFixed(2)} R$`), button);
}

function wordOf(step) {
	if (!step) return 'Complete';
	return step.takenBack ? 'Reversed' : 'Reverse';
}
