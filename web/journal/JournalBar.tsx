import { Row } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconColumnInsertRight } from '@tabler/icons-react'
import type { Scale } from '#contract/journal/scales.ts'
import { usePageSearch } from '#web/app/page-params.ts'
import { ExportButtons } from '#web/journal/ExportButtons.tsx'
import classes from '#web/journal/JournalBar.module.css'
import { type CellKind, cellKinds } from '#web/journal/journal-filter.ts'
import { ScaleSelect } from '#web/journal/ScaleSelect.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'

/** What narrows the journal, which stands in the address, and its export. */
export const JournalBar = ({
  courseId,
  scale,
  search,
  kind,
  onAdd,
}: {
  courseId: number
  scale: Scale
  search: string
  kind: CellKind | null
  /** Opens the form of a new column. */
  onAdd: () => void
}) => {
  const [, change] = usePageSearch('courses.show')
  return (
    <Row gap={2} gapX={3} wrap mb={4}>
      <SearchField
        label="Имя студента"
        value={search}
        onSearch={(search) => void change({ search: search || undefined }, { replace: true })}
        className={classes.search}
      />
      <NativeSelect
        aria-label="Какие работы показать"
        className={classes.kind}
        value={kind ?? ''}
        onChange={(event) => void change({ status: event.currentTarget.value || undefined }, { replace: true })}
        data={[{ value: '', label: 'Все работы' }, ...cellKinds]}
      />
      <ScaleSelect courseId={courseId} scale={scale} />
      <Button
        variant="default"
        size="sm"
        leftSection={<IconColumnInsertRight size={16} stroke={1.75} aria-hidden="true" />}
        onClick={onAdd}
      >
        Столбец
      </Button>
      <ExportButtons courseId={courseId} />
    </Row>
  )
}
