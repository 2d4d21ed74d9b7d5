-- The classes below a class are found by the ids on their path, and those of a type shown in their order.
create index category_path_words on category using gin (path gin_trgm_ops);
create index category_by_type on category (type, sort desc, id);

-- Lots of deleted products are left out by the few products that are.
create index product_deleted on product (id) where is_del = 1;
