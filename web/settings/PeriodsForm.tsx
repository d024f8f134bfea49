import { dayText } from '#contract/dates.ts'
import '#web/ui/input-styles.ts'
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { journalApi } from '#contract/journal/journal.api.ts'
import { maxPeriods, periodKinds } from '#contract/journal/period-kinds.ts'
import { type Period, PeriodsInput } from '#contract/journal/periods.schema.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { ruleText } from '#contract/journal/totals.ts'
import { useSchool } from '#web/app/school.queries.ts'
import { useAct } from '#web/data/act.ts'
import { randomId } from '#web/data/random-id.ts'
import { DraftedForm } from '#web/drafts/DraftedForm.tsx'
import type { FormKind } from '#web/drafts/form-draft.ts'
import type { FormOf } from '#web/drafts/WithDraft.tsx'
import { validateWith } from '#web/forms/form-errors.ts'
import { periodsQuery } from '#web/journal/journal.queries.ts'
import classes from '#web/settings/PeriodsForm.module.css'
import { divisionNames, type PeriodRow, periodsOf } from '#web/settings/period-templates.ts'
import { withIds } from '#web/settings/with-ids.ts'
import { DateInput } from '#web/ui/DateInput.tsx'
import { FieldGroup, FieldGroups } from '#web/ui/FieldGroup.tsx'
import { focusWhenDrawn } from '#web/ui/focus-when-drawn.ts'
import { ListState } from '#web/ui/ListState.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useEditedRows } from '#web/ui/use-edited-rows.ts'

interface FormValues {
  periods: PeriodRow[]
}

const path = 'periods'

const kindNames = { term: 'Часть года', year: 'Учебный год' } as const

const toForm = (periods: Period[]): FormValues => ({
  periods: periods.map((period) => ({ ...period, key: String(period.id) })),
})

const Kept = z.object({
  periods: z.array(
    z.object({
      key: z.string(),
      id: z.number().exactOptional(),
      kind: z.enum(periodKinds),
      name: z.string(),
      from: z.string(),
      to: z.string(),
    }),
  ),
})

const textOf = ({ name, from, to }: PeriodRow) => `${name}: ${dayText(from)} – ${dayText(to)}`

const periodsKind: FormKind<FormValues> = {
  fields: {
    periods: {
      label: 'Периоды',
      // without ids: a new row whose save went through without its response is the period that has one by now
      of: (periods) => periods.map(({ kind, name, from, to }) => [kind, name, from, to]),
      show: (periods) => periods.map(textOf).join('\n'),
    },
  },
  read: (values) => Kept.safeParse(values).data ?? null,
  check: validateWith(PeriodsInput),
}

/** The rows of the form; while there are none, the usual divisions of a school year. */
const Periods = ({ form }: { form: FormOf<FormValues> }) => {
  const { periods } = form.values
  const rows = useEditedRows({
    form,
    path,
    rows: periods,
    name: 'период',
    tell: (row) => (row.name ? { summary: 'Период убран', detail: row.name } : null),
  })
  const divide = (name: (typeof divisionNames)[number]) => {
    form.setFieldValue(path, periodsOf(name, new Date()))
    // the button that was pressed goes
    focusWhenDrawn(() => rows.root.current?.querySelector<HTMLElement>('input[data-name]'))
  }
  const addEmpty = () => rows.add({ key: randomId(), kind: 'term', name: '', from: '', to: '' }, 'input[data-name]')
  return (
    <Stack gap={4} ref={rows.root}>
      {periods.length === 0 && (
        <Stack gap={3}>
          <Text tone="soft">Периодов пока нет. Начните с обычного деления года, потом поправьте даты:</Text>
          <Row gap={2} wrap>
            {divisionNames.map((name) => (
              <Button key={name} variant="light" onClick={() => divide(name)}>
                {name}
              </Button>
            ))}
          </Row>
        </Stack>
      )}
      {periods.length > 0 && (
        <Stack as="ul" gap={4} plain>
          {periods.map((row, index) => (
            <li key={row.key} className={classes.period} data-key={row.key}>
              <TextInput
                label="Название"
                data-name=""
                maxLength={60}
                aria-label={`Период ${index + 1}: название`}
                {...form.getInputProps(`${path}.${index}.name`)}
              />
              <NativeSelect
                label="Что это"
                aria-label={`Период ${index + 1}: что это`}
                data={periodKinds.map((value) => ({ value, label: kindNames[value] }))}
                {...form.getInputProps(`${path}.${index}.kind`)}
              />
              <DateInput
                label="С"
                aria-label={`Период ${index + 1}: первый день`}
                {...form.getInputProps(`${path}.${index}.from`)}
              />
              <DateInput
                label="По"
                aria-label={`Период ${index + 1}: последний день`}
                {...form.getInputProps(`${path}.${index}.to`)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                className={classes.remove}
                data-remove=""
                aria-label={`Убрать период ${index + 1}${row.name && `: ${row.name}`}`}
                onClick={rows.toolsOf(row, index).onRemove}
              >
                <IconX size={18} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </Stack>
      )}
      {periods.length < maxPeriods && (
        <div>
          <Button
            variant="subtle"
            data-add={path}
            leftSection={<IconPlus size={17} aria-hidden="true" />}
            onClick={addEmpty}
          >
            Добавить период
          </Button>
        </div>
      )}
    </Stack>
  )
}

/** The rule of totals, as it is for marks from 2 to 5. */
const Rule = () => {
  const borders = useSchool()?.mark_borders ?? defaultBorders
  const grading = { scale: '2-5' as const, borders }
  return (
    <FieldGroup
      legend="Как считается итог"
      note="Сайт предлагает итог, а ставит его учитель. Закрыть период может куратор: после этого итоги не меняются. Это правило для оценок от 2 до 5, для других шкал оно показано в журнале курса."
    >
      <Stack gap={2}>
        {[...ruleText('term', grading), ...ruleText('year', grading)].map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Stack>
    </FieldGroup>
  )
}

/** Quarters, trimesters, half-years and years, for which journals have totals. */
const PeriodsForm = () => {
  const query = useQuery({ ...periodsQuery, staleTime: 0 })
  const [saves, setSaves] = useState(0)
  const change = useAct(journalApi.setPeriods, (body: PeriodsInput) => ({ body }))
  const save = async ({ periods }: FormValues, expected: Period[]) => {
    await change.mutateAsync({
      periods: withIds(periods, expected),
      // what a colleague has saved meanwhile is shown beside what is typed
      expected,
    })
    return () => {
      if (periods.some(({ id }) => id === undefined)) setSaves((count) => count + 1)
      toast({ severity: 'success', summary: 'Периоды сохранены' })
    }
  }
  return (
    <ListState query={query}>
      {({ periods }) => (
        <FieldGroups>
          <DraftedForm
            // rows that were new have ids by now
            key={saves}
            draftKey="settings:periods"
            kind={periodsKind}
            saved={toForm(periods)}
            save={(values) => save(values, periods)}
          >
            {(form) => (
              <>
                <FieldGroup
                  legend="Периоды с итогами"
                  note="В журнале каждого курса после столбцов периода стоит столбец с его итогами. Итог учебного года складывается из итогов его частей."
                >
                  <Periods form={form} />
                </FieldGroup>
                <Rule />
              </>
            )}
          </DraftedForm>
        </FieldGroups>
      )}
    </ListState>
  )
}

export default PeriodsForm
