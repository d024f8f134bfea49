import '#web/ui/input-styles.ts'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type Ref, useEffect, useRef, useState } from 'react'

/** How long typing has to rest before it is looked for, in milliseconds. */
const pauseMs = 300

/**
 * A field that searches once typing rests; `value` is the current search, `action` the page that searches where the app
 * is not there (yet), as its `search`.
 */
export const SearchField = ({
  label,
  value,
  onSearch,
  action,
  placeholder = label,
  size,
  ref,
  className,
}: {
  label: string
  value: string
  onSearch: (search: string) => void
  action?: string
  placeholder?: string
  size?: 'sm'
  ref?: Ref<HTMLInputElement>
  className?: string | undefined
}) => {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  // changed from elsewhere: a filter was reset, or the reader went back
  useEffect(() => {
    if (value !== asked.current) {
      asked.current = value
      setTyped(value)
    }
  }, [value])
  const search = (next: string) => {
    if (next === asked.current) return
    asked.current = next
    onSearch(next)
  }
  // the newest `search`, without starting the pause again at each render
  const latest = useRef(search)
  latest.current = search
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <search className={className}>
      <form
        action={action}
        onSubmit={(event) => {
          event.preventDefault()
          search(typed.trim())
        }}
      >
        <TextInput
          ref={ref}
          size={size}
          type="search"
          name="search"
          aria-label={label}
          placeholder={placeholder}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          // the next filter or row must not lose what was typed within the pause
          onBlur={() => search(typed.trim())}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
          rightSection={
            typed && (
              <CloseButton
                aria-label="Очистить поиск"
                onClick={() => {
                  setTyped('')
                  search('')
                }}
              />
            )
          }
        />
      </form>
    </search>
  )
}
