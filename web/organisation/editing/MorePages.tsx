import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import type { OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import { isLinkBegun, LinkForm } from '#web/organisation/editing/LinkForm.tsx'
import { ReferenceList } from '#web/organisation/editing/ReferenceList.tsx'
import { sayNoRoom } from '#web/organisation/editing/say-no-room.ts'
import { Card } from '#web/ui/Card.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'

type More = OrganisationContent['more']

/** As many as the supervising authority's robot follows. */
const maxPages = 10

/** Further pages of the page, elsewhere on the site or beside it (`addRef`). */
export const MorePages = memo(
  ({ number, more, onChange }: { number: number; more: More; onChange: (more: More) => void }) => {
    const root = useRef<HTMLDivElement>(null)
    const focusNext = useFocusNext(root)
    const place = `${number}:more`
    const [linking, setLinking] = useState(() => isLinkBegun(`${place}:new`))
    const end = (count: number) => {
      setLinking(false)
      // a full list has no button to add more
      focusNext(count < maxPages ? '[data-add]' : 'li:last-child [data-edit]')
    }
    return (
      <Stack as={Card} ref={root} gap={4} role="group" aria-labelledby="more-pages">
        <h2 id="more-pages">Дополнительные страницы</h2>
        <Text size={3} tone="soft" loose>
          Если часть сведений лежит на других страницах сайта, дайте ссылки: проверяющая программа пройдёт по ним. Не
          больше десяти.
        </Text>
        <ReferenceList
          refs={more}
          max={maxPages}
          onChange={(refs) => onChange(refs.filter((ref) => 'url' in ref))}
          place={place}
          label="Дополнительные страницы"
        />
        {linking && (
          <LinkForm
            place={`${place}:new`}
            label="Дополнительные страницы"
            onDone={(link) => {
              // a removed page may have been put back since the form was opened
              const isFull = more.length >= maxPages
              if (isFull) sayNoRoom(link.title, maxPages)
              else {
                onChange([...more, link])
                end(more.length + 1)
              }
              return !isFull
            }}
            onCancel={() => end(more.length)}
          />
        )}
        {!linking && more.length < maxPages && (
          <Row gap={2} wrap>
            <Button
              size="sm"
              variant="default"
              data-add
              leftSection={<IconLink size={16} aria-hidden="true" />}
              onClick={() => {
                setLinking(true)
                focusNext('form input')
              }}
            >
              Добавить страницу
            </Button>
          </Row>
        )}
      </Stack>
    )
  },
)
