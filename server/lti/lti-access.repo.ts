import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { LtiScope } from '#contract/lti/lti-limits.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/only-row.ts'
import { ltiAssertions, ltiKeys, ltiLaunches, ltiLinks, ltiTokens, ltiTools } from '#server/lti/lti.table.ts'

export type KeyRecord = typeof ltiKeys.$inferSelect

/** The key that signs now; null before the first message. */
export const findSigningKey = async (db: Db): Promise<KeyRecord | null> => {
  const [key] = await db.select().from(ltiKeys).where(isNull(ltiKeys.retired_at)).orderBy(desc(ltiKeys.id)).limit(1)
  return key ?? null
}

/** Lets nobody else add a key until the transaction ends. */
export const lockKeys = async (tx: Db) => {
  await tx.execute(sql`lock table lti_keys in share row exclusive mode`)
}

/** Replaces the key that signs. */
export const replaceKey = async (tx: Db, key: typeof ltiKeys.$inferInsert) => {
  await tx.update(ltiKeys).set({ retired_at: sql`now()` }).where(isNull(ltiKeys.retired_at))
  return onlyRow(await tx.insert(ltiKeys).values(key).returning())
}

/** How long a key is still published after another one signs, in hours: tools keep what they have read. */
const publishedHours = 24

const isPublished = or(
  isNull(ltiKeys.retired_at),
  gt(ltiKeys.retired_at, sql`now() - ${publishedHours} * interval '1 hour'`),
)

/** What tools check messages by, newest first. */
export const listPublicKeys = (db: Db) =>
  db
    .select({ kid: ltiKeys.kid, public_jwk: ltiKeys.public_jwk })
    .from(ltiKeys)
    .where(isPublished)
    .orderBy(desc(ltiKeys.id))

/** How long a launch may take until the tool asks who it is, in minutes. */
const launchMinutes = 5

export const insertLaunch = async (tx: Db, launch: Omit<typeof ltiLaunches.$inferInsert, 'expires_at'>) => {
  await tx.insert(ltiLaunches).values({ ...launch, expires_at: sql`now() + ${launchMinutes} * interval '1 minute'` })
}

const isOpen = gt(ltiLaunches.expires_at, sql`now()`)

/** A launch that is not finished, with what it opens. */
export const findLaunch = async (db: Db, tokenHash: Buffer) => {
  const [row] = await db
    .select({ launch: ltiLaunches, link: ltiLinks, tool: ltiTools })
    .from(ltiLaunches)
    .innerJoin(ltiLinks, eq(ltiLinks.id, ltiLaunches.link_id))
    .innerJoin(ltiTools, eq(ltiTools.id, ltiLinks.tool_id))
    .where(and(eq(ltiLaunches.token_hash, tokenHash), isOpen, isNull(ltiLinks.deleted_at), isNull(ltiTools.deleted_at)))
  return row ?? null
}
export type Launch = NonNullable<Awaited<ReturnType<typeof findLaunch>>>

/** Finishes a launch; false when somebody else has done so in between. */
export const endLaunch = async (tx: Db, tokenHash: Buffer) => {
  const { rowCount } = await tx.delete(ltiLaunches).where(and(eq(ltiLaunches.token_hash, tokenHash), isOpen))
  return (rowCount ?? 0) > 0
}

/** Uses an assertion up; false when it was used before. */
export const useAssertion = async (tx: Db, assertion: typeof ltiAssertions.$inferInsert) => {
  const { rowCount } = await tx.insert(ltiAssertions).values(assertion).onConflictDoNothing()
  return (rowCount ?? 0) > 0
}

/** How long a token of a tool works, in seconds. */
export const tokenSeconds = 3600

export const insertToken = async (tx: Db, token: Omit<typeof ltiTokens.$inferInsert, 'expires_at'>) => {
  await tx.insert(ltiTokens).values({ ...token, expires_at: sql`now() + ${tokenSeconds} * interval '1 second'` })
}

/** The tool of a token that works, with what it may; null for any other. */
export const findToolByToken = async (db: Db, tokenHash: Buffer) => {
  const [row] = await db
    .select({ tool: ltiTools, scopes: ltiTokens.scopes })
    .from(ltiTokens)
    .innerJoin(ltiTools, eq(ltiTools.id, ltiTokens.tool_id))
    .where(and(eq(ltiTokens.token_hash, tokenHash), gt(ltiTokens.expires_at, sql`now()`), isNull(ltiTools.deleted_at)))
  return row ? { tool: row.tool, scopes: row.scopes as LtiScope[] } : null
}

/** Deletes launches, tokens and used assertions that have expired, and keys that are published no longer. */
export const deleteExpiredLtiAccess = async (db: Db) => {
  for (const table of [ltiLaunches, ltiTokens, ltiAssertions])
    await db.delete(table).where(sql`${table.expires_at} < now()`)
  await db.delete(ltiKeys).where(sql`not (${isPublished})`)
}
