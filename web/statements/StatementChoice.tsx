import '#web/ui/input-styles.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, NativeSelect } from '@mantine/core'
import type { Statement } from '#contract/statements/statements.schema.ts'
import { wordOf } from '#web/statements/chosen-courses.ts'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'

/** What a statement is of: a period of the school, and which courses. On the screen only. */
export const StatementChoice = ({
  statement: { courses, periods },
  ids,
  period,
  onChange,
}: {
  statement: Statement
  ids: Set<number>
  period: Statement['periods'][number] | undefined
  onChange: (search: { courses?: string | undefined; period?: string | undefined }) => void
}) => {
  const choose = (id: number, chosen: boolean) => {
    const next = new Set(ids)
    if (chosen) next.add(id)
    else next.delete(id)
    onChange({ courses: wordOf(next, courses) })
  }
  if (courses.length < 2 && periods.length === 0) return null
  return (
    <Row gap={3} wrap stacked align="start" unprinted mb={5}>
      {periods.length > 0 && (
        <NativeSelect
          aria-label="Период"
          value={period?.id ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ period: value || undefined })}
          data={[
            { value: '', label: 'За всё время' },
            ...periods.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      {courses.length > 1 && (
        <Fold grow>
          <FoldSummary>
            <Text as="span" grow>
              Курсы: {ids.size === courses.length ? 'все' : `${ids.size} из ${courses.length}`}
            </Text>
            <FoldArrow />
          </FoldSummary>
          <Stack as="ul" plain gap={2} pad={3} padX={4} edge="top">
            <li>
              <Checkbox
                label="Все курсы"
                checked={ids.size === courses.length}
                indeterminate={ids.size > 0 && ids.size < courses.length}
                onChange={({ currentTarget: { checked } }) => onChange({ courses: checked ? undefined : 'none' })}
              />
            </li>
            {courses.map(({ id, name, archived, left_at }) => (
              <li key={id}>
                <Checkbox
                  label={archived || left_at !== null ? `${name} (прошедший)` : name}
                  checked={ids.has(id)}
                  onChange={({ currentTarget: { checked } }) => choose(id, checked)}
                />
              </li>
            ))}
          </Stack>
        </Fold>
      )}
    </Row>
  )
}
