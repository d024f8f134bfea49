import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { FamilyChild } from '#contract/family/family.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { counted } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import { FamilyTasks } from '#web/family/FamilyTasks.tsx'
import { sortTasks } from '#web/family/sort-tasks.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { Section } from '#web/ui/Section.tsx'

/** How many answers are shown at first. */
const firstRecent = 10

/** The totals of quarters and years that a teacher has set. */
const Totals = ({ totals }: Pick<FamilyChild['courses'][number], 'totals'>) =>
  totals.length === 0 ? null : (
    <Section title="Итоги">
      <CardList>
        {totals.map(({ period, mark, closed }) => (
          <CardRow key={period} justify="between">
            <Text as="span" anywhere>
              {period}
              {closed && (
                <Text as="span" tone="quiet">
                  {' '}
                  (закрыт)
                </Text>
              )}
            </Text>
            <Text as="b" size={5} weight="strong" digits nowrap>
              {mark}
            </Text>
          </CardRow>
        ))}
      </CardList>
    </Section>
  )

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
    <Stack padX={4} pad={3} gap={4} edge="top">
      <Totals totals={course.totals} />
      <FamilyTasks
        title="Все задания курса"
        tasks={course.tasks.map((task) => ({ ...task, course: course.name }))}
        empty="Заданий пока нет."
      />
    </Stack>
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
export const FamilyChildView = ({ child, token }: { child: FamilyChild; token: string }) => {
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
      <div>
        <Button
          component={Link}
          to={pathTo('family', { token }, { statement: child.id })}
          variant="default"
          leftSection={<IconPrinter size={17} aria-hidden="true" />}
        >
          Справка об успеваемости
        </Button>
      </div>
    </Stack>
  )
}
