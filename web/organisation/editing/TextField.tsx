import '#web/ui/input-styles.ts'
import { Textarea, TextInput } from '@mantine/core'
import { earliestDay, tooEarlyText } from '#contract/organisation/earliest-day.ts'
import type { OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import { dayOf } from '#web/organisation/editing/document-text.ts'
import { DateInput } from '#web/ui/DateInput.tsx'

// as the server takes it for publishing
const isNumber = (text: string) => /^\d[\d\s]*([.,]\d+)?$/.test(text.trim())

/** A text, a number or a date of the registry, as it is typed. */
export const TextField = ({
  field: { label, kind, required, hint },
  text,
  onChange,
  error,
}: {
  field: OrganisationField
  text: string
  onChange: (text: string) => void
  error?: string
}) => {
  const common = { label, description: hint, withAsterisk: required, error }
  if (kind === 'number') {
    const problem = text.trim() === '' || isNumber(text) ? undefined : 'Напишите число, например 1250'
    return (
      <TextInput
        {...common}
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
        error={error ?? problem}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  const day = dayOf(text)
  // text that is no day stays in sight, to be changed by hand
  if (kind === 'date' && (text === '' || day))
    return (
      <DateInput
        {...common}
        error={error ?? (day && day < earliestDay ? tooEarlyText : undefined)}
        min={earliestDay}
        max="2199-12-31"
        value={day ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <Textarea
      {...common}
      autosize
      minRows={1}
      maxRows={14}
      maxLength={5000}
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
