import type { Db } from '#server/db/database.ts'
import type { BuiltFrom } from '#server/db/kept.ts'
import { programSources } from '#server/programs/program-sources.ts'

/** What the pages of the organisation section are built from. */
export const organisationSources = (db: Db): BuiltFrom =>
  programSources(db, 'organisation_pages', 'organisation_documents', 'files', 'file_uses:organisation-page')
