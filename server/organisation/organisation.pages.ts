import type { SignatureAnswer } from '#contract/organisation/made-documents.schema.ts'
import { organisationPages, organisationTitle } from '#contract/organisation/organisation.schema.ts'
import { signatureNumber } from '#contract/organisation/signature-number.ts'
import type { ServedPage } from '#contract/page-head.ts'
import { pathTo } from '#contract/pages.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import type { Deps } from '#server/deps.ts'
import { organisationFacts } from '#server/http/facts.ts'
import { loadOrganisationPage } from '#server/organisation/load-organisation-page.ts'
import { loadSignature } from '#server/organisation/present-made.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/** The page number by address; a page has two. */
const numbers = new Map(
  organisationPages.flatMap(({ number, slug }) => [
    [pathTo(`organisation.page${number}`), number],
    [pathTo(`sveden.${slug}`), number],
  ]),
)

/** The owner of the section: as text for the descriptions, and as facts for search engines. */
const ownerOf = ({ config }: Deps, school: SchoolSettings) => ({
  name: school.name || config.appName,
  facts: [organisationFacts(config, school)],
})

const contents = (deps: Deps, school: SchoolSettings): ServedPage => {
  const { name, facts } = ownerOf(deps, school)
  return {
    title: organisationTitle,
    head: { description: `${organisationTitle}: ${name}. Все четырнадцать страниц раздела.`, facts },
    data: { pages: organisationPages.map(({ number, slug, title }) => ({ number, slug, title })) },
  }
}

/** The signature that the address of the documents' page asks about; null when it asks about none. */
const confirm = async ({ db }: Deps, asked: string | undefined): Promise<SignatureAnswer | null> => {
  if (!asked) return null
  const number = signatureNumber(asked)
  return { signature: number === null ? null : await loadSignature(db, number) }
}

/** The data for the pages of the organisation section: the contents page, and the response of a page's call. */
export const organisationPage = async (
  deps: Deps,
  params: Record<string, string>,
  query: Record<string, string> = {},
  school = loadSchool(deps.db),
): Promise<ServedPage | null> => {
  const path = params.path?.replace(/\/$/, '') ?? ''
  if (path === pathTo('organisation') || path === pathTo('sveden')) return contents(deps, await school)
  const known = organisationPages.find(({ number }) => number === numbers.get(path))
  if (!known) return null
  const [page, confirmation] = await Promise.all([
    loadOrganisationPage(deps.db, known.number, school),
    known.number === 3 ? confirm(deps, query.signature) : null,
  ])
  if (!page) return null
  const { name, facts } = ownerOf(deps, await school)
  return {
    title: page.title,
    head: {
      description: `${page.title}: ${name}. ${organisationTitle}.`,
      // of the two addresses, the one that the site's own links use
      canonical: pathTo(`organisation.page${known.number}`),
      facts,
    },
    data: { page },
    ...(confirmation && { more: [confirmation] }),
  }
}
