import '#web/ui/input-styles.ts'
import { Textarea } from '@mantine/core'
import { maxApplicationText } from '#contract/applications/applications.schema.ts'

/** Where an applicant writes to the school. */
export const ApplicationField = ({
  text,
  error,
  onChange,
}: {
  text: string
  error?: string
  onChange: (text: string) => void
}) => (
  <Textarea
    label="О себе"
    description="Что уже умеете и чему хотите научиться. Можно не писать"
    name="application"
    autosize
    minRows={3}
    maxRows={10}
    maxLength={maxApplicationText}
    value={text}
    error={error}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
