import { Button, TextInput } from '@mantine/core'
import { IconQuote } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Row, Stack } from '#web/ui/layout.tsx'

/**
 * Quotes words of the lesson without selecting them: by typing or pasting them. `onAdd` returns whether they are there.
 */
export const AddQuote = ({ onAdd }: { onAdd: (typed: string) => boolean }) => {
  const [typed, setTyped] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isOpen = typed !== null
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  if (typed === null)
    return (
      <Button
        size="sm"
        variant="subtle"
        justify="start"
        data-add
        leftSection={<IconQuote size={17} stroke={1.75} aria-hidden="true" />}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => !onAdd('') && setTyped('')}
      >
        Добавить цитату
      </Button>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isThere = onAdd(typed)
    setMissing(!isThere)
    if (isThere) setTyped(null)
  }
  return (
    <Stack as="form" gap={2} onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        label="Слова из урока"
        description="Наберите или вставьте их, либо выделите прямо в тексте"
        value={typed}
        error={isMissing && 'Таких слов в тексте урока нет'}
        onChange={({ currentTarget: { value } }) => {
          setMissing(false)
          setTyped(value)
        }}
      />
      <Row gap={2}>
        <Button type="submit" size="sm" disabled={typed.trim() === ''}>
          Добавить
        </Button>
        <Button size="sm" variant="default" onClick={() => setTyped(null)}>
          Отменить
        </Button>
      </Row>
    </Stack>
  )
}
