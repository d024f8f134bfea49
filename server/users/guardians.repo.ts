import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { invalid } from '#server/http/refusal.ts'
import { guardians } from '#server/users/users.table.ts'

/** A parent of a child: the full name may be empty, the address unknown. */
export interface Guardian {
  name: string
  email: string | null
}

/**
 * Adds a parent, unless the child already has one with this address, or without one with this name; an empty name is
 * filled in.
 */
export const addGuardian = async (db: Db, child_id: number, { name, email }: Guardian) => {
  if (email === null && (await listGuardians(db, child_id)).some((parent) => parent.name === name)) return
  await db
    .insert(guardians)
    .values({ child_id, name, email })
    .onConflictDoUpdate({
      target: [guardians.child_id, guardians.email],
      set: { name },
      setWhere: eq(guardians.name, ''),
    })
}

/** Why somebody cannot have the address of one of their own parents. */
export const parentsEmail = 'Эта почта записана как почта родителя. Здесь нужна другая'

/** Refuses the address of a parent as the person's own: who reads it would get into both. Lock the person first. */
export const refuseParentsEmail = async (tx: Db, childId: number, email: string) => {
  const parents = await listGuardians(tx, childId)
  if (parents.some((parent) => parent.email === email)) throw invalid('email', parentsEmail)
}

/** Makes these the parents of a child; returns whether that changed anything. */
export const replaceGuardians = async (tx: Db, childId: number, parents: Guardian[]) => {
  const before = await listGuardians(tx, childId)
  if (JSON.stringify(before) === JSON.stringify(parents)) return false
  await tx.delete(guardians).where(eq(guardians.child_id, childId))
  if (parents.length > 0)
    await tx.insert(guardians).values(parents.map(({ name, email }) => ({ child_id: childId, name, email })))
  return true
}

/** The parents of a child, in the order they were added. */
export const listGuardians = (db: Db, childId: number) =>
  db
    .select({ name: guardians.name, email: guardians.email })
    .from(guardians)
    .where(eq(guardians.child_id, childId))
    .orderBy(asc(guardians.id))

/** The parents of several children, in the order they were added. */
export const listGuardiansOf = async (db: Db, childIds: number[]) => {
  if (childIds.length === 0) return []
  return db
    .select({ child_id: guardians.child_id, name: guardians.name, email: guardians.email })
    .from(guardians)
    .where(inArray(guardians.child_id, childIds))
    .orderBy(asc(guardians.id))
}

/** The address of the first parent who has one; null without any. */
export const findGuardianEmail = async (db: Db, childId: number) => {
  const [row] = await db
    .select({ email: guardians.email })
    .from(guardians)
    .where(and(eq(guardians.child_id, childId), isNotNull(guardians.email)))
    .orderBy(asc(guardians.id))
    .limit(1)
  return row?.email ?? null
}
