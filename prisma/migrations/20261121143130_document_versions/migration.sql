-- A product gets another document_version in the transaction that changes it or anything that is printed
-- with it, so whoever keeps it ready by id and version keeps nothing stale. Versions come from a
-- sequence: what is rolled back takes its version along.

ALTER TABLE products ADD COLUMN document_version BIGSERIAL NOT NULL;

CREATE FUNCTION renew_document() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  NEW.document_version := nextval('products_document_version_seq');
  RETURN NEW;
END $body$;
CREATE TRIGGER renew_document BEFORE UPDATE ON products FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_document();

-- A part of one product. What it refers to (the table and the column that are named) is held, so that
-- a change of that one, which looks for its products, sees this part or comes before it.
CREATE FUNCTION renew_product() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
  part jsonb := to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  IF TG_NARGS > 0 AND TG_OP <> 'DELETE' THEN
    EXECUTE format('SELECT FROM %I WHERE id = $1 FOR SHARE', TG_ARGV[0])
      USING (part ->> TG_ARGV[1])::uuid;
  END IF;
  UPDATE products SET document_version = DEFAULT WHERE id = (part ->> 'product_id')::uuid;
  RETURN NULL;
END $body$;
CREATE TRIGGER renew_product AFTER INSERT OR UPDATE OR DELETE ON prices
  FOR EACH ROW EXECUTE FUNCTION renew_product();
CREATE TRIGGER renew_product AFTER INSERT OR UPDATE OR DELETE ON product_medias
  FOR EACH ROW EXECUTE FUNCTION renew_product('files', 'file_id');
CREATE TRIGGER renew_product AFTER INSERT OR UPDATE OR DELETE ON product_benefits
  FOR EACH ROW EXECUTE FUNCTION renew_product('benefits', 'benefit_id');
CREATE TRIGGER renew_product AFTER INSERT OR UPDATE OR DELETE ON product_custom_fields
  FOR EACH ROW EXECUTE FUNCTION renew_product('custom_fields', 'custom_field_id');

-- A part of many products: the table and the column through which they have it.
CREATE FUNCTION renew_products() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  EXECUTE format(
    'UPDATE products SET document_version = DEFAULT WHERE id IN (
       SELECT p.id FROM products p JOIN %I part ON part.product_id = p.id
       WHERE part.%I = $1 ORDER BY p.id FOR NO KEY UPDATE OF p)', TG_ARGV[0], TG_ARGV[1])
    USING NEW.id;
  RETURN NULL;
END $body$;
CREATE TRIGGER renew_products AFTER UPDATE ON files FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_products('product_medias', 'file_id');
CREATE TRIGGER renew_products AFTER UPDATE ON benefits FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_products('product_benefits', 'benefit_id');
CREATE TRIGGER renew_products AFTER UPDATE ON custom_fields FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION renew_products('product_custom_fields', 'custom_field_id');
