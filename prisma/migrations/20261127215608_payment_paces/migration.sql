-- CreateTable
CREATE TABLE "payment_paces" (
    "name" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "payment_paces_pkey" PRIMARY KEY ("name")
);
