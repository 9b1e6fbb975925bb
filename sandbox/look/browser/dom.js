/** @type {(id: string) => any} throws where the page and its script have drifted apart */
export function byId(id) {
	const element = document.getElementById(id);
	if (!element) throw new Error(`the page has no #${id}`);
	return element;
}

/**
 * Text children are never parsed as markup.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined)} children
 * @returns {any}
 */
export function make(tag, properties = {}, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(properties)) {
		if (value === undefined || value === null) continue;
		if (/^(class|role|aria-|data-|for$)/.test(name)) element.setAttribute(name, String(value));
		else Object.assign(element, { [name]: value });
	}
	element.append(...children.filter((child) => child !== null && child !== undefined));
	return element;
}

/**
 * @param {string} path
 * @param {string} [method]
 * @param {unknown} [body]
 * @returns {Promise<any>} rejects with a displayable Error
 */
export async function ask(path, method = 'GET', body = undefined) {
	const answer = await fetch(path, {
		method,
		headers: body === undefined ? {} : { 'content-type': 'application/json' },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	}).catch(() => {
		throw new Error("The sandbox doesn't respond. Check that it is running.");
	});
	const result = await answer.json();
	if (answer.ok) return result;
	throw Object.assign(new Error(result.message ?? `The request failed (${answer.status}).`), { code: result.code });
}

/** @type {(amount: number) => string} two decimals, grouped */
export const money = (amount) => amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** @type {(ms: number) => string} since the epoch */
export function ago(ms) {
	const seconds = Math.max(0, Math.round((Date.now() - ms) / 1000));
	if (seconds < 45) return 'just now';
	if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min ago`;
	if (seconds < 86_400) return `${Math.round(seconds / 3600)} h ago`;
	return `${Math.round(seconds / 86_400)} d ago`;
}

/** @type {(act: () => unknown) => Promise<void>} what goes wrong is told in the page's #problem */
export async function attempt(act) {
	try {
		await act();
		byId('problem').textContent = '';
	} catch (error) {
		byId('problem').textContent = error.message;
	}
}
