import { useForm } from '@mantine/form'
import { z } from 'zod'
import type { UserProfile } from '#contract/users/users.api.ts'
import { About, nameUnlessKept, Occupation, ProfileLink } from '#contract/users/users.schema.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { randomId } from '#web/app/random-id.ts'

const checkOf = ({ name, surname }: UserProfile) =>
  validateWith(
    z.object({
      name: nameUnlessKept(name),
      surname: nameUnlessKept(surname),
      occupation: Occupation,
      about: About,
      links: z.array(ProfileLink),
    }),
  )

/** A new row of the links; rows that can change their places need names of their own. */
export const newLink = (link = { title: '', url: '' }) => ({ ...link, key: randomId() })

const valuesOf = ({ name, surname, occupation, about, links, shows_courses = true }: UserProfile) => ({
  name,
  surname,
  occupation,
  about,
  shows_courses,
  links: links.map(newLink),
})

/** The form of the user's own profile. */
export const useProfileForm = (user: UserProfile) => useForm({ initialValues: valuesOf(user), validate: checkOf(user) })
export type ProfileFormState = ReturnType<typeof useProfileForm>
