import '#web/ui/input-styles.ts'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { capitalized, cohortCalled, cohortForms } from '#contract/cohorts/cohort-words.ts'
import { defaultBorders } from '#contract/journal/scales.ts'
import { counted } from '#contract/plural.ts'
import { siteApi } from '#contract/site/site.api.ts'
import { ageMarks, SchoolInput, type SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { defaultStudentWord, studentWordNames } from '#contract/users/student-word.ts'
import { schoolQuery } from '#web/app/school.queries.ts'
import { showSavedWords } from '#web/app/use-school-words.ts'
import { useAct } from '#web/data/act.ts'
import { DraftedForm } from '#web/drafts/DraftedForm.tsx'
import type { FormKind } from '#web/drafts/form-draft.ts'
import { changesOf } from '#web/forms/changes-of.ts'
import { validateWith } from '#web/forms/form-errors.ts'
import { LogoField } from '#web/settings/LogoField.tsx'
import { FieldGroup, FieldGroups, FieldPair } from '#web/ui/FieldGroup.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { toast } from '#web/ui/toasts.ts'

/** What is said of the school: in the footer, in documents, on announcements and in the organisation section. */
const SchoolForm = () => {
  // what pages show may be some minutes old, what is edited may not
  const query = useQuery({ ...schoolQuery, staleTime: 0 })
  return <ListState query={query}>{({ school }) => <SettingsForm school={school} />}</ListState>
}

const ages = [14, 15, 16, 17, 18].map((age) => ({
  value: String(age),
  label: `До ${counted(age, 'года', 'лет', 'лет')}`,
}))

const modes = () => [
  { value: 'open', label: 'Все' },
  { value: 'code', label: `Только с кодом ${cohortCalled('of')}` },
  { value: 'invitation', label: 'Никто: школа приглашает сама' },
  { value: 'closed', label: 'Никто: регистрация закрыта' },
]

const toForm = ({ consent_age, edition, age_mark, registration, mark_borders, ...school }: SchoolInput) => ({
  ...school,
  five: String(mark_borders.five),
  four: String(mark_borders.four),
  three: String(mark_borders.three),
  pass: String(mark_borders.pass),
  age_mark: age_mark as string,
  registration: registration as string,
  consent_age: String(consent_age),
  edition: String(edition),
})
type FormValues = ReturnType<typeof toForm>

const toSettings = ({
  consent_age,
  edition,
  age_mark,
  registration,
  five,
  four,
  three,
  pass,
  ...school
}: FormValues): SchoolInput => ({
  ...school,
  mark_borders: { five: Number(five), four: Number(four), three: Number(three), pass: Number(pass) },
  age_mark: age_mark as SchoolSettings['age_mark'],
  registration: registration as SchoolSettings['registration'],
  consent_age: Number(consent_age),
  edition: edition === '9' ? 9 : 10,
})

const check = validateWith(SchoolInput)

const Kept = z.object({
  ...SchoolInput.omit({ mark_borders: true }).shape,
  // what is being typed may be wrong still
  name: z.string(),
  short_name: z.string().default(''),
  inn: z.string(),
  ogrn: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  operator_number: z.string(),
  enrol_words: z.string(),
  certificate_words: z.string(),
  certificate_signer: z.string(),
  certificate_post: z.string(),
  student_word: SchoolInput.shape.student_word.default(defaultStudentWord),
  age_mark: z.string(),
  consent_age: z.string(),
  registration: z.string(),
  edition: z.string(),
  five: z.string().default(String(defaultBorders.five)),
  four: z.string().default(String(defaultBorders.four)),
  three: z.string().default(String(defaultBorders.three)),
  pass: z.string().default(String(defaultBorders.pass)),
})

/** How the settings are drafted. */
const schoolKind: FormKind<FormValues> = {
  fields: {
    name: { label: 'Наименование' },
    short_name: { label: 'Короткое название' },
    inn: { label: 'ИНН' },
    ogrn: { label: 'ОГРН' },
    address: { label: 'Адрес' },
    email: { label: 'Почта' },
    phone: { label: 'Телефон' },
    operator_number: { label: 'Номер в реестре операторов персональных данных' },
    age_mark: { label: 'Возрастной знак сайта' },
    registration: { label: 'Кто может зарегистрироваться' },
    registration_waits: { label: 'Новых принимает куратор' },
    consent_age: { label: 'Согласие родителя' },
    cohort_word: { label: 'Как называть группы' },
    student_word: { label: 'Как называть тех, кто учится' },
    enrol_words: { label: 'Как записаться на курс' },
    certificate_words: { label: 'Слова в сертификате' },
    certificate_signer: { label: 'Кто подписывает сертификаты' },
    certificate_post: { label: 'Должность подписавшего' },
    five: { label: '«5» от, %' },
    four: { label: '«4» от, %' },
    three: { label: '«3» от, %' },
    pass: { label: '«Зачёт» от, %' },
    edition: { label: 'Редакция методических рекомендаций' },
    university: { label: 'Мы организация высшего образования' },
    second_factor: { label: 'Вход с кодом из приложения' },
  },
  read: (values) => Kept.safeParse(values).data ?? null,
  check: (values) => {
    const faults = check(toSettings(values))
    return Object.fromEntries(Object.entries(faults).map(([path, fault]) => [path.replace('mark_borders.', ''), fault]))
  },
}

const SettingsForm = ({ school: { logo, ...school } }: { school: SchoolSettings }) => {
  const change = useAct(siteApi.changeSchool, (body: Partial<SchoolInput>) => ({ body }))
  const save = async (values: FormValues) => {
    await change.mutateAsync(changesOf(toSettings(values), school))
    return () => {
      showSavedWords()
      toast({ severity: 'success', summary: 'Настройки сохранены' })
    }
  }

  return (
    <FieldGroups>
      <DraftedForm draftKey="settings:school" kind={schoolKind} saved={toForm(school)} save={save}>
        {(form) => (
          <>
            <FieldGroup
              legend="Кому принадлежит сайт"
              note="Эти сведения стоят внизу страниц сайта: так требует закон об информации."
            >
              <TextInput label="Наименование" name="name" maxLength={300} {...form.getInputProps('name')} />
              <TextInput
                label="Короткое название"
                description="Для шапки сайта, писем и значка приложения: там, где длинное не помещается"
                name="short_name"
                maxLength={60}
                {...form.getInputProps('short_name')}
              />
              <FieldPair>
                <TextInput label="ИНН" name="inn" inputMode="numeric" maxLength={12} {...form.getInputProps('inn')} />
                <TextInput
                  label="ОГРН"
                  name="ogrn"
                  inputMode="numeric"
                  maxLength={15}
                  {...form.getInputProps('ogrn')}
                />
              </FieldPair>
              <TextInput label="Адрес" name="address" maxLength={300} {...form.getInputProps('address')} />
              <FieldPair>
                <TextInput label="Почта" type="email" name="email" {...form.getInputProps('email')} />
                <TextInput label="Телефон" type="tel" name="phone" maxLength={60} {...form.getInputProps('phone')} />
              </FieldPair>
              <TextInput
                label="Номер в реестре операторов персональных данных"
                name="operator_number"
                maxLength={60}
                {...form.getInputProps('operator_number')}
              />
              <NativeSelect
                label="Возрастной знак сайта"
                data={[{ value: '', label: 'Без знака' }, ...ageMarks]}
                {...form.getInputProps('age_mark')}
              />
            </FieldGroup>
            <LogoField logo={logo} />
            <FieldGroup legend="Регистрация">
              <NativeSelect
                label="Кто может зарегистрироваться"
                description={`Код ${cohortCalled('of')} создают кураторы и руководитель ${cohortCalled('of')}`}
                data={modes()}
                {...form.getInputProps('registration')}
              />
              <Checkbox
                label="Новых принимает куратор"
                description="До его решения войти нельзя. Кто ждёт, видно среди пользователей"
                {...form.getInputProps('registration_waits', { type: 'checkbox' })}
              />
              <NativeSelect
                label="Согласие родителя"
                description="Тем, кто младше, учётную запись открывает родитель: мы спросим его письмом"
                data={ages}
                {...form.getInputProps('consent_age')}
              />
              <Textarea
                label="Как записаться на курс"
                description="Эти слова стоят на объявлениях о курсах"
                name="enrol_words"
                autosize
                minRows={2}
                maxRows={8}
                maxLength={1000}
                {...form.getInputProps('enrol_words')}
              />
            </FieldGroup>
            <FieldGroup legend="Вход">
              <NativeSelect
                label="Вход с кодом из приложения"
                description="Кто должен входить с кодом, сначала настроит его и до этого ничего другого не откроет"
                data={[
                  { value: 'nobody', label: 'По желанию каждого' },
                  { value: 'curators', label: 'Обязателен для кураторов' },
                  { value: 'staff', label: 'Обязателен для кураторов и преподавателей' },
                ]}
                {...form.getInputProps('second_factor')}
              />
            </FieldGroup>
            <FieldGroup legend="Слова школы">
              <NativeSelect
                label="Как называть тех, кто учится"
                description="Так их называют все страницы, письма и таблицы"
                data={Object.entries(studentWordNames).map(([value, label]) => ({ value, label }))}
                {...form.getInputProps('student_word')}
              />
              <NativeSelect
                label="Как называть группы"
                description="Те, кто в одной группе, вместе проходят её курсы"
                data={Object.entries(cohortForms).map(([value, { one }]) => ({ value, label: capitalized(one) }))}
                {...form.getInputProps('cohort_word')}
              />
            </FieldGroup>
            <FieldGroup
              legend="Границы оценок"
              note="С какой доли баллов ставится оценка. Сами баллы от границ не меняются, а оценки в журналах станут другими сразу."
            >
              <FieldPair>
                <TextInput label="«5» от, %" inputMode="numeric" maxLength={3} {...form.getInputProps('five')} />
                <TextInput label="«4» от, %" inputMode="numeric" maxLength={3} {...form.getInputProps('four')} />
              </FieldPair>
              <FieldPair>
                <TextInput label="«3» от, %" inputMode="numeric" maxLength={3} {...form.getInputProps('three')} />
                <TextInput label="«Зачёт» от, %" inputMode="numeric" maxLength={3} {...form.getInputProps('pass')} />
              </FieldPair>
            </FieldGroup>
            <FieldGroup
              legend="Сертификаты"
              note="Сертификат приходит сам, когда приняты все задания курса, а без заданий прочитаны все уроки."
            >
              <TextInput
                label="Слова между именем и курсом"
                name="certificate_words"
                maxLength={300}
                {...form.getInputProps('certificate_words')}
              />
              <FieldPair>
                <TextInput
                  label="Кто подписывает"
                  description="Имя и фамилия"
                  name="certificate_signer"
                  maxLength={120}
                  {...form.getInputProps('certificate_signer')}
                />
                <TextInput
                  label="Должность"
                  description="Например, директор школы"
                  name="certificate_post"
                  maxLength={120}
                  {...form.getInputProps('certificate_post')}
                />
              </FieldPair>
            </FieldGroup>
            <FieldGroup legend="Сведения об образовательной организации">
              <NativeSelect
                label="Редакция методических рекомендаций"
                description="От неё зависят имена полей в разметке страниц"
                data={[
                  { value: '10', label: 'Версия 10 (2026)' },
                  { value: '9', label: 'Версия 9 (2025)' },
                ]}
                {...form.getInputProps('edition')}
              />
              <Checkbox
                label="Мы организация высшего образования"
                description="В разделе появятся поля, которые обязательны только для вузов"
                {...form.getInputProps('university', { type: 'checkbox' })}
              />
            </FieldGroup>
          </>
        )}
      </DraftedForm>
    </FieldGroups>
  )
}

export default SchoolForm
