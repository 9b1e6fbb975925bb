/** Attributes and properties that a person reads or hears. */
const readable = new Set(
	'label title lead action busy hint placeholder description caption emptyText about text why alt'.split(' '),
);

/**
 * Finds words for people that stand in the source of a page: text between tags, values of attributes that are read, and
 * sentences anywhere else that is not for programs.
 *
 * @param {object} program of a page, as ESTree.
 * @returns {{ start: number, text: string }[]}
 */
export function bareTexts(program) {
	const found = [];
	const report = ({ start }, text) => {
		if (hasWords(text)) found.push({ start, text: text.trim() });
	};

	/** An expression whose value is shown. */
	function shown(node) {
		if (!node) return;
		if (node.type === 'Literal' && typeof node.value === 'string') report(node, node.value);
		else if (node.type === 'TemplateLiteral') report(node, node.quasis.map(({ value }) => value.cooked).join(' '));
		else if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(shown);
		else if (node.type === 'LogicalExpression') [node.left, node.right].forEach(shown);
	}

	function visit(node) {
		if (Array.isArray(node)) return node.forEach(visit);
		if (typeof node?.type !== 'string') return;
		if (isForPrograms(node)) return;
		if (node.type === 'JSXText') report(node, node.value);
		if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
			for (const child of node.children) if (child.type === 'JSXExpressionContainer') shown(child.expression);
		}
		if (node.type === 'JSXAttribute' && isReadable(node.name.name)) {
			shown(node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value);
		}
		if (node.type === 'Property' && isReadable(node.key.name)) shown(node.value);
		if (node.type === 'CallExpression' && node.callee.name === 'showToast') node.arguments.forEach(shown);
		for (const value of Object.values(node)) if (typeof value === 'object') visit(value);
	}

	visit(program);
	return found;
}

function isReadable(name) {
	return readable.has(name) || /^aria-(label|description|valuetext|roledescription)$/.test(name);
}

/** Errors that only a programmer sees, and what the browser's console is told. */
function isForPrograms({ type, callee }) {
	if (type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(type)) return true;
	if (type === 'NewExpression') return callee.name === 'Error' || callee.name === 'RangeError';
	return type === 'CallExpression' && callee.object?.name === 'console';
}

/** A unit, a sign or a dash is the same in every language. */
function hasWords(text) {
	return /\p{L}{2}/u.test(text);
}
