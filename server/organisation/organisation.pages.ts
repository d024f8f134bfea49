import type { SignatureAnswer } from '#contract/organisation/made-documents.schema.ts'
import { organisationPages, organisationTitle } from '#contract/organisation/organisation-pages.ts'
import { signatureNumber } from '#contract/organisation/signature-number.ts'
import type { ServedPage } from '#contract/page-head.ts'
import { pathTo, type ServedAnswers } from '#contract/pages.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import type { Deps } from '#server/deps.ts'
import { organisationFacts } from '#server/http/facts.ts'
import type { ServedPageLoader } from '#server/http/serve-page.ts'
import { loadOrganisationPage } from '#server/organisation/load-organisation-page.ts'
import { loadSignature } from '#server/organisation/present-made.ts'

/** The owner of the section: as text for the descriptions, and as facts for search engines. */
const ownerOf = ({ config }: Deps, school: SchoolSettings) => ({
  name: school.name || config.appName,
  facts: [organisationFacts(config, school)],
})

const contents = (deps: Deps, school: SchoolSettings): ServedPage<ServedAnswers<'organisation'>> => {
  const { name, facts } = ownerOf(deps, school)
  return {
    title: organisationTitle,
    head: { description: `${organisationTitle}: ${name}. Все четырнадцать страниц раздела.`, facts },
    answers: { contents: { pages: organisationPages } },
  }
}

/** The signature that the address of the documents' page asks about; null when it asks about none. */
const confirm = async ({ db }: Deps, asked: string | undefined): Promise<SignatureAnswer | null> => {
  if (!asked) return null
  const number = signatureNumber(asked)
  return { signature: number === null ? null : await loadSignature(db, number) }
}

/** The data for the contents page of the organisation section. */
export const contentsPage: ServedPageLoader<'organisation'> = async (deps, _params, _query, school) =>
  contents(deps, await school)

/** The data for a page of the organisation section: the response of its call. */
export const organisationPage =
  (number: (typeof organisationPages)[number]['number']): ServedPageLoader<'organisation.page1'> =>
  async (deps, _params, query, school) => {
    const [page, confirmation] = await Promise.all([
      loadOrganisationPage(deps.db, number, school),
      number === 3 ? confirm(deps, query.signature) : null,
    ])
    if (!page) return null
    const { name, facts } = ownerOf(deps, await school)
    return {
      title: page.title,
      head: {
        description: `${page.title}: ${name}. ${organisationTitle}.`,
        // of the two addresses, the one that the site's own links use
        canonical: pathTo(`organisation.page${number}`),
        facts,
      },
      answers: { page: { page }, ...(confirmation && { signature: confirmation }) },
    }
  }
