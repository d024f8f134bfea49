import { organisationPages, organisationTitle } from '#contract/organisation/organisation.schema.ts'
import type { ServedPage } from '#contract/page-head.ts'
import { pathTo } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { loadOrganisationPage } from '#server/organisation/load-organisation-page.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/** The page number of each address; a page has two. */
const numbers = new Map(
  organisationPages.flatMap(({ number, slug }) => [
    [pathTo(`organisation.page${number}`), number],
    [pathTo(`sveden.${slug}`), number],
  ]),
)

/** Whose section it is, for the descriptions. */
const schoolName = async ({ db, config }: Deps) => (await loadSchool(db)).name || config.appName

const contents = async (deps: Deps): Promise<ServedPage> => ({
  title: organisationTitle,
  head: { description: `${organisationTitle}: ${await schoolName(deps)}. Все четырнадцать страниц раздела.` },
  data: { pages: organisationPages.map(({ number, slug, title }) => ({ number, slug, title })) },
})

/** What the pages of the organisation section are drawn from: the contents page, and the answer of a page's call. */
export const organisationPage = async (deps: Deps, params: Record<string, string>): Promise<ServedPage | null> => {
  const path = params.path?.replace(/\/$/, '') ?? ''
  if (path === pathTo('organisation')) return contents(deps)
  const known = organisationPages.find(({ number }) => number === numbers.get(path))
  if (!known) return null
  const [page, name] = await Promise.all([loadOrganisationPage(deps.db, known.number), schoolName(deps)])
  if (!page) return null
  return {
    title: page.title,
    head: {
      description: `${page.title}: ${name}. ${organisationTitle}.`,
      // of the two addresses the one where the supervising authority looks
      canonical: pathTo(`sveden.${known.slug}`),
    },
    data: { page },
  }
}
