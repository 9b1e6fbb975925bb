alter table screening_rules drop constraint if exists screening_rules_rule_check;
alter table screening_rules
	add constraint screening_rules_rule_check check (rule in ('amount', 'score', 'shared-game-account', 'first-payout',
		'young-game-account', 'young-sign-in', 'changed-address', 'partner-standing', 'yearly-total'));
insert into screening_rules (rule, is_on, threshold) values ('yearly-total', false, 50000);
