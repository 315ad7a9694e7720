-- Events are numbered without gaps in each organization (docs/contract/events.md#numbers). The columns of rows that
-- exist are filled by the next migration; a default that is set after the column leaves them as they are.
CREATE SEQUENCE "events_sequence";

-- Prisma takes a column whose default is the sequence itself for one of another type.
CREATE FUNCTION next_event_sequence() RETURNS bigint LANGUAGE sql AS $$ SELECT nextval('events_sequence') $$;

ALTER TABLE "events"
  ADD COLUMN "occurred_at" TIMESTAMPTZ(3),
  ADD COLUMN "customer_id" UUID,
  ADD COLUMN "cause_id" UUID,
  ADD COLUMN "sequence" BIGINT,
  ADD COLUMN "number" INTEGER;

ALTER TABLE "events" ALTER COLUMN "sequence" SET DEFAULT next_event_sequence();

CREATE TABLE "event_counters" (
    "organization_id" UUID NOT NULL,
    "last_number" INTEGER NOT NULL,

    CONSTRAINT "event_counters_pkey" PRIMARY KEY ("organization_id")
);

-- Numbers events of an organization that have none, at most `most`, in the order of their sequence; returns how many.
-- The counter is locked first. Each statement of a function sees what is committed when it begins, so the second sees
-- every event whose transaction ended before the lock was taken.
CREATE FUNCTION number_events(organization uuid, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  last integer;
  given integer;
BEGIN
  INSERT INTO event_counters (organization_id, last_number) VALUES (organization, 0) ON CONFLICT DO NOTHING;
  SELECT last_number INTO last FROM event_counters WHERE organization_id = organization FOR UPDATE;
  WITH waiting AS (
    SELECT w.id, row_number() OVER (ORDER BY w.sequence) AS place
    FROM (
      SELECT id, sequence FROM events WHERE organization_id = organization AND number IS NULL
      ORDER BY sequence LIMIT most
    ) w
  ), numbered AS (
    UPDATE events e SET number = last + w.place FROM waiting w WHERE e.id = w.id RETURNING e.id
  )
  SELECT count(*) INTO given FROM numbered;
  IF given > 0 THEN
    UPDATE event_counters SET last_number = last + given WHERE organization_id = organization;
  END IF;
  RETURN given;
END $$;
