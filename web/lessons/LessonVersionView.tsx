import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { LessonVersion, LessonVersionTexts } from '#contract/lessons/lesson-versions.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { usePageSearch } from '#web/app/page-params.ts'
import classes from '#web/compare/Compare.module.css'
import { type BlockChange, compareTexts } from '#web/compare/compare-texts.ts'
import { compareWords } from '#web/compare/compare-words.ts'
import { TextChanges } from '#web/compare/TextChanges.tsx'
import { restoreVersion, versionQuery } from '#web/lessons/lesson-versions.queries.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { TabLinks } from '#web/ui/TabLinks.tsx'
import { useSingle } from '#web/ui/use-single.ts'

type Texts = Pick<LessonVersionTexts, 'name' | 'content' | 'assignment_text'>

/** What was there before the first version. */
const nothing: Texts = { name: '', content: '', assignment_text: null }

const nameChange = (before: string, after: string): BlockChange[] => [
  { kind: 'paragraph', change: 'changed', words: compareWords(before, after) },
]

/** The parts that differ. */
const partsOf = (before: Texts, after: Texts) =>
  [
    { title: 'Название', changes: nameChange(before.name, after.name), isSame: before.name === after.name },
    { title: 'Текст урока', changes: compareTexts(before.content, after.content) },
    { title: 'Задание', changes: compareTexts(before.assignment_text ?? '', after.assignment_text ?? '') },
  ].filter(({ changes, isSame }) => !(isSame ?? changes.every(({ change }) => change === 'same')))

const Changes = ({ before, after }: { before: Texts; after: Texts }) => {
  const parts = useMemo(() => partsOf(before, after), [before, after])
  if (parts.length === 0) return <Text tone="quiet">Слова те же: различается только оформление.</Text>
  return (
    <Stack gap={6} className={classes.compare}>
      {parts.map(({ title, changes }) => (
        <Stack key={title} gap={3}>
          <h3>{title}</h3>
          <TextChanges label={title} changes={changes} />
        </Stack>
      ))}
    </Stack>
  )
}

const RestoreButton = ({
  lessonId,
  version,
  newest,
}: {
  lessonId: number
  version: LessonVersion
  newest: LessonVersion
}) => {
  const navigate = useNavigate()
  const once = useSingle()
  const [isPending, setPending] = useState(false)
  const act = async () => {
    setPending(true)
    const isRestored = await restoreVersion(lessonId, version.id, newest.id)
    setPending(false)
    if (isRestored) void navigate({ to: pathTo('lessons.edit', { id: lessonId }, { view: 'history' }) })
  }
  return (
    <Button loading={isPending} onClick={() => once(act)}>
      Вернуть эту версию
    </Button>
  )
}

/**
 * A version of a lesson: what was changed in it, or how it differs from the lesson as it is now; and the way back to
 * it.
 */
export const LessonVersionView = ({
  lessonId,
  version,
  before,
  newest,
}: {
  lessonId: number
  version: LessonVersion
  /** The one before; null for the first. */
  before: LessonVersion | null
  newest: LessonVersion
}) => {
  const [search] = usePageSearch('lessons.edit')
  const isNow = version.id === newest.id
  const withNow = search.with === 'now' && !isNow
  const other = withNow ? newest : before
  const queries = useQueries({
    queries: [version, ...(other ? [other] : [])].map(({ id }) => versionQuery(lessonId, id)),
  })
  const [own, others] = queries.map(({ data }) => data?.version)
  const failed = queries.find(({ isError, data }) => isError && !data)
  const address = (compared?: 'now') =>
    pathTo('lessons.edit', { id: lessonId }, { view: 'history', version: version.id, with: compared })
  const shown = own && (other ? others : nothing)
  return (
    <Section title={`Версия: ${formatMoment(version.created_at)}`} gap={4}>
      <Row gap={2} gapX={4} wrap justify="between">
        <Text size={3} tone="quiet">
          {version.user ? `Сохранено: ${fullName(version.user)}` : 'Так урок выглядел до того, как появилась история'}
          {isNow && ' · так урок выглядит сейчас'}
        </Text>
        <Row gap={2} wrap>
          <Button component={Link} to={pathTo('lessons.edit', { id: lessonId }, { view: 'history' })} variant="default">
            Все версии
          </Button>
          {!isNow && <RestoreButton lessonId={lessonId} version={version} newest={newest} />}
        </Row>
      </Row>
      {!isNow && (
        <TabLinks
          label="С чем сравнить"
          tabs={[
            { label: 'Что изменили', href: address(), current: !withNow },
            { label: 'Отличия от нынешней', href: address('now'), current: withNow },
          ]}
        />
      )}
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {own && shown && <Changes before={withNow ? own : shown} after={withNow ? shown : own} />}
      {!failed && !(own && shown) && <SkeletonList count={3} height={48} />}
    </Section>
  )
}
