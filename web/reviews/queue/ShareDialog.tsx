import { Row, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, plural } from '#contract/plural.ts'
import { fullName } from '#contract/users/names.ts'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { reportError } from '#web/data/report-error.ts'
import { loadText } from '#web/reviews/queue/load-text.ts'
import { ReviewerRow } from '#web/reviews/queue/ReviewerRow.tsx'
import { reviewersQuery, useShareOut } from '#web/reviews/queue/reviewers.queries.ts'
import { hasFailed } from '#web/ui/first-load.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { PartError } from '#web/ui/PartError.tsx'

/** How many tasks each reviewer of a course has; shares out evenly those that nobody has. */
const ShareDialog = ({ courseId, onClose }: { courseId: number | null; onClose: () => void }) => {
  const query = useQuery(coursesQuery())
  const courses = query.data?.courses ?? []
  const [chosen, setChosen] = useState(courseId ?? courses[0]?.id ?? null)
  const course = chosen ?? courses[0]?.id ?? null
  return (
    <Modal onClose={onClose} title="Кто что проверяет">
      <Stack gap={4}>
        <NativeSelect
          label="Курс"
          value={course ?? ''}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          data={courses.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        {hasFailed(query) && <PartError what="курсы" />}
        {course !== null && <Reviewers key={course} courseId={course} />}
      </Stack>
    </Modal>
  )
}

const Reviewers = ({ courseId }: { courseId: number }) => {
  const query = useQuery(reviewersQuery(courseId))
  const [out, setOut] = useState<number[]>([])
  const share = useShareOut(courseId)
  const people = query.data?.reviewers ?? []
  const taking = people.map(({ user }) => user.id).filter((id) => !out.includes(id))
  const given = share.data?.given ?? []
  return (
    <ListState
      query={query}
      isEmpty={({ reviewers }) => reviewers.length === 0}
      empty={
        <Text mb={2} tone="soft">
          У курса пока нет преподавателей.
        </Text>
      }
    >
      {({ reviewers, unassigned }) => (
        <Stack gap={4}>
          <Stack as="ul" gap={1} plain aria-label="Преподаватели курса">
            {reviewers.map((load) => (
              <ReviewerRow key={load.user.id}>
                <Checkbox
                  label={fullName(load.user)}
                  description={loadText(load)}
                  checked={!out.includes(load.user.id)}
                  onChange={({ currentTarget: { checked } }) =>
                    setOut(checked ? out.filter((id) => id !== load.user.id) : [...out, load.user.id])
                  }
                />
              </ReviewerRow>
            ))}
          </Stack>
          {share.isSuccess && (
            <Text pad={2.5} padX={4} tone="ok" weight="medium" ground="ok" round="s" role="status">
              {given.length === 0
                ? 'Раздавать было нечего.'
                : given
                    .map(({ user_id, count }) => {
                      const person = people.find(({ user }) => user.id === user_id)?.user
                      return `${person ? fullName(person) : 'Преподаватель'}: ${counted(count, 'работа', 'работы', 'работ')}`
                    })
                    .join(', ')}
            </Text>
          )}
          <Text mb={2} tone="soft">
            {unassigned === 0
              ? reviewers.some(({ waiting }) => waiting > 0)
                ? 'Все ждущие работы кому-то даны.'
                : 'В этом курсе ничего не ждёт проверки.'
              : `${counted(unassigned, 'работа', 'работы', 'работ')} ${plural(unassigned, 'никому не дана', 'никому не даны', 'никому не даны')}. Работу получит тот, кто проверял её прошлую попытку, остальные разойдутся поровну.`}
          </Text>
          <Row gap={4} wrap justify="end">
            <Button
              loading={share.isPending}
              disabled={unassigned === 0 || taking.length === 0}
              onClick={() => share.mutateAsync(taking).catch((error) => reportError(error, 'Работы не разданы'))}
            >
              Разделить поровну
            </Button>
          </Row>
        </Stack>
      )}
    </ListState>
  )
}

export default ShareDialog
