import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { LtiShares } from '#contract/lti/lti.schema.ts'
import type { Db } from '#server/db/database.ts'
import { ltiConsents, ltiLaunches, ltiLinks, ltiTokens, ltiTools } from '#server/lti/lti.table.ts'

export type ConsentRecord = typeof ltiConsents.$inferSelect

/** Somebody's consents to the tools that the school has, by the names of these. */
export const listConsents = (db: Db, userId: number) =>
  db
    .select({ consent: ltiConsents, tool: ltiTools })
    .from(ltiConsents)
    .innerJoin(ltiTools, eq(ltiTools.id, ltiConsents.tool_id))
    .where(and(eq(ltiConsents.user_id, userId), isNull(ltiTools.deleted_at)))
    .orderBy(asc(ltiTools.name), asc(ltiTools.id))

const ofPerson = (toolId: number, userId: number) =>
  and(eq(ltiConsents.tool_id, toolId), eq(ltiConsents.user_id, userId))

/** Somebody's consent to a tool that the school has. */
export const findConsent = async (db: Db, toolId: number, userId: number) => {
  const [row] = await db
    .select({ consent: ltiConsents, tool: ltiTools })
    .from(ltiConsents)
    .innerJoin(ltiTools, eq(ltiTools.id, ltiConsents.tool_id))
    .where(and(ofPerson(toolId, userId), isNull(ltiTools.deleted_at)))
  return row ?? null
}

/** Keeps a first consent; false when there is one. */
export const insertConsent = async (tx: Db, consent: Omit<ConsentRecord, 'agreed_at'>) => {
  const { rowCount } = await tx.insert(ltiConsents).values(consent).onConflictDoNothing()
  return (rowCount ?? 0) > 0
}

/** Changes what a tool may know; whether there was a consent. */
export const updateConsent = async (tx: Db, toolId: number, userId: number, shares: LtiShares) => {
  const { rowCount } = await tx
    .update(ltiConsents)
    .set({ ...shares, agreed_at: sql`now()` })
    .where(ofPerson(toolId, userId))
  return (rowCount ?? 0) > 0
}

/** Ends all tokens of a tool: it gets new ones for what it still may. */
export const endTokens = async (tx: Db, toolId: number) => {
  await tx.delete(ltiTokens).where(eq(ltiTokens.tool_id, toolId))
}

/** Takes a consent back, with the launches under way and the tokens of the tool; whether there was one. */
export const deleteConsent = async (tx: Db, toolId: number, userId: number) => {
  const { rowCount } = await tx.delete(ltiConsents).where(ofPerson(toolId, userId))
  if (!rowCount) return false
  await tx.delete(ltiLaunches).where(sql`${ltiLaunches.user_id} = ${userId} and ${ltiLaunches.link_id} in (
    select ${ltiLinks.id} from ${ltiLinks} where ${ltiLinks.tool_id} = ${toolId})`)
  await endTokens(tx, toolId)
  return true
}
