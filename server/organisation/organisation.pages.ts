import { organisationPages, organisationTitle } from '#contract/organisation/organisation.schema.ts'
import { pathTo } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { loadOrganisationPage } from '#server/organisation/load-organisation-page.ts'

/** The page number of each address; a page has two. */
const numbers = new Map(
  organisationPages.flatMap(({ number, slug }) => [
    [pathTo(`organisation.page${number}`), number],
    [pathTo(`sveden.${slug}`), number],
  ]),
)

/** What the pages of the organisation section are drawn from: the contents page, and the answer of a page's call. */
export const organisationPage = async ({ db }: Deps, params: Record<string, string>) => {
  const path = params.path?.replace(/\/$/, '') ?? ''
  if (path === pathTo('organisation')) {
    return {
      title: organisationTitle,
      data: { pages: organisationPages.map(({ number, slug, title }) => ({ number, slug, title })) },
    }
  }
  const number = numbers.get(path)
  const page = number === undefined ? null : await loadOrganisationPage(db, number)
  return page && { title: page.title, data: { page } }
}
