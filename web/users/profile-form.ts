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

/** A text that was typed, and the saved one that it was to replace. */
interface KeptAbout {
  base: string
  text: string
}

/**
 * The form of the user's own profile, with what was `saved` when it opened. The long text is kept on the device while it
 * is typed, until `forget`. One that was begun before another was saved, as on another device, is only offered
 * (`other`): it must not replace the newer one by itself.
 */
export const useProfileForm = (user: UserProfile) => {
  const key = `draft:about:${user.id}`
  const [saved] = useState(() => valuesOf(user))
  const [kept] = useState(() => readDevice<KeptAbout>(key))
  const isNewest = kept?.base === saved.about
  const [other, setOther] = useState(!kept || isNewest || kept.text === saved.about ? null : kept.text)
  const form = useForm({
    initialValues: { ...saved, about: kept && isNewest ? kept.text : saved.about },
    validate: checkOf(user),
    onValuesChange: ({ about }) => writeDevice(key, about === saved.about ? null : { base: saved.about, text: about }),
  })
  const showOther = () => {
    setOther(form.getValues().about)
    form.setFieldValue('about', other ?? '')
  }
  return { form, saved, other, showOther, forget: () => writeDevice(key, null) }
}
export type ProfileFormState = ReturnType<typeof useProfileForm>['form']
