import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import type { OrganisationPage } from '#contract/organisation/organisation.schema.ts'
import { call } from '#web/app/call.ts'
import { reportError } from '#web/app/report-error.ts'
import { RichTextEditor } from '#web/editor/RichTextEditor.tsx'
import { organisationPageQuery } from '#web/organisation/organisation.queries.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toast } from '#web/ui/toasts.ts'
import { useSingle } from '#web/ui/use-single.ts'

const draftKey = (number: number) => `draft:organisation:${number}`

/** Edits a page of the organisation section; what is typed is kept on the device until the server has it. */
const OrganisationEditor = ({ page, onDone }: { page: OrganisationPage; onDone: () => void }) => {
  const client = useQueryClient()
  const [content, setContent] = useState(() => localStorage.getItem(draftKey(page.number)) ?? page.content)
  const change = (html: string) => {
    setContent(html)
    localStorage.setItem(draftKey(page.number), html)
  }
  const forget = () => localStorage.removeItem(draftKey(page.number))

  const save = useMutation({
    mutationFn: () => call(organisationApi.update, { params: { number: page.number }, body: { content } }),
    onSuccess: (answer) => {
      forget()
      client.setQueryData(organisationPageQuery(page.number).queryKey, answer)
      toast({ severity: 'success', summary: 'Сохранено' })
      onDone()
    },
    onError: (error) => reportError(error, 'Не удалось сохранить'),
  })
  const once = useSingle()
  const cancel = async () => {
    const changed = content !== page.content
    if (
      changed &&
      !(await confirm({
        title: 'Уйти без сохранения?',
        text: 'Набранный текст пропадёт.',
        accept: 'Уйти',
        reject: 'Остаться',
        danger: true,
      }))
    )
      return
    forget()
    onDone()
  }

  return (
    <>
      <RichTextEditor label="Текст страницы" value={content} onChange={change} minHeight={320} />
      <Group mt="lg" gap="xs">
        <Button onClick={() => once(() => save.mutateAsync())} loading={save.isPending}>
          Сохранить
        </Button>
        <Button variant="default" onClick={cancel}>
          Отменить
        </Button>
      </Group>
    </>
  )
}

export default OrganisationEditor
