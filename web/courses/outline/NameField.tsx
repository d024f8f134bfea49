import '#web/ui/input-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from '#web/courses/outline/Outline.module.css'
import { ApiError, describeError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { Row, Text } from '#web/ui/layout.tsx'

/** The sentence about a refused name. */
const problemOf = (error: unknown) =>
  (error instanceof ApiError ? Object.values(error.fields)[0]?.[0] : undefined) ?? describeError(error).detail

/**
 * A name to type: Enter adds it, and the field is ready for the next one. Several pasted lines are several names. What
 * could not be added is kept below the field, to be added again.
 */
export const NewName = ({
  label,
  placeholder,
  add,
  mark,
  disabled = false,
}: {
  label: string
  placeholder: string
  add: (name: string) => Promise<unknown>
  /** The mark that finds it when it gets the focus. */
  mark: string
  disabled?: boolean
}) => {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  /** Names that could not be added, in their order. */
  const [failed, setFailed] = useState<string[]>([])
  const field = useRef<HTMLInputElement>(null)
  const addAll = (text: string) => {
    const names = text
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
    setProblem(null)
    for (const each of names) {
      add(each).catch((error) => {
        // on a page that is left the field cannot show it
        if (!field.current?.isConnected) return reportError(error, `Не добавлено: «${each}»`)
        setProblem(problemOf(error))
        setFailed((names) => [...names, each])
      })
    }
  }
  const retry = () => {
    setFailed([])
    addAll(failed.join('\n'))
  }
  return (
    <>
      <TextInput
        ref={field}
        aria-label={label}
        placeholder={placeholder}
        data-new-name={mark}
        maxLength={200}
        classNames={{ input: classes.newName as string }}
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        value={name}
        disabled={disabled}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setProblem(null)
        }}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text')
          if (!text.trim().includes('\n')) return
          event.preventDefault()
          setName('')
          addAll(`${name}${text}`)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          setName('')
          addAll(name)
        }}
      />
      {failed.length > 0 && (
        <Row gap={3} wrap pad={2} size={2} role="group" aria-label="Не добавлено">
          <Text as="span" anywhere grow>
            Не добавлено: {failed.map((each) => `«${each}»`).join(', ')}
          </Text>
          <Button size="xs" variant="default" onClick={retry}>
            Добавить ещё раз
          </Button>
        </Row>
      )}
    </>
  )
}

/** A name that is typed over in its place: Enter or leaving the field saves it, Escape leaves it as it was. */
export const RenameField = ({
  label,
  name,
  onEnd,
}: {
  label: string
  name: string
  /** With the new name, or null when it stays; `byKey`: the focus goes back to the row. */
  onEnd: (name: string | null, byKey: boolean) => void
}) => {
  const [typed, setTyped] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const end = (save: boolean, byKey: boolean) => {
    if (ended.current) return
    ended.current = true
    const next = typed.replace(/\s+/g, ' ').trim()
    onEnd(save && next && next !== name ? next : null, byKey)
  }
  return (
    <TextInput
      ref={field}
      aria-label={label}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => end(true, false)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) end(true, true)
        if (event.key === 'Escape') end(false, true)
      }}
    />
  )
}
