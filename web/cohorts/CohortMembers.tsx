import { Button, CloseButton, NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import { cohortsApi } from '#contract/cohorts/cohorts.api.ts'
import type { Cohort } from '#contract/cohorts/cohorts.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { fullName } from '#contract/users/names.ts'
import { called } from '#contract/users/student-word.ts'
import type { Person } from '#contract/users/users.schema.ts'
import { Link } from '#web/app/Link.tsx'
import { CohortCodes } from '#web/cohorts/CohortCodes.tsx'
import { coursesQuery } from '#web/courses/courses.queries.ts'
import { PeopleSearch } from '#web/courses/PeopleFinder.tsx'
import { PeopleList } from '#web/courses/PeopleList.tsx'
import { act, rollBack } from '#web/data/act.ts'
import { call } from '#web/data/call.ts'
import { inTurn } from '#web/data/endpoint-query.ts'
import { reportError } from '#web/data/report-error.ts'
import { Card } from '#web/ui/Card.tsx'
import { hasFailed } from '#web/ui/first-load.ts'
import { LeavingRow } from '#web/ui/LeavingRow.tsx'
import { Box, Grid, Row, Stack, Text } from '#web/ui/layout.tsx'
import { PartError } from '#web/ui/PartError.tsx'
import { toast } from '#web/ui/toasts.ts'

type Kind = 'leader_ids' | 'student_ids' | 'course_ids'

interface Change {
  kind: Kind
  id: number
  join: boolean
}

/**
 * Adds one to a set of the class or removes one. The call carries the whole set, so it begins from what the server has
 * now: somebody else's change of the same minute is not undone.
 */
const useChangeSet = (cohortId: number) => {
  const params = { id: cohortId }
  return useMutation({
    ...inTurn(cohortsApi.update, { params }),
    mutationFn: async ({ kind, id, join }: Change) => {
      const { cohort } = await call(cohortsApi.get, { params })
      const others = cohort[kind].filter((other) => other !== id)
      return act(cohortsApi.update, { params, body: { [kind]: join ? [...others, id] : others } })
    },
    onError: (error) => {
      // it may be gone
      void rollBack(cohortsApi.update)
      reportError(error, 'Не удалось изменить список')
    },
  })
}

const useChanges = (cohortId: number, kind: Kind) => {
  const { mutate, mutateAsync } = useChangeSet(cohortId)
  return ({ id }: { id: number }, name: string, join: boolean) => {
    const announce = () =>
      toast({
        severity: 'success',
        summary: join ? 'Добавлено' : 'Убрано',
        detail: name,
        action: { label: 'Отменить', onClick: () => mutate({ kind, id, join: !join }) },
        key: `cohort-${kind}-${id}`,
      })
    // callbacks of `mutate` are called for the latest change alone; a failure has a message of its own
    mutateAsync({ kind, id, join }).then(announce, () => {})
  }
}

const Title = ({ text, count }: { text: string; count: number }) => (
  <Row as="h2" gap={2} align="baseline">
    {text}{' '}
    <Text as="span" size={4} tone="quiet" weight="medium">
      {count}
    </Text>
  </Row>
)

const Nothing = ({ text }: { text: string }) => (
  <Text size={2} tone="quiet" tight>
    {text}
  </Text>
)

const People = ({
  cohort,
  kind,
  among,
  title,
  find,
  empty,
  people,
}: {
  cohort: Cohort
  kind: 'leader_ids' | 'student_ids'
  among: 'student' | 'teacher'
  title: string
  find: string
  empty: string
  people: Person[]
}) => {
  const change = useChanges(cohort.id, kind)
  return (
    <Card>
      <Stack gap={4}>
        <Title text={title} count={people.length} />
        <PeopleSearch
          among={among}
          label={find}
          verb="Добавить"
          members={new Set(people.map(({ id }) => id))}
          onAdd={(person) => change(person, fullName(person), true)}
        />
        {people.length === 0 && <Nothing text={empty} />}
        {people.length > 0 && (
          <PeopleList
            people={people}
            label={title}
            verb="Убрать"
            onRemove={(person) => change(person, fullName(person), false)}
          />
        )}
      </Stack>
    </Card>
  )
}

/** Adds a course by a button: by keyboard the choice itself changes with every press of an arrow. */
const AddCourse = ({ cohort, onAdd }: { cohort: Cohort; onAdd: (course: { id: number; name: string }) => void }) => {
  const query = useQuery(coursesQuery())
  const taken = new Set(cohort.course_ids)
  const others = query.data?.courses.filter(({ id, status }) => !taken.has(id) && status.slug !== 'archived') ?? []
  const [chosen, setChosen] = useState('')
  const [isMissing, setMissing] = useState(false)
  const troubleId = useId()
  const course = others.find(({ id }) => String(id) === chosen)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!course)
    if (!course) return
    onAdd(course)
    setChosen('')
  }
  return (
    <Stack as="form" gap={2} onSubmit={submit} noValidate>
      {hasFailed(query) && <PartError what="курсы" />}
      <Row gap={2} align="end">
        <Box grow>
          <NativeSelect
            label="Добавить курс"
            description={`Все ${called('студенты')} сразу запишутся на него и получат уведомление`}
            value={course ? chosen : ''}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value)
              setMissing(false)
            }}
            data={[
              { value: '', label: query.isPending ? 'Загружаем курсы…' : 'Выберите курс' },
              ...others.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            error={isMissing}
            aria-describedby={isMissing ? troubleId : undefined}
          />
        </Box>
        <Button type="submit" variant="default" h={42}>
          Добавить
        </Button>
      </Row>
      {isMissing && (
        <Text id={troubleId} size={2} tone="bad" tight role="alert">
          Выберите курс
        </Text>
      )}
    </Stack>
  )
}

