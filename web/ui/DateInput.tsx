import '#web/ui/input-styles.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { focusInSight } from '#web/forms/focus-first-error.ts'

const problems = {
  day: 'Такого дня нет, или он набран не до конца. Проверьте день, месяц и год.',
  moment: 'Такого времени нет, или оно набрано не до конца. Проверьте день, месяц, год и время.',
}

/** How long a press of a button takes, in milliseconds. */
const pressMs = 250

/**
 * Gives the focus to the first date field of a part of a page in which the browser can read nothing, as 31 February.
 * Returns whether there is one.
 */
export const focusUnreadableDate = (root: ParentNode | null) => {
  const fields = [...(root?.querySelectorAll<HTMLInputElement>('input[data-date]') ?? [])]
  const unreadable = fields.find((field) => field.validity.badInput)
  focusInSight(unreadable)
  return unreadable !== undefined
}

/**
 * A day, or with `withTime` a moment on the device's clock, in the browser's own field. What is no day, or only a part
 * of one, the browser gives out as an empty value: the field says so, and its form is not sent as if it were empty.
 */
export const DateInput = ({
  withTime = false,
  error,
  onBlur,
  ...props
}: Omit<TextInputProps, 'type'> & { withTime?: boolean }) => {
  const field = useRef<HTMLInputElement>(null)
  const [unreadable, setUnreadable] = useState(false)
  const look = () => setUnreadable(field.current?.validity.badInput ?? false)
  useEffect(() => {
    const form = field.current?.form
    const refuse = (event: SubmitEvent) => {
      if (!field.current?.validity.badInput) return
      setUnreadable(true)
      if (!event.defaultPrevented) focusInSight(field.current)
      event.preventDefault()
      // the app listens further out
      event.stopPropagation()
    }
    form?.addEventListener('submit', refuse)
    return () => form?.removeEventListener('submit', refuse)
  }, [])
  return (
    <TextInput
      {...props}
      ref={field}
      data-date
      type={withTime ? 'datetime-local' : 'date'}
      error={unreadable ? problems[withTime ? 'moment' : 'day'] : error}
      onKeyUp={() => unreadable && look()}
      onInput={() => unreadable && look()}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        // a day that is being typed is not wrong yet, and a line that appears under the pointer would move the button
        // that is being pressed away
        setTimeout(look, pressMs)
        onBlur?.(event)
      }}
    />
  )
}
