import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { organisationTexts } from '#server/organisation/organisation.table.ts'

/** The text of a page of the organisation section; null while nobody has written it. */
export const findOrganisationText = async (db: Db, number: number) => {
  const [text] = await db.select().from(organisationTexts).where(eq(organisationTexts.number, number))
  return text ?? null
}

/** Sets the text of a page: HTML that is clean already. */
export const saveOrganisationText = async (
  db: Db,
  { number, content, updated_by }: { number: number; content: string; updated_by: number | null },
) => {
  const change = { content, updated_by, updated_at: new Date().toISOString() }
  await db
    .insert(organisationTexts)
    .values({ number, ...change })
    .onConflictDoUpdate({ target: organisationTexts.number, set: change })
}
