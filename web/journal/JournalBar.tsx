import { Row } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { NativeSelect } from '@mantine/core'
import { usePageSearch } from '#web/app/page-params.ts'
import { ExportButtons } from '#web/journal/ExportButtons.tsx'
import classes from '#web/journal/JournalBar.module.css'
import { type CellKind, cellKinds } from '#web/journal/journal-filter.ts'
import { SearchField } from '#web/ui/SearchField.tsx'

/** What narrows the journal, which stands in the address, and its export. */
export const JournalBar = ({ courseId, search, kind }: { courseId: number; search: string; kind: CellKind | null }) => {
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
      <ExportButtons courseId={courseId} />
    </Row>
  )
}
