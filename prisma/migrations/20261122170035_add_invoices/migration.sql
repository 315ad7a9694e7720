-- Invoices as documents: the seller's legal details, numbers without gaps, and each invoice frozen as JSON.
-- Columns with a constant default rewrite no table. Sales from before have their numbers reserved here; the next
-- migration issues their invoices, without the locks of this one.

-- CreateEnum
CREATE TYPE "document_kind" AS ENUM ('invoice', 'credit_note');

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "invoice_prefix" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "legal_address" JSONB,
ADD COLUMN     "legal_name" TEXT,
ADD COLUMN     "tax_id" TEXT;

-- CreateTable
CREATE TABLE "documents" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "kind" "document_kind" NOT NULL,
    "sequence" INTEGER NOT NULL,
    "content" JSONB NOT NULL,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "document_counters" (
    "organization_id" UUID NOT NULL,
    "kind" "document_kind" NOT NULL,
    "last_number" INTEGER NOT NULL,

    CONSTRAINT "document_counters_pkey" PRIMARY KEY ("organization_id","kind")
);

-- CreateIndex
CREATE UNIQUE INDEX "documents_organization_id_kind_sequence_key" ON "documents"("organization_id", "kind", "sequence");

-- An organization's prefix: the first eight letters and digits of its slug, or INV where it has fewer than two.
-- Written by a trigger, since nodes of the version before insert organizations without it.
CREATE FUNCTION default_invoice_prefix(slug text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN length(letters) < 2 THEN 'INV' ELSE left(letters, 8) END
  FROM (SELECT upper(regexp_replace(slug, '[^A-Za-z0-9]', '', 'g')) AS letters) _
$$;
UPDATE organizations SET invoice_prefix = default_invoice_prefix(slug);
ALTER TABLE organizations ADD CONSTRAINT organizations_invoice_prefix CHECK (invoice_prefix ~ '^[A-Z0-9]{2,8}$');
CREATE FUNCTION set_invoice_prefix() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.invoice_prefix := default_invoice_prefix(NEW.slug);
  RETURN NEW;
END $$;
CREATE TRIGGER set_invoice_prefix BEFORE INSERT ON organizations FOR EACH ROW
  WHEN (NEW.invoice_prefix = '') EXECUTE FUNCTION set_invoice_prefix();

-- A document never changes once it is issued.
CREATE FUNCTION refuse_document_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Document % is issued and does not change', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER refuse_change BEFORE UPDATE ON documents FOR EACH ROW EXECUTE FUNCTION refuse_document_change();

-- A time as the API prints it.
CREATE FUNCTION printed_time(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The seller as documents name it.
CREATE FUNCTION document_seller(seller organizations) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', seller.name, 'legal_name', coalesce(seller.legal_name, seller.company),
    'legal_address', seller.legal_address, 'tax_id', seller.tax_id, 'email', seller.email,
    'timezone', seller.timezone, 'is_sandbox', seller.is_sandbox)
$$;

-- At least six digits.
CREATE FUNCTION document_number(prefix text, sequence int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT prefix || '-' || lpad(sequence::text, greatest(6, length(sequence::text)), '0')
$$;

-- Orders are locked from here on, at the end of this: numbers are reserved for those that there are, and a sale that is
-- completed from now on takes a later one.

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "invoice_number" TEXT NOT NULL DEFAULT '';

-- Writes the invoices of orders, in the order of their time: freezes what they print, and gives each organization's the
-- numbers that follow `after`, an object of the last number by organization id, where a missing one is 0.
CREATE FUNCTION write_invoices(order_ids uuid[], after jsonb) RETURNS TABLE (order_id uuid, issued_number text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH numbered AS MATERIALIZED (
    SELECT o.id, o.organization_id, o.created_at, seller.invoice_prefix,
      coalesce((after ->> o.organization_id::text)::int, 0)
        + row_number() OVER (PARTITION BY o.organization_id ORDER BY o.created_at, o.id)::int AS sequence,
      jsonb_build_object(
        'order_id', o.id, 'invoice_number', NULL, 'issued_at', printed_time(o.created_at), 'seller', document_seller(seller),
        'buyer', jsonb_build_object('name', o.billing_name, 'email', coalesce(c.customer_email, b.email),
          'address', nullif(o.billing_address, 'null'), 'tax_id', o.billing_tax_id),
        'product', p.name,
        'lines', CASE WHEN o.lines <> '[]' THEN o.lines ELSE jsonb_build_array(jsonb_build_object(
          'description', p.name, 'amount', o.amount, 'period_start', NULL, 'period_end', NULL)) END,
        'amount', o.amount, 'tax_amount', o.tax_amount, 'currency', o.currency) AS content
    FROM orders o
    JOIN organizations seller ON seller.id = o.organization_id
    JOIN products p ON p.id = o.product_id
    JOIN customers b ON b.id = o.customer_id
    LEFT JOIN checkouts c ON c.id = o.checkout_id
    WHERE o.id = ANY(order_ids)
  ), issued AS (
    INSERT INTO documents (id, organization_id, created_at, kind, sequence, content)
    SELECT n.id, n.organization_id, n.created_at, 'invoice', n.sequence,
      n.content || jsonb_build_object('number', document_number(n.invoice_prefix, n.sequence))
    FROM numbered n
    RETURNING id, content ->> 'number' AS number
  )
  UPDATE orders o SET invoice_number = i.number FROM issued i WHERE o.id = i.id
  RETURNING o.id, o.invoice_number;
END $$;

-- Issues the invoices of orders: takes the next numbers of their organizations, and writes them. The counters stay
-- locked until the transaction ends, so that a number is never taken twice and one that is rolled back is taken by the
-- next: this comes last in it.
CREATE FUNCTION issue_invoices(order_ids uuid[]) RETURNS TABLE (order_id uuid, issued_number text)
LANGUAGE plpgsql AS $$
DECLARE
  after jsonb;
BEGIN
  WITH sold AS (
    SELECT organization_id, count(*)::int AS of_all FROM orders WHERE id = ANY(order_ids) GROUP BY organization_id
  ), taken AS (
    INSERT INTO document_counters AS counter (organization_id, kind, last_number)
    SELECT organization_id, 'invoice', of_all FROM sold ORDER BY organization_id
    ON CONFLICT (organization_id, kind) DO UPDATE SET last_number = counter.last_number + excluded.last_number
    RETURNING organization_id, last_number
  )
  SELECT jsonb_object_agg(s.organization_id, t.last_number - s.of_all) INTO after
  FROM sold s JOIN taken t USING (organization_id);
  RETURN QUERY SELECT w.order_id, w.issued_number FROM write_invoices(order_ids, after) w;
END $$;

-- Nodes of the version before insert orders without an invoice: it is issued at their commit.
CREATE FUNCTION issue_missing_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders WHERE id = NEW.id AND invoice_number = '';
  IF FOUND THEN
    PERFORM issue_invoices(ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER issue_missing_invoice AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.invoice_number = '') EXECUTE FUNCTION issue_missing_invoice();

INSERT INTO document_counters (organization_id, kind, last_number)
SELECT organization_id, 'invoice', count(*) FROM orders GROUP BY organization_id;
