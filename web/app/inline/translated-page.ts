/** An inline script. Keeps React working on translated pages, whose text nodes are replaced (React issue 11538). */
export function followTranslator(): void {
	const UNTRANSLATED = '.figures,.font-mono,code';
	const { removeChild, insertBefore } = Node.prototype;
	const replacements = new WeakMap<Node, Node>();
	const isFont = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT';

	function shownAs(parent: Node, child: Node): Node | undefined {
		let shown: Node | undefined = child;
		while (shown && !parent.contains(shown)) shown = replacements.get(shown);
		while (shown && isFont(shown.parentNode) && shown.parentNode !== parent) shown = shown.parentNode;
		return shown?.parentNode === parent ? shown : undefined;
	}

	Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
		const shown = shownAs(this, child);
		if (shown || child.nodeType !== Node.TEXT_NODE) removeChild.call(this, shown ?? child);
		return child;
	};
	Node.prototype.insertBefore = function <Child extends Node>(child: Child, before: Node | null): Child {
		const shown = before && shownAs(this, before);
		insertBefore.call(this, child, shown ?? (before?.nodeType === Node.TEXT_NODE ? null : before));
		return child;
	};

	const texts = new MutationObserver((changes) => {
		for (const { target } of changes) {
			const shown = replacements.get(target);
			if (target.isConnected || !shown?.parentNode) continue;
			shown.parentNode.replaceChild(target, shown);
			replacements.delete(target);
		}
	});
	new MutationObserver((changes) => {
		// Once for all changes: the parser reports every element, and each contains the next.
		for (const figure of document.querySelectorAll<HTMLElement>(UNTRANSLATED)) figure.translate = false;
		for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
			if (!removedNodes[0]) continue;
			const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
			for (const removed of font ? removedNodes : []) {
				replacements.set(removed, font as Node);
				if (removed.nodeType === Node.TEXT_NODE) texts.observe(removed, { characterData: true });
			}
		}
	}).observe(document, { childList: true, subtree: true });
}