const Courses = ({ cohort }: { cohort: Cohort }) => {
  const change = useChanges(cohort.id, 'course_ids')
  return (
    <Card>
      <Stack gap={4}>
        <Title text="Курсы" count={cohort.courses.length} />
        <AddCourse cohort={cohort} onAdd={(course) => change(course, course.name, true)} />
        {cohort.courses.length === 0 && <Nothing text="Курсов пока нет." />}
        {cohort.courses.length > 0 && (
          <Stack as="ul" gap={1} plain aria-label="Курсы">
            {cohort.courses.map(({ id, name, status }) => (
              <LeavingRow key={id} gap={2} justify="between">
                <Text as="span" shrink anywhere>
                  <Text as={Link} links="quiet" to={pathTo('courses.show', { id })}>
                    {name}
                  </Text>
                  {status.slug !== 'published' && (
                    <Text as="span" block size={2} tone="quiet">
                      {status.name}
                    </Text>
                  )}
                </Text>
                <CloseButton
                  aria-label={`Убрать: ${name}`}
                  data-tip="Убрать"
                  onClick={() => change({ id }, name, false)}
                />
              </LeavingRow>
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  )
}

/** The people and courses of a class, for curators, who change them. */
const CohortMembers = ({ cohort }: { cohort: Cohort }) => {
  return (
    <Grid least={22} gap={4} align="start">
      <People
        cohort={cohort}
        kind="student_ids"
        among="student"
        title={called('Студенты')}
        find={`Найти ${called('студента')}`}
        empty={`Пока никого. Кого вы добавите, тот запишется на все курсы ${cohortCalled('of')}.`}
        people={cohort.students}
      />
      <Stack gap={4}>
        <CohortCodes cohortId={cohort.id} />
        <Courses cohort={cohort} />
        <People
          cohort={cohort}
          kind="leader_ids"
          among="teacher"
          title={cohortCalled('leader')}
          find="Найти преподавателя"
          empty="Пока никто не назначен."
          people={cohort.leaders}
        />
      </Stack>
    </Grid>
  )
}

export default CohortMembers
