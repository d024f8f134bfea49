import '#web/ui/input-styles.ts'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Home } from '#contract/home/home.schema.ts'
import { siteApi } from '#contract/site/site.api.ts'
import type { HomeSettings } from '#contract/site/site-settings.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { useAct } from '#web/data/act.ts'
import { DraftedForm } from '#web/drafts/DraftedForm.tsx'
import { changesOf } from '#web/forms/changes-of.ts'
import { guestHome } from '#web/home/guest-home.queries.ts'
import { HomeBlocks } from '#web/home/HomeBlocks.tsx'
import { HomeProjects } from '#web/home/HomeProjects.tsx'
import { HomeRows } from '#web/home/HomeRows.tsx'
import { type HomeValues, homeKind, homeOf, homeValues, newLink, newStep } from '#web/home/home-form.ts'
import { FieldGroup, FieldGroups } from '#web/ui/FieldGroup.tsx'
import { ListState } from '#web/ui/ListState.tsx'
import { toast } from '#web/ui/toasts.ts'

const HomePreview = lateDialog(() => import('#web/home/HomePreview.tsx'))

/** What curators write on the guests' main page. */
const HomeSettingsForm = () => (
  <ListState query={useQuery(guestHome)}>{({ home }) => <HomeForm home={home} />}</ListState>
)

const HomeForm = ({ home }: { home: Home }) => {
  const [previewing, setPreviewing] = useState(false)
  const saved = homeValues(home)
  const change = useAct(siteApi.changeHome, (body: Partial<HomeSettings>) => ({ body }))
  const save = async (values: HomeValues) => {
    await change.mutateAsync(changesOf(homeOf(values), homeOf(saved)))
    return () =>
      toast({ severity: 'success', summary: 'Главная страница сохранена', detail: 'Гости уже видят её такой.' })
  }
  return (
    <FieldGroups>
      <DraftedForm
        draftKey="settings:home"
        kind={homeKind}
        saved={saved}
        save={save}
        after={(form) =>
          previewing && <HomePreview home={home} values={form.values} onClose={() => setPreviewing(false)} />
        }
      >
        {(form) => (
          <>
            <FieldGroup
              legend="Начало страницы"
              note="С этого начинается главная для тех, кто не вошёл. Ваша главная другая."
            >
              <div>
                <Button variant="default" size="sm" onClick={() => setPreviewing(true)}>
                  Посмотреть как гость
                </Button>
              </div>
              <TextInput label="Заголовок" maxLength={120} {...form.getInputProps('title')} />
              <Textarea label="Текст под ним" autosize minRows={2} maxRows={6} {...form.getInputProps('text')} />
            </FieldGroup>
            <HomeBlocks blocks={form.values.blocks} onChange={(blocks) => form.setFieldValue('blocks', blocks)} />
            <HomeProjects
              projects={form.values.projects}
              onChange={(projects) => form.setFieldValue('projects', projects)}
            />
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
            <FieldGroup legend="О школе" note="Рядом встанут адрес, телефон и почта из настроек школы.">
              <TextInput label="Заголовок блока" maxLength={120} {...form.getInputProps('about.title')} />
              <Textarea label="Текст" autosize minRows={3} maxRows={12} {...form.getInputProps('about.text')} />
            </FieldGroup>
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
          </>
        )}
      </DraftedForm>
    </FieldGroups>
  )
}

export default HomeSettingsForm
