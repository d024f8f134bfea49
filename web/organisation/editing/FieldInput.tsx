import { Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Checkbox, Input } from '@mantine/core'
import { useRef } from 'react'
import type { FieldValue } from '#contract/organisation/organisation.schema.ts'
import { absentText } from '#contract/organisation/registry/registry.ts'
import type { OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import classes from '#web/organisation/editing/Editing.module.css'
import { ReferencesField } from '#web/organisation/editing/ReferencesField.tsx'
import { TextField } from '#web/organisation/editing/TextField.tsx'

export interface FieldInputProps {
  field: OrganisationField
  /** Its place on the page, for what the device keeps of it. */
  place: string
  value: FieldValue | undefined
  /** Null takes the value away. */
  onChange: (value: FieldValue | null) => void
  error?: string
  /** An emptied field is a correction of what the platform says, not a field that nobody has filled in. */
  corrects?: boolean
}

/** A name of the registry to fill in, or to mark as «нет сведений». */
export const FieldInput = ({ field, place, value, onChange, error, corrects = false }: FieldInputProps) => {
  const absent = value !== undefined && 'absent' in value
  // what was there before the tick comes back with it
  const before = useRef<FieldValue | null>(null)
  const mark = (checked: boolean) => {
    if (checked) before.current = value ?? null
    onChange(checked ? { absent: true } : (before.current ?? (corrects ? { text: '' } : null)))
  }
  return (
    <Stack gap={2} shrink className={classes.field}>
      {absent ? (
        <AbsentField field={field} error={error} />
      ) : field.kind === 'link' || field.kind === 'file' ? (
        <ReferencesField
          field={field}
          place={place}
          value={value}
          onChange={(refs) => onChange(refs ?? (corrects ? { refs: [] } : null))}
          error={error}
        />
      ) : (
        <TextField
          field={field}
          error={error}
          text={value && 'text' in value ? value.text : ''}
          onChange={(text) => onChange(text === '' && !corrects ? null : { text })}
        />
      )}
      <Checkbox
        size="xs"
        radius="xs"
        label="Нет сведений"
        aria-label={`Нет сведений: ${field.label}`}
        checked={absent}
        onChange={(event) => mark(event.currentTarget.checked)}
      />
    </Stack>
  )
}

const AbsentField = ({ field, error }: { field: OrganisationField; error?: string }) => (
  <Input.Wrapper label={field.label} labelElement="div" withAsterisk={field.required} error={error}>
    <Text pad={2} padX={3} size={4} tone="soft" ground="sunken" round="s">
      На странице будет: «{absentText(field)}»
    </Text>
  </Input.Wrapper>
)
