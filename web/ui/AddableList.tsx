import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { CardList } from '#web/ui/Card.tsx'
import { EmptyCard } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Section } from '#web/ui/Section.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

/** A section with a list in one card, and the button whose dialog adds to it. `children` draws a row. */
export const AddableList = <Data, Item>({
  title,
  add,
  query,
  items,
  empty,
  dialog,
  children,
}: {
  title: string
  /** The text of the button. */
  add: string
  query: UseQueryResult<Data>
  items: (data: Data) => Item[]
  empty: ComponentProps<typeof EmptyCard>
  dialog: (onClose: () => void) => ReactNode
  children: (item: Item, data: Data) => ReactNode
}) => {
  const [open, setOpen] = useState(false)
  return (
    <Section title={title} aside={<Button onClick={() => setOpen(true)}>{add}</Button>}>
      <ListState
        query={query}
        skeleton={<SkeletonList count={2} height={96} />}
        isEmpty={(data) => items(data).length === 0}
        empty={<EmptyCard {...empty} />}
      >
        {(data) => <CardList aria-label={title}>{items(data).map((item) => children(item, data))}</CardList>}
      </ListState>
      {open && dialog(() => setOpen(false))}
    </Section>
  )
}
