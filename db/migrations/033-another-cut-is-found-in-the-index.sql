-- Where a partner signs user, reward and address alone, every credit of the same reward has the same signed text. With the cut
-- beside it the index tells that none was cut otherwise; before, the row of each one was read to see it.
drop index transfers_signed_text;
create index transfers_signed_text on transfers (signed_text, signed_cut) where signed_text is not null;
