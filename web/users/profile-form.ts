import { useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import type { UserProfile } from '#contract/users/users.api.ts'
import { About, nameUnlessKept, Occupation, ProfileLink } from '#contract/users/users.schema.ts'
import { validateWith } from '#web/app/form-errors.ts'
import { randomId } from '#web/app/random-id.ts'
import { readDevice, writeDevice } from '#web/ui/device-store.ts'

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

/**
 * The form of the user's own profile, with what was `saved` when it opened. The long text is kept on the device while it
 * is typed, until `forget`.
 */
export const useProfileForm = (user: UserProfile) => {
  const key = `draft:about:${user.id}`
  const [saved] = useState(() => valuesOf(user))
  const [typed] = useState(() => readDevice<string>(key))
  const form = useForm({
    initialValues: { ...saved, about: typed ?? saved.about },
    validate: checkOf(user),
    onValuesChange: ({ about }) => writeDevice(key, about === saved.about ? null : about),
  })
  return { form, saved, forget: () => writeDevice(key, null) }
}
export type ProfileFormState = ReturnType<typeof useProfileForm>['form']
