import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScormPackage } from '#contract/scorm/scorm.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { useUnsavedChanges } from '#web/app/use-unsaved-changes.ts'
import { ItemState } from '#web/scorm/ItemState.tsx'
import { PackageFrame } from '#web/scorm/PackageFrame.tsx'
import { PackageResults } from '#web/scorm/PackageResults.tsx'
import { packagesQuery } from '#web/scorm/scorm.queries.ts'
import { type ReportState, useReports } from '#web/scorm/use-reports.ts'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'

const stateTexts: Record<Exclude<ReportState, 'refused'>, string> = {
  idle: '',
  sending: 'Сохраняем результат…',
  offline: 'Нет сети. Результат сохранится, когда она появится: не закрывайте страницу.',
}

const isComplete = ({ state }: ScormPackage['items'][number]) => state?.completed ?? false

const Package = ({ scorm, staff }: { scorm: ScormPackage; staff: boolean }) => {
  const { items } = scorm
  const [currentId, setCurrentId] = useState(() => (items.find((item) => !isComplete(item)) ?? items[0])?.id)
  const { state, problem, report } = useReports(scorm.id)
  const stateText = state === 'refused' ? `Результат не сохранился. ${problem}` : stateTexts[state]
  useUnsavedChanges(state === 'offline', 'Последний результат пакета ещё не сохранён.')
  const [showsResults, setShowsResults] = useState(false)
  const current = items.find(({ id }) => id === currentId)
  return (
    <Section title={scorm.title} mt={6}>
      {items.length > 1 && (
        <Stack as="ol" gap={1} plain aria-label="Части пакета">
          {items.map((item) => (
            <Row as="li" key={item.id} gap={3} justify="between">
              <Button
                size="compact-sm"
                variant={item.id === currentId ? 'light' : 'subtle'}
                aria-current={item.id === currentId || undefined}
                onClick={() => setCurrentId(item.id)}
              >
                {item.title}
              </Button>
              {!staff && <ItemState state={item.state} />}
            </Row>
          ))}
        </Stack>
      )}
      {current && (
        <PackageFrame key={current.id} version={scorm.version} item={current} onReport={staff ? () => {} : report} />
      )}
      <Row gap={3} wrap size={2} tone={state === 'offline' || state === 'refused' ? 'bad' : 'quiet'} role="status">
        {staff ? 'Вы смотрите пакет как преподаватель: результат не сохраняется.' : stateText}
        {!staff && state === 'idle' && current && items.length === 1 && <ItemState state={current.state} />}
      </Row>
      {staff && (
        <Fold onToggle={({ currentTarget }) => setShowsResults(currentTarget.open)}>
          <FoldSummary justify="between">
            <Text as="span" weight="medium">
              Результаты {called('студентов')}
            </Text>
            <FoldArrow />
          </FoldSummary>
          <Box pad={4}>{showsResults && <PackageResults scorm={scorm} />}</Box>
        </Fold>
      )}
    </Section>
  )
}

/** The SCORM packages of a lesson, below its text. */
export const ScormPackages = ({ lessonId, staff }: { lessonId: number; staff: boolean }) => {
  const query = useQuery(packagesQuery(lessonId))
  return (
    <ListState query={query}>
      {({ packages }) => packages.map((scorm) => <Package key={scorm.id} scorm={scorm} staff={staff} />)}
    </ListState>
  )
}
