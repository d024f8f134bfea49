import { Button } from '@mantine/core'
import { useState } from 'react'
import type { FamilyChild } from '#contract/family/family.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { FamilyTasks } from '#web/family/FamilyTasks.tsx'
import { sortTasks } from '#web/family/sort-tasks.ts'
import { formatDay } from '#web/ui/dates.ts'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { Box, Stack, Text } from '#web/ui/layout.tsx'
import { counted } from '#web/ui/plural.ts'

/** How many answers stand there at first. */
const firstRecent = 10

const Course = ({ course }: { course: FamilyChild['courses'][number] }) => (
  <Fold>
    <FoldSummary>
      <Text as="span" grow anywhere weight="medium">
        {course.name}
      </Text>
      <Text as="span" tone="quiet" nowrap>
        {counted(course.tasks.length, 'задание', 'задания', 'заданий')}
      </Text>
      <FoldArrow />
    </FoldSummary>
    <Box padX={4} pad={3} edge="top">
      <FamilyTasks
        title="Все задания курса"
        tasks={course.tasks.map((task) => ({ ...task, course: course.name }))}
        empty="Заданий пока нет."
      />
    </Box>
  </Fold>
)

const Consents = ({ consents }: Pick<FamilyChild, 'consents'>) =>
  consents.length === 0 ? null : (
    <Fold>
      <FoldSummary>
        <Text as="span" grow weight="medium">
          Согласия
        </Text>
        <FoldArrow />
      </FoldSummary>
      <Stack as="ul" plain gap={2} pad={3} padX={4} edge="top">
        {consents.map(({ title, given_at, withdrawn_at }) => (
          <li key={`${title} ${given_at}`}>
            {title}: дано {formatDay(given_at)}
            {withdrawn_at && `, отозвано ${formatDay(withdrawn_at)}`}
          </li>
        ))}
        <Text as="li" tone="quiet">
          Отозвать согласие можно по ссылке из письма «согласие записано».
        </Text>
      </Stack>
    </Fold>
  )

/** A child as a parent sees them: what is urgent, what was answered, then everything by course. */
export const FamilyChildView = ({ child }: { child: FamilyChild }) => {
  const [now] = useState(() => new Date().toISOString())
  const [all, setAll] = useState(false)
  const { overdue, returned, due, recent } = sortTasks(child, now)
  return (
    <Stack as="article" gap={6} aria-label={fullName(child)}>
      <div>
        <Text as="h2" size={8}>
          {fullName(child)}
        </Text>
        {child.classes.length > 0 && <Text tone="quiet">{child.classes.join(', ')}</Text>}
      </div>
      <FamilyTasks title="Не сдано в срок" tasks={overdue} />
      <FamilyTasks title="Вернули на доработку" tasks={returned} />
      <FamilyTasks title="Скоро сдавать" tasks={due} empty="Ближайших сроков нет." />
      <div>
        <FamilyTasks
          title="Оценки, ответы учителей, пропуски"
          tasks={all ? recent : recent.slice(0, firstRecent)}
          empty="Оценок пока нет."
        />
        {!all && recent.length > firstRecent && (
          <Button variant="default" mt="sm" onClick={() => setAll(true)}>
            Показать все ({recent.length})
          </Button>
        )}
      </div>
      <Stack gap={2}>
        {child.courses.length === 0 && <Text tone="quiet">Курсов пока нет.</Text>}
        {child.courses.map((course) => (
          <Course key={course.id} course={course} />
        ))}
        <Consents consents={child.consents} />
      </Stack>
    </Stack>
  )
}
