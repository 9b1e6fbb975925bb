create table partner_standings (
	uid uuid not null references auth_user (id) on delete cascade,
	wall text not null,
	scope text not null,
	state text not null,
	reason text not null,
	until timestamptz,
	primary key (uid, wall, scope)
);
alter table screening_rules drop constraint if exists screening_rules_rule_check, drop constraint screening_rules_check;
alter table screening_rules
	add constraint screening_rules_check
		check ((threshold is null) = (rule in ('shared-game-account', 'first-payout', 'partner-standing')));
insert into screening_rules (rule, is_on, threshold) values ('partner-standing', true, null);
