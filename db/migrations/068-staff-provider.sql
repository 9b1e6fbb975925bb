-- The identity provider of the staff: tested settings, of which at most one is applied.
create table staff_providers (
	id uuid primary key,
	issuer text not null,
	client_id text not null,
	-- Sealed.
	client_secret text not null,
	hosted_domain text,
	claim text not null,
	-- Roles by value of the claim. No value gives the role of an owner.
	roles jsonb not null,
	-- Values of acr and amr that count as a second factor.
	second_factor text[] not null,
	asked_by uuid not null,
	created_at timestamptz not null,
	tested_at timestamptz,
	problem text,
	applied_at timestamptz
);

create unique index staff_providers_applied on staff_providers ((true)) where applied_at is not null;

-- Set for sessions that the provider signed in: the last check of the claims, and the sealed refresh token.
alter table auth_session add claims_checked_at timestamptz, add provider_token text;

create index auth_session_claims on auth_session (claims_checked_at) where claims_checked_at is not null;
