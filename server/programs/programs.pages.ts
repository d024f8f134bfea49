import { AddressId } from '#contract/http/fields.ts'
import type { ServedPage } from '#contract/page-head.ts'
import { pathTo, type ServedAnswers } from '#contract/pages.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { plainTextOf } from '#server/content/plain-text.ts'
import type { Deps } from '#server/deps.ts'
import { courseFacts } from '#server/http/facts.ts'
import { pictureOf } from '#server/pictures/link-picture.ts'
import { loadProgram } from '#server/programs/load-program.ts'

/** The data for the announcement of a course: the response of its call. */
export const programPage = async (
  { db, config }: Deps,
  params: Record<string, string>,
  _query: Record<string, string> = {},
  school?: Promise<SchoolSettings>,
): Promise<ServedPage<ServedAnswers<'programs.show'>> | null> => {
  const id = AddressId.safeParse(params.id)
  const program = id.success ? await loadProgram(db, id.data, school) : null
  return (
    program && {
      title: program.name,
      head: {
        description: program.summary || plainTextOf(program.announcement) || `Курс «${program.name}»`,
        canonical: pathTo('programs.show', { id: program.id }),
        picture: pictureOf('program', program.id),
        facts: [courseFacts(config, program)],
      },
      answers: { program: { program } },
    }
  )
}
