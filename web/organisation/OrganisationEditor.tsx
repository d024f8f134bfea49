import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { organisationApi } from '#contract/organisation/organisation.api.ts'
import type { OrganisationPage } from '#contract/organisation/organisation.schema.ts'
import { call } from '#web/app/call.ts'
import { reportError } from '#web/app/report-error.ts'
import { DraftedForm } from '#web/drafts/DraftedForm.tsx'
import { FormDraftStatus } from '#web/drafts/FormDraftStatus.tsx'
import type { FormKind } from '#web/drafts/form-draft.ts'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'
import { RichTextEditor } from '#web/editor/RichTextEditor.tsx'
import { organisationPageQuery } from '#web/organisation/organisation.queries.ts'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useSingle } from '#web/ui/use-single.ts'

interface Words {
  content: string
}

const kind: FormKind<Words> = {
  fields: { content: { label: 'Текст страницы', rich: true } },
  read: (kept) => {
    // earlier versions kept the bare text
    const content = typeof kept === 'string' ? kept : (kept as Partial<Words> | null)?.content
    return typeof content === 'string' ? { content } : null
  },
}

/** Edits a page of the organisation section. */
const OrganisationEditor = ({
  page,
  onDone,
  onReturn,
}: {
  page: OrganisationPage
  onDone: () => void
  onReturn: () => void
}) => {
  const saved = useMemo(() => ({ content: page.content }), [page.content])
  return (
    <DraftedForm
      draftKey={`organisation:${page.number}`}
      kind={kind}
      saved={saved}
      leftKeys={[`draft:organisation:${page.number}`]}
      waiting={<SkeletonList count={1} height={400} />}
    >
      {(draft) => <Editor page={page} draft={draft} onDone={onDone} onReturn={onReturn} />}
    </DraftedForm>
  )
}

const Editor = ({
  page,
  draft,
  onDone,
  onReturn,
}: {
  page: OrganisationPage
  draft: FormDraft<Words>
  onDone: () => void
  onReturn: () => void
}) => {
  const client = useQueryClient()
  const [content, setContent] = useState(draft.initial.content)
  const save = useMutation({
    mutationFn: () => call(organisationApi.update, { params: { number: page.number }, body: { content } }),
    onSuccess: (answer) => client.setQueryData(organisationPageQuery(page.number).queryKey, answer),
  })
  const submit = async () => {
    await save.mutateAsync()
    return () => {
      toast({ severity: 'success', summary: 'Сохранено' })
      onDone()
    }
  }
  const once = useSingle()
  return (
    <>
      <RichTextEditor
        use="organisation"
        uploads={`organisation:${page.number}`}
        label="Текст страницы"
        value={content}
        onChange={(html) => {
          setContent(html)
          draft.change({ content: html })
        }}
        minHeight={320}
      />
      <Group mt="lg" gap="xs">
        <Button
          onClick={() => once(() => draft.submit(submit, (error) => reportError(error, 'Не удалось сохранить')))}
          loading={save.isPending}
        >
          Сохранить
        </Button>
        <Button
          variant="default"
          onClick={() => {
            draft.discard(onReturn)
            onDone()
          }}
        >
          Отменить
        </Button>
        <FormDraftStatus draft={draft} />
      </Group>
    </>
  )
}

export default OrganisationEditor
