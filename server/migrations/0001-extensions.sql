-- Substring search over names, and exclusion of overlapping serial ranges.
create extension if not exists pg_trgm;
create extension if not exists btree_gist;
