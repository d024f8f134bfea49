import { useEffect, useState } from 'react'
import { useUnsavedChanges } from '#web/app/use-unsaved-changes.ts'
import { readDevice, writeDevice } from '#web/ui/use-device-draft.ts'

/** What is asked of a form of @mantine/form. */
interface Form<Values> {
  values: Values
  setValues: (values: Values) => void
  reset: () => void
  isDirty: () => boolean
}

/**
 * Keeps what is typed into a form on the device under `key` until the server has it, brings it back when the form is
 * opened again, and asks before the page is left. Call `forget` once the server has confirmed.
 */
export const useFormDraft = <Values>(form: Form<Values>, key: string) => {
  const [restored, setRestored] = useState(false)
  const dirty = form.isDirty()
  const release = useUnsavedChanges(
    dirty,
    'Изменения не сохранены. На этом устройстве они останутся: вернитесь сюда, чтобы продолжить.',
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is opened
  useEffect(() => {
    const kept = readDevice<Values>(key)
    if (!kept) return
    form.setValues({ ...form.values, ...kept })
    setRestored(true)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the values
  useEffect(() => {
    writeDevice(key, dirty ? form.values : null)
  }, [form.values, dirty])

  return {
    dirty,
    /** Whether the form shows what was typed earlier. */
    restored: restored && dirty,
    /** Back to what the server has. */
    discard: () => {
      form.reset()
      setRestored(false)
    },
    forget: () => {
      release()
      writeDevice(key, null)
    },
  }
}
