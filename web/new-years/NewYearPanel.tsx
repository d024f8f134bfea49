import { Button, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { cohortTitle } from '#contract/cohorts/cohort-words.ts'
import type { NewYear, NewYearProposal } from '#contract/new-years/new-years.schema.ts'
import { curates } from '#contract/users/users.policy.ts'
import { useUser } from '#web/auth/session.ts'
import { useActor } from '#web/auth/use-actor.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reportError } from '#web/data/report-error.ts'
import { CohortStep } from '#web/new-years/CohortStep.tsx'
import { CourseStep } from '#web/new-years/CourseStep.tsx'
import { LeaverStep } from '#web/new-years/LeaverStep.tsx'
import { NewYearChanges } from '#web/new-years/NewYearChanges.tsx'
import { formOf, type NewYearChoices, noChoices, planOf } from '#web/new-years/new-year-form.ts'
import { newYearsQuery, useApplyNewYear, usePlanNewYear, useUndoNewYear } from '#web/new-years/new-years.queries.ts'
import { DateInput, focusUnreadableDate } from '#web/ui/DateInput.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { focusWhenDrawn } from '#web/ui/focus-when-drawn.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Grid, Row, Stack, Text } from '#web/ui/layout.tsx'
import { NoAccess } from '#web/ui/NoAccess.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Section } from '#web/ui/Section.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

/** Whether a new year has this status after all, though the response of its act was lost. */
const isNow = async (id: number, status: NewYear['status']) => {
  const known = await queryClient.fetchQuery({ ...newYearsQuery, staleTime: 0 }).catch(() => null)
  return known?.last?.id === id && known.last.status === status
}

/** Whatever was carried out last, with a way to undo it. */
const Done = ({ year, onUndone }: { year: NewYear; onUndone: () => void }) => {
  const undo = useUndoNewYear()
  const [busy, setBusy] = useState(false)
  const takeBack = async () => {
    setBusy(true)
    try {
      await undo.mutateAsync(year.id).catch(async (error) => {
        if (!(await isNow(year.id, 'undone'))) throw error
      })
      toast({ severity: 'success', summary: 'Новый год отменён', detail: 'Всё снова как было.' })
      onUndone()
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
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    try {
      await apply.mutateAsync(year.id).catch(async (error) => {
        if (!(await isNow(year.id, 'applied'))) throw error
      })
      toast({ severity: 'success', summary: 'Новый год начат' })
      onDone()
    } catch (error) {
      reportError(error, 'Не удалось начать')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title="Новый учебный год: что изменится" gap={5}>
      <NewYearChanges year={year} />
      <Text tone="soft">Оценки и работы останутся: старые курсы видны в архиве. Всё вместе можно отменить.</Text>
      <Row gap={2} wrap>
        <Button loading={busy} onClick={() => void begin()}>
          Начать новый год
        </Button>
        <Button variant="default" disabled={busy} onClick={onBack}>
          Изменить
        </Button>
      </Row>
    </Section>
  )
}

const stepTitle = (number: number, title: string) => (
  <Text as="h3" weight="heavy">
    {number}. {title}
  </Text>
)

const Steps = ({ proposal, last }: { proposal: NewYearProposal; last: NewYear | null }) => {
  const plan = usePlanNewYear()
  const [choices, choose, clear] = useDeviceDraft(`new-year:${useUser()?.id}`, noChoices)
  const [planned, setPlanned] = useState<NewYear | null>(null)
  const top = useRef<HTMLDivElement>(null)
  const preview = useRef<HTMLDivElement>(null)
  const form = formOf(proposal, choices)
  const setDates = (dates: NewYearChoices['dates']) => choose({ ...choices, dates: { ...choices.dates, ...dates } })
  const setLeavers = (leavers: NewYearChoices['leavers']) => choose({ ...choices, leavers })
  const show = async () => {
    if (focusUnreadableDate(top.current)) return
    try {
      setPlanned((await plan.mutateAsync(planOf(form))).new_year)
      top.current?.scrollIntoView({ block: 'start' })
      // the button that was pressed goes with the steps
      focusWhenDrawn(() => preview.current)
    } catch (error) {
      reportError(error, 'Проверьте план')
    }
  }
  const focusTop = () => focusWhenDrawn(() => top.current)
  const back = () => {
    setPlanned(null)
    focusTop()
  }
  const isEmpty =
    form.cohorts.every(({ act }) => act === 'stay') &&
    form.courses.every(({ act }) => act === 'stay') &&
    form.leavers.length === 0
  const isNamed = form.cohorts.every(({ act, new_name }) => act === 'stay' || new_name.trim() !== '')
  // it can be undone here
  const finish = () => {
    clear()
    back()
  }
  if (planned) {
    return (
      <div ref={preview} tabIndex={-1}>
        <Preview year={planned} onBack={back} onDone={finish} />
      </div>
    )
  }
  return (
    <Section ref={top} tabIndex={-1} title="Новый учебный год">
      {last?.status === 'applied' && <Done year={last} onUndone={focusTop} />}
      <Text tone="soft" loose>
        Отметьте, кто переходит, кто выпускается и какие курсы начнутся заново: оценки и работы прошлого года останутся.
        Потом вы увидите, что изменится. До этого ничего не произойдёт, а выбранное сохранится на этом устройстве.
      </Text>
      <Stack gap={3} mt={3}>
        {stepTitle(1, cohortTitle('many'))}
        <CohortStep
          cohorts={form.cohorts}
          onChange={(id, change) =>
            choose({ ...choices, cohorts: { ...choices.cohorts, [id]: { ...choices.cohorts[id], ...change } } })
          }
        />
      </Stack>
      <Stack gap={3} mt={3}>
        {stepTitle(2, 'Курсы')}
        <CourseStep
          form={form}
          onChange={(id, change) =>
            choose({ ...choices, courses: { ...choices.courses, [id]: { ...choices.courses[id], ...change } } })
          }
        />
      </Stack>
      <Stack gap={3} mt={3}>
        {stepTitle(3, 'Кто ещё уходит')}
        <LeaverStep leavers={form.leavers} onChange={setLeavers} />
      </Stack>
      <Stack gap={3} mt={3}>
        {stepTitle(4, 'Даты')}
        <Grid gap={3} least={13} fill>
          <DateInput
            label="Первый день года"
            value={form.starts_on}
            onChange={(event) => setDates({ starts_on: event.currentTarget.value })}
          />
          <DateInput
            label="Последний день года"
            value={form.ends_on}
            onChange={(event) => setDates({ ends_on: event.currentTarget.value })}
          />
          <NumberInput
            label="На сколько дней сдвинуть сроки"
            description="364 дня: дни недели те же"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            hideControls
            allowDecimal={false}
            min={-3650}
            max={3650}
            value={form.shift_days}
            onChange={(shift_days) => setDates({ shift_days })}
            error={Number.isNaN(planOf(form).shift_days) && 'Введите число дней'}
          />
        </Grid>
      </Stack>
      <Row gap={2} mt={3} wrap>
        <Button disabled={isEmpty || !isNamed} loading={plan.isPending} onClick={() => void show()}>
          Показать изменения
        </Button>
        {choices !== noChoices && (
          <Button
            variant="default"
            onClick={() => {
              clear()
              // the button goes
              top.current?.focus()
            }}
          >
            Выбрать заново
          </Button>
        )}
      </Row>
    </Section>
  )
}

const Proposed = () => {
  const query = useQuery(newYearsQuery)
  return <ListState query={query}>{(data) => <Steps {...data} />}</ListState>
}

/** A new school year in four steps and a preview, for curators with all rights. */
const NewYearPanel = () =>
  curates(useActor(), 'all') ? <Proposed /> : <NoAccess text="Новый учебный год начинают кураторы со всеми правами." />

export default NewYearPanel
