import { ActionIcon, Textarea, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { maxHighlightText } from '#contract/notes/note-limits.ts'
import type { Highlight } from '#contract/notes/notes.schema.ts'
import classes from '#web/notes/Notes.module.css'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { useFocusAfter } from '#web/ui/use-focus-after.ts'

const shortened = (quote: string) => {
  const line = quote.replace(/\s+/g, ' ')
  return line.length > 40 ? `«${line.slice(0, 40)}…»` : `«${line}»`
}

/** A quotation from the lesson with the reader's words about it; a click leads to its place. */
export const Quotation = ({
  highlight: { quote, text },
  isLost,
  focused,
  onShow,
  onWrite,
  onRemove,
}: {
  highlight: Highlight
  /** It is no longer in the text. */
  isLost: boolean
  /** Changes when the field is to have the focus; null while it is not. */
  focused: object | null
  onShow: () => void
  onWrite: (text: string) => void
  onRemove: () => void
}) => {
  const row = useRef<HTMLLIElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useFocusAfter(row)
  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])
  const name = shortened(quote)
  return (
    <Stack as="li" ref={row} gap={2}>
      <Row gap={1} align="start">
        <Text as="blockquote" size={3} grow anywhere lines className={classes.quote}>
          {isLost ? (
            quote
          ) : (
            <UnstyledButton className={classes.place} data-tip="Показать в тексте" onClick={onShow}>
              <Text as="span" block clamp={3}>
                {quote}
              </Text>
            </UnstyledButton>
          )}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Убрать цитату ${name}`}
          data-tip="Убрать цитату"
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </Row>
      {isLost && (
        <Text size={2} tone="quiet">
          Этих слов в уроке больше нет: его изменили.
        </Text>
      )}
      <Textarea
        ref={field}
        rows={1}
        // a sheet around gives its focus to it
        data-autofocus={focused ? true : undefined}
        size="sm"
        aria-label={`Своими словами о цитате ${name}`}
        placeholder="Своими словами"
        classNames={{ input: classes.words as string }}
        value={text}
        error={text.length > maxHighlightText && `Не длиннее ${maxHighlightText} знаков, сейчас ${text.length}`}
        onChange={({ currentTarget: { value } }) => onWrite(value)}
      />
    </Stack>
  )
}
