import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type OrganisationDraft, organisationApi } from '#contract/organisation/organisation.api.ts'
import { counted } from '#contract/plural.ts'
import { act } from '#web/data/act.ts'
import { ApiError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import { openDraft } from '#web/drafts/open-drafts.ts'
import { pageDraftQuery } from '#web/organisation/editing/editing.queries.ts'
import { goToUnfinishedLink } from '#web/organisation/editing/LinkForm.tsx'
import { asServerDraft, contentSource, draftKey } from '#web/organisation/editing/organisation-draft.ts'
import type { PageDraft } from '#web/organisation/editing/use-page-draft.ts'
import { confirm } from '#web/ui/confirm.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { toast } from '#web/ui/toasts.ts'

/** How many files of the page's texts are not yet there: they would come too late for what is published. */
const countUnfinished = async (number: number) => {
  const { uploads } = await import('#web/uploads/upload-jobs.ts')
  return uploads.get().filter(({ target }) => target.startsWith(`${draftKey(number)}:`)).length
}

const mayPublish = async (number: number) => {
  if (goToUnfinishedLink(document, 'страницу можно опубликовать')) return false
  const unfinished = await countUnfinished(number).catch(() => 0)
  if (unfinished === 0) return true
  const files = counted(unfinished, 'файл', 'файла', 'файлов')
  const detail = 'Опубликуйте, когда они встанут в текст, или уберите их.'
  toast({ severity: 'warn', summary: `Ждём загрузки: ${files}`, detail, key: 'publish', life: 6000 })
  return false
}

const tellOfConflict = () => {
  const detail = 'Выберите, что оставить, тогда страницу можно опубликовать.'
  toast({ severity: 'warn', summary: 'Есть две версии страницы', detail, key: 'publish', life: 6000 })
}

/** Publishes what is saved of a page; returns whether it succeeded. */
export const usePublish = (number: number, { draft, state }: PageDraft) => {
  return useMutation({
    mutationFn: async () => {
      if (state.theirs) tellOfConflict()
      if (state.theirs || !(await mayPublish(number))) return false
      await draft.flush(true)
      const body = { revision: draft.revision() }
      const response = await act(organisationApi.publish, { params: { number }, body })
      draft.emptied(asServerDraft(response.draft))
      toast({ severity: 'success', summary: 'Страница опубликована', key: 'publish' })
      return true
    },
    onError: (error) => {
      // somebody else has saved: both versions are shown
      if (error instanceof ApiError && error.code === 'draft-behind') draft.refresh()
      reportError(error, 'Не удалось опубликовать')
    },
  })
}

/** Goes back to what is published; it can be taken back. */
export const useDiscard = (number: number, { draft }: PageDraft) => {
  return useMutation({
    mutationFn: async () => {
      // a draft that the server would not have is dropped all the same
      await draft.flush().catch(() => {})
      const before = draft.get().value
      const query = { revision: draft.revision() }
      const response = await act(organisationApi.discardDraft, { params: { number }, query })
      draft.emptied(asServerDraft(response.draft))
      toast({
        severity: 'info',
        summary: 'Изменения отменены',
        detail: 'Черновик снова такой, как опубликовано.',
        life: 20_000,
        action: { label: 'Вернуть', onClick: () => draft.replace(before) },
      })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'draft-behind') draft.refresh()
      reportError(error, 'Не удалось отменить изменения')
    },
  })
}

/** Asks before a draft is replaced that may be somebody else's: drafts have no history. */
const mayReplace = async ({ saved_at, saved_by }: OrganisationDraft) =>
  saved_at === null ||
  (await confirm({
    title: 'Заменить черновик?',
    text: `На странице есть неопубликованные изменения: ${saved_by ? `${saved_by}, ` : ''}${formatMoment(saved_at)}. Вместо них встанет версия из истории.`,
    accept: 'Заменить',
    reject: 'Оставить',
    danger: true,
  }))

/** Makes a version that was published the draft of its page; it can be taken back. Returns whether it did. */
export const useRestore = (userId: number, number: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => {
      const draft = await openDraft(contentSource(client, userId, number))
      // what was typed a moment ago is part of the draft that is asked about
      await draft.flush().catch(() => {})
      const before = draft.get().value
      const query = { revision: draft.revision() }
      const known = client.getQueryData(pageDraftQuery(number).queryKey)?.draft
      if (known && !(await mayReplace(known))) return false
      const response = await act(organisationApi.restore, { params: { number, id }, query })
      draft.emptied(asServerDraft(response.draft))
      toast({
        severity: 'success',
        summary: 'Версия теперь в черновике',
        detail: 'Проверьте её и опубликуйте.',
        life: 20_000,
        action: { label: 'Отменить', onClick: () => draft.replace(before) },
      })
      return true
    },
    onError: (error) => reportError(error, 'Не удалось вернуть версию'),
  })
}
