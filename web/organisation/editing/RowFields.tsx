import { Button } from '@mantine/core'
import { memo, useRef } from 'react'
import type { FieldValue, ShownValue } from '#contract/organisation/organisation.schema.ts'
import type { OrganisationBlock, OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import classes from '#web/organisation/editing/Editing.module.css'
import { FieldInput } from '#web/organisation/editing/FieldInput.tsx'
import { asWritten, isFilled, isKnown, knownText } from '#web/organisation/editing/row-text.ts'
import { Box, Grid, Row, Text } from '#web/ui/layout.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'

/** What the server says about fields, by name. */
export type FieldSentences = Record<string, string>

/** The fields of a row, or of a list of facts: typed, or corrected where the platform fills them in. */
export const RowFields = memo(
  ({
    block,
    place,
    values,
    known,
    errors,
    onChange,
  }: {
    block: OrganisationBlock
    place: string
    values: Record<string, FieldValue>
    known?: Record<string, ShownValue>
    errors?: FieldSentences
    onChange: (field: string, value: FieldValue | null) => void
  }) => (
    <Grid least={19} gap={4.5} gapX={5} align="start">
      {block.fields.map((field) => {
        const shown = known?.[field.name]
        const props = {
          // what the platform cannot say by itself is asked for
          field: shown?.note ? { ...field, hint: shown.note } : field,
          place: `${place}:${field.name}`,
          value: values[field.name],
          error: errors?.[field.name],
          onChange: (value: FieldValue | null) => onChange(field.name, value),
        }
        return isKnown(shown) ? (
          <KnownField key={field.name} {...props} shown={shown} />
        ) : (
          <FieldInput key={field.name} {...props} />
        )
      })}
    </Grid>
  ),
)

/** A field that the platform fills in; it can be corrected, and the correction taken back. */
const KnownField = ({
  field,
  shown,
  place,
  value,
  error,
  onChange,
}: {
  field: OrganisationField
  shown: ShownValue
  place: string
  value: FieldValue | undefined
  error?: string
  onChange: (value: FieldValue | null) => void
}) => {
  const root = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(root)
  const text = knownText(shown)
  return (
    <Row ref={root} gap={1} gapX={2} wrap align="start" justify="between" shrink className={classes.knownField}>
      {value === undefined ? (
        <>
          <Box from={12}>
            <Text mb={1} size={4} weight="medium">
              {field.label}
              {field.required && (
                <Text as="span" tone="bad" aria-hidden="true">
                  {' *'}
                </Text>
              )}
            </Text>
            <Text tone="soft" anywhere>
              {text}
            </Text>
          </Box>
          <Button
            size="xs"
            variant="subtle"
            data-correct
            aria-label={`Исправить: ${field.label}`}
            onClick={() => {
              onChange(asWritten(shown))
              focusNext('textarea, input:not([type="checkbox"]), button')
            }}
          >
            Исправить
          </Button>
        </>
      ) : (
        <>
          <FieldInput field={field} place={place} value={value} onChange={onChange} error={error} corrects />
          <Row as="p" gap={0.5} gapX={2} wrap size={2} tone="quiet" anywhere className={classes.instead}>
            <span>
              {isFilled(value)
                ? `В платформе: ${text}`
                : `Поле пустое, поэтому на странице останется из платформы: ${text}. Если сведений нет, отметьте это.`}
            </span>
            <Button
              size="xs"
              variant="subtle"
              aria-label={`Как в платформе: ${field.label}`}
              onClick={() => {
                onChange(null)
                focusNext('[data-correct]')
              }}
            >
              Как в платформе
            </Button>
          </Row>
        </>
      )}
    </Row>
  )
}
