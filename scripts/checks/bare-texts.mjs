const readable = new Set(
	'label title lead action busy hint placeholder description caption emptyText about text why alt'.split(' '),
);

export function bareTexts(program) {
	const found = [];
	const report = ({ start }, text) => {
		if (hasWords(text) && !found.some((other) => other.start === start)) found.push({ start, text: text.trim() });
	};

	function shown(node) {
		if (!node) return;
		if (textOf(node) !== undefined) report(node, textOf(node));
		else if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(shown);
		else if (node.type === 'LogicalExpression') [node.left, node.right].forEach(shown);
	}

	function visit(node) {
		if (Array.isArray(node)) return node.forEach(visit);
		if (typeof node?.type !== 'string') return;
		if (isForPrograms(node)) return;
		if (node.type === 'JSXText') report(node, node.value);
		if (isSentence(node)) report(node, textOf(node));
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

function textOf(node) {
	if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…');
	return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

function isSentence(node) {
	return /^\p{Lu}\p{Ll}* /u.test(textOf(node) ?? '');
}

function isReadable(name) {
	return readable.has(name) || /^aria-(label|description|valuetext|roledescription)$/.test(name);
}

function isForPrograms({ type, callee }) {
	if (type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(type)) return true;
	if (type === 'NewExpression') return callee.name === 'Error' || callee.name === 'RangeError';
	return type === 'CallExpression' && ['console', 'headers'].includes(callee.object?.name);
}

function hasWords(text) {
	return /\p{L}{2}/u.test(text);
}
