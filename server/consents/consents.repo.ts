import { and, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { ConsentSlug } from '#contract/consents/consents.schema.ts'
import { neededConsents } from '#contract/consents/consents.schema.ts'
import { consents } from '#server/consents/consents.table.ts'
import { contains } from '#server/db/contains.ts'
import type { Db } from '#server/db/database.ts'
import { holdPeople } from '#server/users/users.repo.ts'
import { users } from '#server/users/users.table.ts'

/** Returns the ids of the new lines. */
export const insertConsents = async (db: Db, given: (typeof consents.$inferInsert)[]) => {
  if (given.length === 0) return []
  const rows = await db.insert(consents).values(given).returning({ id: consents.id })
  return rows.map(({ id }) => id)
}

/** A line of the journal with its user; null when it does not exist, or its user was erased. */
const findJournaled = async (db: Db, condition: SQL) => {
  const [row] = await db
    .select({ consent: consents, user: users })
    .from(consents)
    .innerJoin(users, eq(users.id, consents.user_id))
    .where(and(condition, isNull(users.erased_at)))
    .orderBy(desc(consents.id))
    .limit(1)
  return row ?? null
}

export const findConsentById = (db: Db, id: number) => findJournaled(db, eq(consents.id, id))

/** The latest consent given by a parent's link. */
export const findConsentByLink = (db: Db, linkHash: Buffer) => findJournaled(db, eq(consents.link_hash, linkHash))

/** The latest consent to the account itself, even if taken back; null where there never was one. */
export const findAccountConsent = (db: Db, userId: number) =>
  findJournaled(db, and(eq(consents.user_id, userId), inArray(consents.document, neededConsents)) as SQL)

export const setLink = async (db: Db, id: number, link_hash: Buffer) => {
  await db.update(consents).set({ link_hash }).where(eq(consents.id, id))
}

/** A person's whole journal, newest first. */
export const listConsentsOf = (db: Db, userId: number) =>
  db.select().from(consents).where(eq(consents.user_id, userId)).orderBy(desc(consents.id))

/** A person's latest consent to a document; null when there is none or it was taken back. */
export const findConsent = async (db: Db, userId: number, document: ConsentSlug) => {
  const [row] = await db
    .select()
    .from(consents)
    .where(and(eq(consents.user_id, userId), eq(consents.document, document), isNull(consents.withdrawn_at)))
    .orderBy(desc(consents.id))
    .limit(1)
  return row ?? null
}

/**
 * What decides whether these people's tasks may be shown outside the school: whether their address is confirmed (without
 * one, the school has opened the account, and there is nothing to confirm), whether they agreed to publication, and
 * whether their account depends on a parent's consent.
 */
export const listPublicationStanding = (db: Db, userIds: number[]) => {
  const holds = (document: ConsentSlug) => sql<boolean>`exists (
    select 1 from consents where consents.user_id = users.id and document = ${document} and withdrawn_at is null)`
  return db
    .select({
      id: users.id,
      name: users.name,
      surname: users.surname,
      confirmed: sql<boolean>`${users.email} is null or ${users.email_confirmed_at} is not null`,
      agreed: holds('publication'),
      by_parent: holds('parent-consent'),
    })
    .from(users)
    .where(inArray(users.id, userIds))
    .orderBy(users.id)
}

/**
 * Keeps what `listPublicationStanding` says of people true until the transaction ends: who takes a consent back waits,
 * and is waited for. Lock the people first, then a project.
 */
export const holdPublicationStanding = (tx: Db, userIds: number[]) => holdPeople(tx, userIds)

/** Lets acts on a person's consents run one after another; returns the birth date, null when it was not given. */
export const lockConsents = async (tx: Db, userId: number) => {
  const [user] = await tx
    .select({ birth_date: users.birth_date })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return user?.birth_date ?? null
}

/** Takes back every valid consent to a document; returns how many there were. */
export const withdrawConsents = async (db: Db, userId: number, document: ConsentSlug, address: string) => {
  const withdrawn = await db
    .update(consents)
    .set({ withdrawn_at: sql`now()`, withdrawn_address: address })
    .where(and(eq(consents.user_id, userId), eq(consents.document, document), isNull(consents.withdrawn_at)))
    .returning({ id: consents.id })
  return withdrawn.length
}

/** Lines per page of the journal. */
export const consentPageSize = 50

interface JournalFilter {
  search?: string | undefined
  document?: ConsentSlug | undefined
}

const parentName = sql`coalesce(${consents.parent}->>'name', '')`
const parentEmail = sql`coalesce(${consents.parent}->>'email', '')`

const matching = ({ search, document }: JournalFilter): SQL | undefined => {
  const words = (search ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 5)
  const columns = [users.name, users.surname, users.email, parentName, parentEmail]
  return and(
    document ? eq(consents.document, document) : undefined,
    ...words.map((word) => or(...columns.map((column) => contains(column, word)))),
  )
}

const journaled = (db: Db, filter: JournalFilter, after?: { given_at: string; id: number }) =>
  db
    .select({
      consent: consents,
      user: {
        id: users.id,
        name: users.name,
        surname: users.surname,
        // the text of an erased row is no address
        email: sql<string | null>`case when ${users.erased_at} is null then ${users.email} end`,
        erased: sql<boolean>`${users.erased_at} is not null`,
      },
    })
    .from(consents)
    .innerJoin(users, eq(users.id, consents.user_id))
    .where(
      and(
        matching(filter),
        after && sql`(${consents.given_at}, ${consents.id}) < (${after.given_at}::timestamptz, ${after.id}::int)`,
      ),
    )
    .orderBy(desc(consents.given_at), desc(consents.id))

/** Lines that are read at once for a file: a few milliseconds of this thread. */
const batchSize = 1000

/** A line of the journal. */
export type JournalLine = Awaited<ReturnType<typeof journaled>>[number]

/**
 * The whole journal, newest first, as JSON texts of a batch each: a worker gets them without the copying of objects that
 * would hold up this thread.
 */
export const loadJournalBatches = async (db: Db, filter: JournalFilter): Promise<string[]> => {
  const batches: string[] = []
  let last: JournalLine | undefined
  do {
    const lines = await journaled(db, filter, last?.consent).limit(batchSize)
    batches.push(JSON.stringify(lines))
    last = lines.length < batchSize ? undefined : lines.at(-1)
  } while (last)
  return batches
}

/** A page of the journal, newest first, and the total number of lines. */
export const pageOfJournal = async (db: Db, { page, ...filter }: JournalFilter & { page: number }) => {
  const [rows, totals] = await Promise.all([
    journaled(db, filter)
      .limit(consentPageSize)
      .offset((page - 1) * consentPageSize),
    db
      .select({ total: count() })
      .from(consents)
      .innerJoin(users, eq(users.id, consents.user_id))
      .where(matching(filter)),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}
