import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { RoleSlug } from '#contract/users/users.schema.ts'
import type { Db } from '#server/db/database.ts'
import { type User, users } from '#server/users/users.table.ts'

export const findUser = async (db: Db, id: number) => {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  return user ?? null
}

/** Matches the address of an account; an erased one has none, and is in no index of addresses. */
export const hasEmail = (email: string) => and(eq(users.email, email), isNull(users.erased_at))

/** `email` in lower case. */
export const findUserByEmail = async (db: Db, email: string) => {
  const [user] = await db.select().from(users).where(hasEmail(email))
  return user ?? null
}

/** These people, without the erased. */
export const listPeople = (db: Db, ids: number[]): Promise<User[]> =>
  db
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.erased_at)))

/** A person's row, locked until the transaction ends. */
export const lockUser = async (tx: Db, id: number): Promise<User | null> => {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return user ?? null
}

/** The current password and state of an account; neither changes until the transaction ends. */
export const holdPassword = async (tx: Db, id: number) => {
  const [user] = await tx
    .select({
      password_hash: users.password_hash,
      active: users.active,
      awaits_parent_at: users.awaits_parent_at,
    })
    .from(users)
    .where(eq(users.id, id))
    .for('share')
  return user ?? null
}

/** Puts a new hash of the same password in the place of the old one, unless the password has been changed meanwhile. */
export const renewHash = async (db: Db, id: number, { from, to }: { from: string; to: string }) => {
  await db
    .update(users)
    .set({ password_hash: to })
    .where(and(eq(users.id, id), eq(users.password_hash, from)))
}

/** An account by what its owner signs in with: the address or the login, in lower case. */
export const findUserByHandle = async (db: Db, handle: string) => {
  const [user] = await db
    .select()
    .from(users)
    .where(and(handle.includes('@') ? eq(users.email, handle) : eq(users.login, handle), isNull(users.erased_at)))
  return user ?? null
}

/** Returns the new account, or null when the address or the login is taken. */
export const insertUser = async (db: Db, values: typeof users.$inferInsert) => {
  const [user] = await db.insert(users).values(values).onConflictDoNothing().returning()
  return user ?? null
}

export const updateUser = async (db: Db, id: number, changes: Partial<typeof users.$inferInsert>) => {
  if (Object.keys(changes).length > 0) await db.update(users).set(changes).where(eq(users.id, id))
}

export const deactivateUsers = async (tx: Db, ids: number[]) => {
  await tx.update(users).set({ active: false }).where(inArray(users.id, ids))
}

/** Sets the file of a person's avatar; returns the previous one, each to one caller only. */
export const swapAvatar = (db: Db, id: number, avatar: string | null) =>
  db.transaction(async (tx) => {
    const [before] = await tx.select({ avatar: users.avatar }).from(users).where(eq(users.id, id)).for('no key update')
    await updateUser(tx, id, { avatar })
    return before?.avatar ?? null
  })

/** Filters files to those that are somebody's avatar. */
export const listKnownAvatars = async (db: Db, avatars: string[]) => {
  if (avatars.length === 0) return new Set<string>()
  const known = await db.select({ avatar: users.avatar }).from(users).where(inArray(users.avatar, avatars))
  return new Set(known.flatMap(({ avatar }) => avatar ?? []))
}

export const setPasswordHash = (db: Db, id: number, password_hash: string) => updateUser(db, id, { password_hash })

/**
 * Locks the curators with all rights in the order of their ids, so that two of them cannot leave at the same moment;
 * returns how many remain besides `ids`. Call it before one of them is locked alone. Other transactions may still refer
 * to them.
 */
export const countOtherCurators = async (db: Db, ...ids: number[]) => {
  const curators = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'curator'), isNull(users.rights), users.active, isNull(users.erase_at)))
    .orderBy(asc(users.id))
    .for('no key update')
  return curators.filter(({ id }) => !ids.includes(id)).length
}

/**
 * The order in which several people are locked: curators with all rights first, as `countOtherCurators` locks these
 * before anybody else.
 */
export const lockingOrder = [sql`(${users.role} = 'curator' and ${users.rights} is null) desc`, asc(users.id)]

const lockInOrder = async (tx: Db, ids: number[], strength: 'share' | 'no key update') => {
  if (ids.length === 0) return
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(...lockingOrder)
    .for(strength)
}

/**
 * None of these people is switched off, erased or given another role until the transaction ends; others may hold them
 * as well. Call it before they are given places, and after the classes and courses were locked.
 */
export const holdPeople = (tx: Db, ids: number[]) => lockInOrder(tx, ids, 'share')

/** Locks people whose accounts change. */
export const lockPeople = (tx: Db, ids: number[]) => lockInOrder(tx, ids, 'no key update')

/** Filters users to active ones with one of these roles. */
export const listActiveUsers = async (db: Db, ids: number[], among: RoleSlug[]) =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(users)
        .where(and(inArray(users.id, ids), inArray(users.role, among), users.active))

/**
 * The same, locked until the transaction ends: nobody of them stops working at this moment. Who is changed afterwards
 * must be among them: of two people who hand over to each other one waits.
 */
export const lockActiveUsers = (tx: Db, ids: number[], among: RoleSlug[]) =>
  tx
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), inArray(users.role, among), users.active))
    .orderBy(...lockingOrder)
    .for('no key update')

export type { User }
