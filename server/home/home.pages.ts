import { pages, pathTo, type ServedAnswers } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { loadHomePage } from '#server/home/load-home-page.ts'
import { organisationFacts } from '#server/http/facts.ts'
import type { LoadedPage } from '#server/http/serve-page.ts'
import { sitePicture } from '#server/pictures/link-picture.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/** The data for the guests' main page: the response of its call. */
export const homePage = async (
  { db, config }: Deps,
  _params: Record<string, string> = {},
  _query: Record<string, string> = {},
  school = loadSchool(db),
): Promise<LoadedPage<ServedAnswers<'main'>>> => {
  const { home, isComplete } = await loadHomePage(db, school)
  const { logo } = await school
  return {
    title: pages.main.title,
    head: {
      name: home.settings.title,
      description: home.settings.text || home.settings.about.text || home.settings.title,
      canonical: pathTo('main'),
      picture: sitePicture,
      facts: [organisationFacts(config, { ...home.school, logo })],
    },
    answers: { home: { home } },
    isComplete,
  }
}
