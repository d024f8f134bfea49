import { Button } from '@mantine/core'
import { IconPuzzle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { scoreText } from '#contract/journal/score-text.ts'
import type { LtiLink } from '#contract/lti/lti.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { linksQuery, useRemoveLink } from '#web/lti/lti.queries.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { EmptyCard } from '#web/ui/EmptyState.tsx'
import { hasFailed } from '#web/ui/first-load.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'
import { RemoveButton } from '#web/ui/RemoveButton.tsx'
import { Section } from '#web/ui/Section.tsx'

const LinkDialog = lateDialog(() => import('#web/lti/LinkDialog.tsx'))

type Named = { id: number; name: string }

const Line = ({ lessonId, link, tools }: { lessonId: number; link: LtiLink; tools: Named[] }) => {
  const { id, title, tool, max_points, in_journal, works } = link
  const [open, setOpen] = useState(false)
  const removal = useRemoveLink()
  return (
    <CardRow justify="between">
      <Stack from={14} anywhere>
        <Text weight="medium">{title}</Text>
        <Text size={3} tone={works ? 'soft' : 'bad'}>
          {works ? tool.name : `${tool.name} — школа убрала этот инструмент`} · из {scoreText(max_points)}
          {in_journal && ' · в журнале'}
        </Text>
      </Stack>
      <Row gap={2} wrap>
        <Button size="xs" variant="default" aria-label={`Изменить: ${title}`} onClick={() => setOpen(true)}>
          Изменить
        </Button>
        <RemoveButton
          id={id}
          label={`Убрать: ${title}`}
          word="Убрать"
          question={{
            title: `Убрать «${title}» из урока?`,
            text: in_journal ? 'Столбец с баллами уйдёт и из журнала.' : 'Результаты тоже перестанут быть видны.',
          }}
          removal={removal}
          done="Инструмента в уроке больше нет"
          failed="Не удалось убрать инструмент"
        />
      </Row>
      {open && <LinkDialog lessonId={lessonId} link={link} tools={tools} onClose={() => setOpen(false)} />}
    </CardRow>
  )
}

/** The tools of a lesson in its editor; nothing where the school has none. Changes are valid at once. */
const EditedTools = ({ lessonId }: { lessonId: number }) => {
  const query = useQuery(linksQuery(lessonId))
  const { data } = query
  const [open, setOpen] = useState(false)
  const tools = data?.tools ?? []
  if (hasFailed(query))
    return (
      <Box mt={7}>
        <PartError what="внешние инструменты" />
      </Box>
    )
  if (!data || (tools.length === 0 && data.links.length === 0)) return null
  return (
    <Section
      title="Внешние инструменты"
      mt={7}
      aside={
        tools.length > 0 && (
          <Button variant="default" size="sm" onClick={() => setOpen(true)}>
            Добавить инструмент
          </Button>
        )
      }
    >
      <Text size={3} tone="quiet">
        Они открываются под текстом урока. Изменения здесь видны сразу, сохранять урок не нужно.
      </Text>
      {data.links.length === 0 ? (
        <EmptyCard
          icon={IconPuzzle}
          title="Инструментов в уроке нет"
          text="Добавьте инструмент, и его можно будет открыть прямо из урока."
        />
      ) : (
        <CardList aria-label="Внешние инструменты">
          {data.links.map((link) => (
            <Line key={link.id} lessonId={lessonId} link={link} tools={tools} />
          ))}
        </CardList>
      )}
      {open && <LinkDialog lessonId={lessonId} link={null} tools={tools} onClose={() => setOpen(false)} />}
    </Section>
  )
}

export default EditedTools
