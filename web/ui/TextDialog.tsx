import { Textarea } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useFieldSave } from '#web/forms/use-field-save.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'

/**
 * Asks for a short text before something is done, and does it with that text. What is wrong with the text is shown
 * under it; the dialog closes once it is done.
 */
export const TextDialog = ({
  label,
  description,
  maxLength = 1000,
  field,
  optional = false,
  failure,
  kept,
  children,
  check,
  send,
  onClose,
  ...dialog
}: Pick<ComponentProps<typeof FormDialog>, 'title' | 'lead' | 'action' | 'danger' | 'onClose'> & {
  label: string
  description?: string
  maxLength?: number
  /** The server's name of the text. */
  field: string
  /** It is done without a text, too. */
  optional?: boolean
  /** The title of the message that it could not be done. */
  failure?: string
  /** The typed text and its setter, where it outlives the dialog. */
  kept?: readonly [text: string, setText: (text: string) => void]
  /** What is chosen before the text. */
  children?: ReactNode
  /** Whether what is chosen will do; it shows itself why not. */
  check?: () => boolean
  send: (text: string) => Promise<unknown>
}) => {
  const own = useState('')
  const [typed, setTyped] = kept ?? own
  const text = typed.trim()
  const { problem, saving, submit, clearProblem } = useFieldSave({
    fields: [field],
    check: () => text === '' && !optional && 'Напишите хотя бы пару слов',
    save: async () => {
      await send(text)
      onClose()
    },
    ...(failure && { failure }),
  })
  return (
    <FormDialog
      {...dialog}
      busy={saving}
      kept={kept !== undefined}
      onClose={onClose}
      onSubmit={(event) => {
        if (!check || check()) return submit(event)
        event.preventDefault()
        event.currentTarget.querySelector('input')?.focus()
      }}
    >
      {children}
      <Textarea
        label={label}
        description={description}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={maxLength}
        data-autofocus={children ? undefined : true}
        value={typed}
        error={problem}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          clearProblem()
        }}
      />
    </FormDialog>
  )
}
