import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ScormPackage } from '#contract/scorm/scorm.schema.ts'
import { called } from '#contract/users/student-word.ts'
import { useUnsavedChanges } from '#web/forms/use-unsaved-changes.ts'
import { refusedReportText, reportText } from '#web/outbox/outbox-texts.ts'
import { ItemState } from '#web/scorm/ItemState.tsx'
import { PackageFrame } from '#web/scorm/PackageFrame.tsx'
import { PackageResults } from '#web/scorm/PackageResults.tsx'
import { packagesQuery } from '#web/scorm/scorm.queries.ts'
import {
  retryReports,
  type SentReport,
  sendReport,
  startReports,
  useRefusal,
  useSentReports,
  withSent,
} from '#web/scorm/sent-reports.ts'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'

/** The state of what a package has reported, in words; empty when the server has it all. */
const stateOf = (sent: SentReport[], refusal: string | undefined) => {
  const waiting = sent.find(({ phase }) => phase === 'waiting')
  if (waiting) return { text: reportText(waiting.error, waiting.pageOnly), isBad: true }
  const refused = sent.find(({ phase }) => phase === 'refused')
  if (refused) return { text: refusedReportText(refused.reason ?? '', refused.pageOnly), isBad: true }
  if (sent.length > 0) return { text: 'Сохраняем результат…', isBad: false }
  if (refusal !== undefined) return { text: `Результат не сохранился. ${refusal}`, isBad: true }
  return { text: '', isBad: false }
}

const isComplete = ({ state }: ScormPackage['items'][number]) => state?.completed ?? false

interface Viewer {
  /** Whether the results of students are shown. */
  staff: boolean
  /** Whether what the package reports is kept: it is a student's. */
  keeps: boolean
}

const Package = ({ scorm, all, staff, keeps }: Viewer & { scorm: ScormPackage; all: SentReport[] }) => {
  const sent = all.filter(({ packageId }) => packageId === scorm.id)
  const items = scorm.items.map((item) => withSent(scorm.id, item, sent))
  const [currentId, setCurrentId] = useState(() => (items.find((item) => !isComplete(item)) ?? items[0])?.id)
  const { text, isBad } = stateOf(sent, useRefusal(scorm.id))
  useUnsavedChanges(
    sent.some(({ phase, pageOnly }) => phase !== 'sending' && pageOnly),
    'Последний результат пакета ещё не сохранён.',
  )
  useEffect(() => retryReports(scorm.id), [scorm.id])
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
        <PackageFrame
          key={current.id}
          version={scorm.version}
          item={current}
          onReport={(report) => keeps && sendReport(scorm.id, report, scorm.title)}
        />
      )}
      <Row gap={3} wrap size={2} tone={isBad ? 'bad' : 'quiet'} role="status">
        {keeps ? text : 'Вы смотрите пакет как преподаватель: результат не сохраняется.'}
        {keeps && text === '' && current && items.length === 1 && <ItemState state={current.state} />}
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
export const ScormPackages = ({ lessonId, staff, keeps }: Viewer & { lessonId: number }) => {
  const query = useQuery(packagesQuery(lessonId))
  const sent = useSentReports()
  useEffect(() => void startReports(), [])
  // a package is opened once: with what it should remember, also where the server does not have that yet
  return (
    <ListState query={query}>
      {({ packages }) =>
        sent && packages.map((scorm) => <Package key={scorm.id} scorm={scorm} all={sent} staff={staff} keeps={keeps} />)
      }
    </ListState>
  )
}
