-- Verified cosignatures of independent witnesses on notes of checkpoints (docs/public-proof.md).
create table cosignatures (
	n bigint not null,
	witness text not null,
	origin text not null,
	size bigint not null,
	signed_at timestamptz not null,
	line text not null,
	primary key (n, witness)
);
-- Why a witness's last answer was refused, or that it gave none.
create table witness_problems (
	witness text primary key,
	since timestamptz not null,
	problem text not null,
	is_refused boolean not null
);
