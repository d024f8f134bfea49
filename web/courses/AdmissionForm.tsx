import '#web/ui/input-styles.ts'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { NumberInput, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import { type AdmissionValues, admissionKind } from '#web/courses/admission-form.ts'
import { DraftedForm, type DraftedFormProps } from '#web/drafts/DraftedForm.tsx'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { DateInput } from '#web/ui/DateInput.tsx'

const count = { min: 0, allowNegative: false, allowDecimal: false, thousandSeparator: ' ' } as const

/** What a course says to those who may want to take it. */
export const AdmissionForm = (form: DraftedFormProps<AdmissionValues>) => (
  <DraftedForm kind={admissionKind} {...form}>
    {(form, draft) => (
      <>
        <Switch
          label="Показывать всем как программу"
          description={`У опубликованного курса появится страница для всех, он войдёт в список программ и в сведения об организации. Курс ${cohortCalled('of')} обычно не показывают`}
          {...form.getInputProps('announced', { type: 'checkbox' })}
        />
        <Switch
          label="Набор открыт"
          description="Показанный всем курс стоит на главной странице школы, пока идёт набор"
          {...form.getInputProps('enrolling', { type: 'checkbox' })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DateInput label="Начало" {...form.getInputProps('starts_on')} />
          <TextInput
            label="Продолжительность"
            placeholder="3 месяца, 72 часа"
            maxLength={100}
            {...form.getInputProps('duration')}
          />
          <NumberInput
            label="Стоимость, ₽"
            description="0, если бесплатно; пусто, если цена не объявлена"
            {...count}
            {...form.getInputProps('price')}
          />
          <NumberInput
            label="Мест"
            description="Пусто, если места не ограничены"
            {...count}
            {...form.getInputProps('seats')}
          />
          <TextInput
            label="Форма обучения"
            placeholder="Очная, дистанционно"
            maxLength={100}
            {...form.getInputProps('form')}
          />
          <TextInput
            label="Уровень"
            placeholder="Дополнительное образование детей и взрослых"
            maxLength={200}
            {...form.getInputProps('level')}
          />
          <TextInput
            label="Код программы"
            description="Если он есть: для сведений об организации"
            maxLength={40}
            {...form.getInputProps('code')}
          />
        </SimpleGrid>
        <RichTextField
          use="course"
          uploads={draft.key}
          label="Текст объявления"
          minHeight={220}
          value={form.values.announcement}
          onChange={(html) => form.setFieldValue('announcement', html)}
          {...(form.errors.announcement ? { error: String(form.errors.announcement) } : {})}
        />
      </>
    )}
  </DraftedForm>
)
