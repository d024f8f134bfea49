import { AddressId } from '#contract/http/fields.ts'
import type { ServedPage } from '#contract/page-head.ts'
import { pathTo, type ServedAnswers } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { UserProfile } from '#contract/users/users.api.ts'
import type { Deps } from '#server/deps.ts'
import { personFacts } from '#server/http/facts.ts'
import { pictureOf } from '#server/pictures/link-picture.ts'
import { findVisibleUser } from '#server/users/find-visible-user.ts'
import { presentProfile } from '#server/users/present-profile.ts'

/** The data for a profile as guests see it: the response of its call. */
export const userPage = async (
  { db, config }: Deps,
  params: Record<string, string>,
): Promise<ServedPage<ServedAnswers<'users.show'>> | null> => {
  const id = AddressId.safeParse(params.id)
  const row = id.success ? await findVisibleUser(db, null, id.data) : null
  if (!row) return null
  // cut to the response of the call: the data are part of the document
  const user = UserProfile.parse(await presentProfile(db, null, row))
  const name = fullName(user)
  return {
    title: name,
    head: {
      description:
        [user.about.startsWith(user.occupation) ? '' : user.occupation, user.about].filter(Boolean).join('. ') ||
        `${name}: проекты и пройденные курсы`,
      canonical: pathTo('users.show', { id: user.id }),
      type: 'profile',
      picture: pictureOf('user', user.id),
      facts: [personFacts(config, user)],
    },
    answers: { profile: { user } },
  }
}
