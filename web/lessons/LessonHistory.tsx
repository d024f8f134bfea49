import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type LessonVersion, maxVersions } from '#contract/lessons/lesson-versions.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import { LessonVersionView } from '#web/lessons/LessonVersionView.tsx'
import { versionsQuery } from '#web/lessons/lesson-versions.queries.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'

const VersionRow = ({ lessonId, version, isNow }: { lessonId: number; version: LessonVersion; isNow: boolean }) => (
  <CardRow justify="between">
    <Stack shrink anywhere>
      <strong>{formatMoment(version.created_at)}</strong>
      <Text as="small" tone="quiet">
        {version.user ? fullName(version.user) : 'До того, как появилась история'}
        {isNow && ' · так урок выглядит сейчас'}
      </Text>
    </Stack>
    <Button
      component={Link}
      to={pathTo('lessons.edit', { id: lessonId }, { view: 'history', version: version.id })}
      size="sm"
      variant="default"
      aria-label={`Что изменилось: ${formatMoment(version.created_at)}`}
    >
      Что изменилось
    </Button>
  </CardRow>
)

/** «История»: who saved the lesson and when; with `version` in the address, the changes of that version. */
const LessonHistory = ({ lessonId }: { lessonId: number }) => {
  const query = useQuery(versionsQuery(lessonId))
  const [search] = usePageSearch('lessons.edit')
  return (
    <ListState
      query={query}
      isEmpty={({ versions }) => versions.length === 0}
      empty={
        <EmptyState
          icon={IconHistory}
          title="Урок ещё не меняли"
          text="Здесь появится каждое сохранение: кто, когда и что изменил."
        />
      }
    >
      {({ versions }) => {
        const index = versions.findIndex(({ id }) => `${id}` === search.version)
        const shown = versions[index]
        if (shown)
          return (
            <LessonVersionView
              key={shown.id}
              lessonId={lessonId}
              version={shown}
              before={versions[index + 1] ?? null}
              newest={versions[0] as LessonVersion}
            />
          )
        return (
          <Section title="Сохранённые версии" gap={4}>
            <Text size={3} tone="quiet">
              Каждое сохранение названия, текста и задания. Хранятся последние{' '}
              {counted(maxVersions, 'версия', 'версии', 'версий')}.
            </Text>
            <CardList aria-label="Версии урока">
              {versions.map((version, place) => (
                <VersionRow key={version.id} lessonId={lessonId} version={version} isNow={place === 0} />
              ))}
            </CardList>
          </Section>
        )
      }}
    </ListState>
  )
}

export default LessonHistory
