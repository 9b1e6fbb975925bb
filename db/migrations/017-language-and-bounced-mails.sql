-- Language of emails, as a BCP 47 tag.
alter table users add column language text check (length(language) between 2 and 35);
