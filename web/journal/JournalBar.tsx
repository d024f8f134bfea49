import { cohortCalled, cohortTitle } from '#contract/cohorts/cohort-words.ts'
import { called } from '#contract/users/student-word.ts'
import { Row } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconColumnInsertRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { JournalCohort } from '#contract/journal/journal.schema.ts'
import type { JournalPeriod } from '#contract/journal/periods.schema.ts'
import type { Scale } from '#contract/journal/scales.ts'
import { usePageSearch } from '#web/app/page-params.ts'
import { ExportButtons } from '#web/journal/ExportButtons.tsx'
import classes from '#web/journal/JournalBar.module.css'
import { type CellKind, cellKinds } from '#web/journal/journal-filter.ts'
import { ScaleMenu } from '#web/journal/ScaleMenu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'

const toOption = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })

/**
 * What narrows the journal, kept in the address, and apart from that the acts on all of it. On a phone all but
 * the search is folded, so that the table begins on the first screen.
 */
export const JournalBar = ({
  courseId,
  scale,
  search,
  kind,
  cohorts,
  cohort,
  periods,
  period,
  onAdd,
}: {
  courseId: number
  scale: Scale
  search: string
  kind: CellKind | null
  /** The classes to choose from, and the chosen one. */
  cohorts: JournalCohort[]
  cohort: JournalCohort | undefined
  /** The same of periods. */
  periods: JournalPeriod[]
  period: JournalPeriod | undefined
  /** Opens the form of a new column. */
  onAdd: () => void
}) => {
  const [, change] = usePageSearch('courses.show')
  const [open, setOpen] = useState(false)
  const toolsId = useId()
  const chosen = [kind, cohort, period].filter(Boolean).length
  return (
    <Row gap={2} gapX={3} wrap mb={4}>
      <SearchField
        label={`Имя ${called('студента')}`}
        value={search}
        onSearch={(search) => void change({ search: search || undefined }, { replace: true })}
        className={classes.search}
      />
      <Button
        variant="default"
        className={classes.more}
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden="true" />}
        aria-expanded={open}
        aria-controls={toolsId}
        onClick={() => setOpen(!open)}
      >
        Инструменты{chosen > 0 && ` · ${chosen}`}
      </Button>
      <div id={toolsId} className={classes.tools} data-open={open || undefined}>
        <NativeSelect
          aria-label="Какие работы показать"
          className={classes.kind}
          value={kind ?? ''}
          onChange={(event) => void change({ status: event.currentTarget.value || undefined }, { replace: true })}
          data={[{ value: '', label: 'Все работы' }, ...cellKinds]}
        />
        {cohorts.length > 0 && (
          <NativeSelect
            aria-label={cohortTitle('many')}
            className={classes.part}
            value={cohort?.id ?? ''}
            onChange={(event) => void change({ cohort: event.currentTarget.value || undefined }, { replace: true })}
            data={[{ value: '', label: `Все ${cohortCalled('many')}` }, ...cohorts.map(toOption)]}
          />
        )}
        {periods.length > 0 && (
          <NativeSelect
            aria-label="Период"
            className={classes.part}
            value={period?.id ?? ''}
            onChange={(event) => void change({ period: event.currentTarget.value || undefined }, { replace: true })}
            data={[{ value: '', label: 'Все периоды' }, ...periods.map(toOption)]}
          />
        )}
        <Row gap={2} wrap className={classes.acts}>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconColumnInsertRight size={16} stroke={1.75} aria-hidden="true" />}
            onClick={onAdd}
          >
            Столбец
          </Button>
          <ExportButtons courseId={courseId} cohortId={cohort?.id} periodId={period?.id} />
          <ScaleMenu courseId={courseId} scale={scale} />
        </Row>
      </div>
    </Row>
  )
}
