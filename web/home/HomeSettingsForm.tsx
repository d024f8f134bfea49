import '#web/ui/input-styles.ts'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pathTo } from '#contract/pages.ts'
import { focusFirstError, showFormError } from '#web/app/form-errors.ts'
import { DraftedForm } from '#web/drafts/DraftedForm.tsx'
import { FormDraftStatus } from '#web/drafts/FormDraftStatus.tsx'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'
import { HomeBlocks } from '#web/home/HomeBlocks.tsx'
import { HomeProjects } from '#web/home/HomeProjects.tsx'
import { HomeRows } from '#web/home/HomeRows.tsx'
import classes from '#web/home/HomeSettingsForm.module.css'
import { guestHome, useChangeHome } from '#web/home/home.queries.ts'
import { type HomeWords, homeKind, homeOf, homeWords, newLink, newStep, useHomeForm } from '#web/home/home-form.ts'
import { FormBar } from '#web/ui/FormBar.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { toast } from '#web/ui/toasts.ts'

/** What curators write on the guests' main page. */
const HomeSettingsForm = () => (
  <ListState query={useQuery(guestHome)}>
    {({ home }) => (
      <DraftedForm draftKey="settings:home" kind={homeKind} saved={homeWords(home)}>
        {(draft) => <Fields draft={draft} />}
      </DraftedForm>
    )}
  </ListState>
)

const Fields = ({ draft }: { draft: FormDraft<HomeWords> }) => {
  const change = useChangeHome()
  const form = useHomeForm(draft)
  const save = (values: HomeWords) =>
    draft.submit(
      async () => {
        await change.mutateAsync(homeOf(values))
        return () =>
          toast({ severity: 'success', summary: 'Главная страница сохранена', detail: 'Так её увидят гости.' })
      },
      (error) => showFormError(form, error),
    )
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => void save(values), focusFirstError)} noValidate>
      <fieldset className={classes.group}>
        <legend>Начало страницы</legend>
        <p>
          С этого начинается главная для тех, кто не вошёл. <a href={pathTo('main')}>Ваша главная</a> другая.
        </p>
        <TextInput label="Заголовок" maxLength={120} {...form.getInputProps('title')} />
        <Textarea label="Текст под ним" autosize minRows={2} maxRows={6} {...form.getInputProps('text')} />
      </fieldset>
      <HomeBlocks blocks={form.values.blocks} onChange={(blocks) => form.setFieldValue('blocks', blocks)} />
      <HomeProjects projects={form.values.projects} onChange={(projects) => form.setFieldValue('projects', projects)} />
      <HomeRows
        form={form}
        path="steps"
        legend="Как начать"
        row="Шаг"
        add="Добавить шаг"
        fields={[
          { name: 'name', label: 'Название', maxLength: 80 },
          { name: 'text', label: 'Пояснение', long: true },
        ]}
        create={newStep}
      />
      <fieldset className={classes.group}>
        <legend>О школе</legend>
        <p>Рядом встанут адрес, телефон и почта из настроек школы.</p>
        <TextInput label="Заголовок блока" maxLength={120} {...form.getInputProps('about.title')} />
        <Textarea label="Текст" autosize minRows={3} maxRows={12} {...form.getInputProps('about.text')} />
      </fieldset>
      <HomeRows
        form={form}
        path="links"
        legend="Ссылки"
        row="Ссылка"
        add="Добавить ссылку"
        fields={[
          { name: 'title', label: 'Текст ссылки', maxLength: 80 },
          { name: 'url', label: 'Адрес', maxLength: 2000 },
        ]}
        create={newLink}
      />
      <FormBar status={<FormDraftStatus draft={draft} />}>
        <Button type="submit" loading={change.isPending}>
          Сохранить
        </Button>
      </FormBar>
    </form>
  )
}

export default HomeSettingsForm
