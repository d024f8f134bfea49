import { Button, NumberInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { NewYear, NewYearProposal } from '#contract/new-years/new-years.schema.ts'
import { reportError } from '#web/app/report-error.ts'
import { useCohortWord } from '#web/cohorts/cohorts.queries.ts'
import { PeopleSearch } from '#web/courses/PeopleFinder.tsx'
import { CohortStep } from '#web/new-years/CohortStep.tsx'
import { CourseStep } from '#web/new-years/CourseStep.tsx'
import { NewYearChanges } from '#web/new-years/NewYearChanges.tsx'
import { formOf, planOf } from '#web/new-years/new-year-form.ts'
import { newYearsQuery, useApplyNewYear, usePlanNewYear, useUndoNewYear } from '#web/new-years/new-years.queries.ts'
import { formatDay } from '#web/ui/dates.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Grid, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Whatever was carried out last, with a way to undo it. */
const Done = ({ year }: { year: NewYear }) => {
  const undo = useUndoNewYear()
  const [busy, setBusy] = useState(false)
  const takeBack = async () => {
    setBusy(true)
    try {
      await undo.mutateAsync(year.id)
      toast({ severity: 'success', summary: 'Новый год отменён', detail: 'Всё снова как было.' })
    } catch (error) {
      reportError(error, 'Не удалось отменить')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Notice
      action={
        <Button size="xs" variant="default" loading={busy} onClick={() => void takeBack()}>
          Отменить новый год
        </Button>
      }
    >
      <b>Новый год начат {formatDay(year.applied_at ?? year.created_at)}.</b> Новые курсы ждут проверки в черновиках.
    </Notice>
  )
}

/** The plan as it will be carried out. */
const Preview = ({ year, onBack, onDone }: { year: NewYear; onBack: () => void; onDone: () => void }) => {
  const apply = useApplyNewYear()
  const begin = async () => {
    try {
      await apply.mutateAsync(year.id)
      toast({ severity: 'success', summary: 'Новый год начат' })
      onDone()
    } catch (error) {
      reportError(error, 'Не удалось начать')
    }
  }
  return (
    <Stack gap={5}>
      <Text as="h2" weight="heavy">
        Что изменится
      </Text>
      <NewYearChanges year={year} />
      <Text tone="soft">Оценки и работы останутся: старые курсы видны в архиве. Всё вместе можно отменить.</Text>
      <Row gap={2} wrap>
        <Button loading={apply.isPending} onClick={() => void begin()}>
          Начать новый год
        </Button>
        <Button variant="default" onClick={onBack}>
          Изменить
        </Button>
      </Row>
    </Stack>
  )
}

const Steps = ({
  proposal,
  last,
  onClose,
}: {
  proposal: NewYearProposal
  last: NewYear | null
  onClose: () => void
}) => {
  const word = useCohortWord()
  const plan = usePlanNewYear()
  const [form, setForm] = useState(() => formOf(proposal))
  const [planned, setPlanned] = useState<NewYear | null>(null)
  const top = useRef<HTMLDivElement>(null)
  const set = (change: Partial<typeof form>) => setForm((before) => ({ ...before, ...change }))
  const show = async () => {
    try {
      setPlanned((await plan.mutateAsync(planOf(form))).new_year)
      top.current?.scrollIntoView({ block: 'start' })
    } catch (error) {
      reportError(error, 'Проверьте план')
    }
  }
  const isEmpty =
    form.cohorts.every(({ act }) => act === 'stay') &&
    form.courses.every(({ act }) => act === 'stay') &&
    form.leavers.length === 0
  const isNamed = form.cohorts.every(({ act, new_name }) => act === 'stay' || new_name.trim() !== '')
  if (planned) {
    return (
      <div ref={top}>
        <Preview year={planned} onBack={() => setPlanned(null)} onDone={onClose} />
      </div>
    )
  }
  return (
    <Stack gap={6}>
      {last?.status === 'applied' && <Done year={last} />}
      <Stack gap={3}>
        <Text as="h2" weight="heavy">
          1. {word.title}
        </Text>
        <CohortStep
          cohorts={form.cohorts}
          onChange={(id, change) =>
            set({ cohorts: form.cohorts.map((cohort) => (cohort.id === id ? { ...cohort, ...change } : cohort)) })
          }
        />
      </Stack>
      <Stack gap={3}>
        <Text as="h2" weight="heavy">
          2. Курсы
        </Text>
        <CourseStep
          form={form}
          onChange={(id, change) =>
            set({ courses: form.courses.map((course) => (course.id === id ? { ...course, ...change } : course)) })
          }
        />
      </Stack>
      <Stack gap={3}>
        <Text as="h2" weight="heavy">
          3. Кто ещё уходит
        </Text>
        <PeopleSearch
          among="student"
          label="Найти того, кто уходит"
          verb="Отключить"
          members={new Set(form.leavers.map(({ id }) => id))}
          onAdd={(person) => set({ leavers: [...form.leavers, person] })}
        />
        {form.leavers.map((person) => (
          <Row key={person.id} gap={2} justify="between">
            <PersonChip person={person} size={28} />
            <Button
              size="xs"
              variant="subtle"
              onClick={() => set({ leavers: form.leavers.filter(({ id }) => id !== person.id) })}
            >
              Оставить
            </Button>
          </Row>
        ))}
      </Stack>
      <Stack gap={3}>
        <Text as="h2" weight="heavy">
          4. Даты
        </Text>
        <Grid gap={3} least={13} fill>
          <TextInput
            type="date"
            label="Первый день года"
            value={form.starts_on}
            onChange={(event) => set({ starts_on: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="Последний день года"
            value={form.ends_on}
            onChange={(event) => set({ ends_on: event.currentTarget.value })}
          />
          <NumberInput
            label="На сколько дней сдвинуть сроки"
            description="364 дня: дни недели те же"
            hideControls
            allowDecimal={false}
            min={-3650}
            max={3650}
            value={form.shift_days}
            onChange={(value) => set({ shift_days: Number(value) || 0 })}
          />
        </Grid>
      </Stack>
      <Row gap={2} wrap>
        <Button disabled={isEmpty || !isNamed} loading={plan.isPending} onClick={() => void show()}>
          Показать изменения
        </Button>
        <Button variant="default" onClick={onClose}>
          Закрыть
        </Button>
      </Row>
    </Stack>
  )
}

/** A new school year in four steps and a preview, for curators. */
const NewYearPanel = ({ onClose }: { onClose: () => void }) => {
  const query = useQuery(newYearsQuery)
  return <ListState query={query}>{(data) => <Steps key={data.last?.status} {...data} onClose={onClose} />}</ListState>
}

export default NewYearPanel
