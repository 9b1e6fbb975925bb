export type Person = { sub: string; email: string; emailVerified: boolean; name: string };

const seed: readonly Omit<Person, 'sub'>[] = [
	{ email: 'robin@mailbox.example', emailVerified: true, name: 'Robin Rivers' },
	{ email: 'sam@mailbox.example', emailVerified: true, name: 'Sam Stone' },
];

/** An unknown address creates a person. */
export function createPeople() {
	let people = new Map<string, Person>();
	let nextSub = 1;
	reset();

	function reset(): void {
		people = new Map();
		for (const person of seed) add(person);
	}

	function add({ email, emailVerified, name }: Omit<Person, 'sub'>): Person {
		const key = email.toLowerCase();
		const sub =
			[...people.values()].find((person) => person.email === key)?.sub ?? `10${String(nextSub++).padStart(19, '0')}`;
		const person = { sub, email: key, emailVerified, name };
		people.set(sub, person);
		return person;
	}

	return { list: () => [...people.values()], find: (sub: string) => people.get(sub), add, reset };
}

export type People = ReturnType<typeof createPeople>;
