import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { counted } from '#contract/plural.ts'
import type { NewYearChoices, NewYearForm } from '#web/new-years/new-year-form.ts'
import { Grid, Stack, Text } from '#web/ui/layout.tsx'

const acts = [
  { value: 'up', label: 'Переходит' },
  { value: 'graduate', label: 'Выпускается' },
  { value: 'stay', label: 'Остаётся как есть' },
]

type Cohort = NewYearForm['cohorts'][number]

/** The choice for each class, with the name that the rule proposes. */
export const CohortStep = ({
  cohorts,
  onChange,
}: {
  cohorts: Cohort[]
  onChange: (id: number, change: NewYearChoices['cohorts'][number]) => void
}) => (
  <Stack as="ul" gap={3} plain>
    {cohorts.map(({ id, name, act, new_name, deactivate, student_count }) => (
      <Grid as="li" key={id} gap={2} least={13} fill>
        <Text weight="medium" anywhere>
          {name}
          <Text as="span" size={2} tone="quiet">
            {' '}
            {counted(student_count, 'человек', 'человека', 'человек')}
          </Text>
        </Text>
        <NativeSelect
          aria-label={`Что будет: ${name}`}
          data={acts}
          value={act}
          onChange={(event) => onChange(id, { act: event.currentTarget.value as Cohort['act'] })}
        />
        {act === 'stay' ? (
          <span />
        ) : (
          <Stack gap={2}>
            <TextInput
              aria-label={`Новое название: ${name}`}
              maxLength={100}
              value={new_name}
              onChange={(event) => onChange(id, { new_name: event.currentTarget.value })}
              error={new_name.trim() === '' && 'Заполните это поле'}
            />
            {act === 'graduate' && (
              <Checkbox
                label="Отключить учётные записи"
                checked={deactivate}
                onChange={(event) => onChange(id, { deactivate: event.currentTarget.checked })}
              />
            )}
          </Stack>
        )}
      </Grid>
    ))}
  </Stack>
)
