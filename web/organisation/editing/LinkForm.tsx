import { Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { WebAddress } from '#contract/organisation/organisation.schema.ts'
import { currentUser } from '#web/auth/session.ts'
import { focusInSight } from '#web/forms/focus-first-error.ts'
import { readDevice } from '#web/ui/device-store.ts'
import { toast } from '#web/ui/toasts.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

/** An address with the text that is shown for it. */
export interface Link {
  title: string
  url: string
}

const linkStart = (place: string) => `organisation-link:${place}:`
const linkPlace = (place: string) => `${linkStart(place)}${currentUser()?.id}`

/** Whether this person began a link in this place and did not finish it. */
export const isLinkBegun = (place: string) => readDevice<Link>(linkPlace(place)) !== null

/** Whether this person began a link anywhere in a row. */
export const isLinkBegunIn = (row: string) => {
  try {
    return Object.keys(localStorage).some(
      (key) => key.startsWith(linkStart(row)) && key.endsWith(`:${currentUser()?.id}`),
    )
  } catch {
    return false
  }
}

/**
 * Goes to a link that is not finished in a part of the page, and says what has to wait for it. Returns whether there is
 * one.
 */
export const goToUnfinishedLink = (part: ParentNode, waits: string) => {
  const field = part.querySelector<HTMLElement>('[data-unfinished] input')
  if (!field) return false
  focusInSight(field)
  const detail = `Добавьте её или отмените, тогда ${waits}.`
  toast({ severity: 'warn', summary: 'Есть начатая ссылка', detail, key: 'publish', life: 6000 })
  return true
}

/** The address as it is kept; one without its beginning gets it. */
const addressOf = (typed: string) => {
  const url = typed.trim()
  return /^[\wа-яё-]+(\.[\wа-яё-]+)+([/?#]|$)/i.test(url) ? `https://${url}` : url
}

/**
 * An address while it is typed: half of one would keep the page from being saved, so the page gets it once it is whole.
 * Until then the device keeps it under `place`.
 */
export const LinkForm = ({
  place,
  label,
  link,
  onDone,
  onCancel,
}: {
  place: string
  /** What the link is for. */
  label: string
  /** The link that is being changed; none for a new one. */
  link?: Link
  /** Returns whether the link was accepted: otherwise what was typed stays. */
  onDone: (link: Link) => boolean
  onCancel: () => void
}) => {
  const id = useId()
  const [typed, setTyped, forget] = useDeviceDraft<Link>(linkPlace(place), link ?? { title: '', url: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const begun = typed.title !== (link?.title ?? '') || typed.url !== (link?.url ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = WebAddress.safeParse(addressOf(typed.url))
    if (!address.success) return setProblem(address.error.issues[0]?.message ?? 'Проверьте адрес')
    const title = typed.title.trim() || address.data.replace(/^https?:\/\/|\/$/g, '')
    if (onDone({ title, url: address.data })) forget()
  }
  const change = (changes: Partial<Link>) => {
    setProblem(null)
    setTyped({ ...typed, ...changes })
  }
  return (
    <Stack
      as="form"
      gap={3}
      pad={3}
      ground="surface"
      round="s"
      edge="firm"
      grow
      aria-label={`Ссылка: ${label}`}
      data-unfinished={begun || undefined}
      onSubmit={submit}
      noValidate
    >
      <TextInput
        id={`${id}-url`}
        type="url"
        inputMode="url"
        autoComplete="off"
        label="Адрес"
        placeholder="https://"
        maxLength={2000}
        error={problem}
        value={typed.url}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <TextInput
        label="Название"
        description="Что увидит читатель. Без названия покажем адрес"
        autoComplete="off"
        maxLength={300}
        value={typed.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Row gap={2} wrap>
        <Button type="submit" size="sm">
          {link ? 'Готово' : 'Добавить'}
        </Button>
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          onClick={() => {
            forget()
            onCancel()
          }}
        >
          Отменить
        </Button>
      </Row>
    </Stack>
  )
}
