import { useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import type { UserProfile } from '#contract/users/users.api.ts'
import { About, nameUnlessKept, Occupation, ProfileLink } from '#contract/users/users.schema.ts'
import { randomId } from '#web/data/random-id.ts'
import { validateWith } from '#web/forms/form-errors.ts'
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

/** What the device keeps of the long text. */
interface KeptAbout {
  /** The saved text that `text` was to replace; null where it is only offered. */
  base: string | null
  text: string
  /** Another text, which is offered beside `text`. */
  other?: string
}

const readKept = (key: string): KeptAbout | null => {
  const kept = readDevice<KeptAbout | string>(key)
  // as earlier versions of the site have kept it
  return typeof kept === 'string' ? { base: null, text: kept } : kept
}

/**
 * The form of the user's own profile, with what was `saved` when it opened. The long text is kept on the device while it
 * is typed, until `forget`. One that was begun before another was saved, as on another device, is only offered
 * (`other`): it must not replace the newer one by itself.
 */
export const useProfileForm = (user: UserProfile) => {
  const key = `draft:about:${user.id}`
  const [saved] = useState(() => valuesOf(user))
  const [kept] = useState(() => readKept(key))
  const isNewest = kept?.base === saved.about
  const shown = kept && isNewest ? kept.text : saved.about
  const offered = isNewest ? kept.other : kept?.text
  const [other, setOther] = useState(offered === undefined || offered === shown ? null : offered)
  const keep = (about: string) => {
    const isChanged = about !== saved.about
    if (isChanged) writeDevice(key, { base: saved.about, text: about, ...(other !== null && { other }) })
    else writeDevice(key, other === null ? null : { base: null, text: other })
  }
  const form = useForm({
    initialValues: { ...saved, about: shown },
    validate: checkOf(user),
    onValuesChange: ({ about }) => keep(about),
  })
  const showOther = () => {
    setOther(form.getValues().about)
    form.setFieldValue('about', other ?? '')
  }
  return { form, saved, other, showOther, forget: () => writeDevice(key, null) }
}
export type ProfileFormState = ReturnType<typeof useProfileForm>['form']
