import { useRouter } from '@tanstack/react-router'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { OrganisationContent, OrganisationPage } from '#contract/organisation/organisation.schema.ts'
import { registryPage } from '#contract/organisation/registry/registry.ts'
import type { RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { RichTextField } from '#web/editor/RichTextField.tsx'
import { focusErrorIn } from '#web/forms/focus-first-error.ts'
import { BlockFacts } from '#web/organisation/editing/BlockFacts.tsx'
import { BlockRows } from '#web/organisation/editing/BlockRows.tsx'
import { rowsOf, settledContent } from '#web/organisation/editing/content-rows.ts'
import classes from '#web/organisation/editing/Editing.module.css'
import { EditorBar } from '#web/organisation/editing/EditorBar.tsx'
import { MorePages } from '#web/organisation/editing/MorePages.tsx'
import { missingFields } from '#web/organisation/editing/missing-fields.ts'
import { draftKey } from '#web/organisation/editing/organisation-draft.ts'
import { ChosenNotice, PageConflict } from '#web/organisation/editing/PageConflict.tsx'
import { errorsLeft, type PageErrors, pageErrors } from '#web/organisation/editing/page-errors.ts'
import { useDocuments } from '#web/organisation/editing/use-documents.ts'
import { usePublish } from '#web/organisation/editing/use-page-acts.ts'
import { usePageConflict } from '#web/organisation/editing/use-page-conflict.ts'
import { type PageDraft, useKeptDraft } from '#web/organisation/editing/use-page-draft.ts'
import { confirm } from '#web/ui/confirm.ts'
import { focusUnreadableDate } from '#web/ui/DateInput.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'
import { useSingle } from '#web/ui/use-single.ts'

/** Edits a page of the section: its facts and tables by the registry, the texts around them, the acts on its draft. */
export const PageEditor = ({ page, editing }: { page: OrganisationPage; editing: PageDraft }) => {
  // created once: blocks that have not changed are not drawn again at every letter
  const registry = useMemo(() => registryPage(page.number, page), [page])
  return registry && <Editor page={page} registry={registry} editing={editing} />
}

const noRows: never[] = []

/** How many missing things are named before publishing. */
const maxNamed = 6

const questionAbout = (missing: string[]) => {
  const named = missing.slice(0, maxNamed).join('; ')
  const others = missing.length - maxNamed
  return {
    title: 'Заполнено не всё, что требует закон',
    text: `Не хватает: ${named}${others > 0 ? ` и ещё ${others}` : ''}. Заполните или отметьте «нет сведений».`,
    accept: 'Опубликовать как есть',
    reject: 'Заполнить',
  }
}

/** What publishing has found wrong, and with which settled content: what has been changed since is not wrong any more. */
interface Found {
  errors: PageErrors
  value: OrganisationContent
}

const Editor = ({
  page,
  registry,
  editing,
}: {
  page: OrganisationPage
  registry: RegistryPage
  editing: PageDraft
}) => {
  const { draft, state, known } = editing
  const { number } = page
  const router = useRouter()
  const root = useRef<HTMLDivElement>(null)
  const publish = usePublish(number, editing)
  const documents = useDocuments()
  const once = useSingle()
  const conflict = usePageConflict(editing)
  useKeptDraft(editing)
  const [found, setFound] = useState<Found | null>(null)
  const { value } = state
  const errors = useMemo(() => {
    if (state.error) return pageErrors(state.error)
    return found
      ? errorsLeft(found.errors, found.value, settledContent(registry, value, known.platform))
      : pageErrors(null)
  }, [state.error, found, value, registry, known.platform])
  useEffect(() => {
    // only after the act itself: what is saved by the way takes nobody out of the field they are typing in
    if (found && root.current) focusErrorIn(root.current)
  }, [found])
  const find = (errors: PageErrors) =>
    setFound({ errors, value: settledContent(registry, draft.get().value, known.platform) })
  const publishNow = async () => {
    if (focusUnreadableDate(root.current)) return
    const missing = missingFields(registry, draft.get().value, known.platform, documents)
    if (missing.length > 0 && !(await confirm(questionAbout(missing.map(({ text }) => text))))) {
      return find(Object.assign({}, ...missing.map(({ errors }) => errors)))
    }
    try {
      if (await publish.mutateAsync()) await router.navigate({ to: router.state.location.pathname })
    } catch (error) {
      find(pageErrors(error))
    }
  }
  const setMore = useCallback(
    (more: OrganisationContent['more']) => draft.change({ ...draft.get().value, more }),
    [draft],
  )
  const text = (part: 'before' | 'after') => (
    <PageText key={`${part}-${state.turn}`} number={number} part={part} draft={draft} error={errors[part]} />
  )
  return (
    <Stack ref={root} gap={4} className={classes.editor}>
      <Text size={3} tone="soft" loose>
        Что должно быть на странице, говорит {registry.law.replace(/^П/, 'п')}. Звёздочкой отмечены обязательные
        сведения. Пока вы не опубликуете изменения, их видят только кураторы.
      </Text>
      {conflict.reopen && <ChosenNotice onReopen={conflict.reopen} />}
      {conflict.pair ? (
        <PageConflict registry={registry} pair={conflict.pair} onChoose={conflict.choose} />
      ) : (
        // what is typed while the page goes off would not be in it
        <Stack gap={5} inert={publish.isPending}>
          {text('before')}
          {registry.blocks.map((block) => {
            const Block = block.repeated ? BlockRows : BlockFacts
            return (
              <Block
                key={block.key}
                number={number}
                block={block}
                draft={draft}
                rows={value.blocks[block.key] ? rowsOf(value, block.key) : noRows}
                platform={known.platform[block.key]}
                errors={errors}
              />
            )
          })}
          {text('after')}
          <MorePages number={number} more={value.more} onChange={setMore} />
        </Stack>
      )}
      <EditorBar number={number} editing={editing} publishing={publish.isPending} onPublish={() => once(publishNow)} />
    </Stack>
  )
}

const labels = { before: 'Текст перед сведениями', after: 'Текст после сведений' }

/** A text of the page: it begins with the current one, and reports every change. */
const PageText = memo(
  ({
    number,
    part,
    draft,
    error,
  }: {
    number: number
    part: 'before' | 'after'
    draft: OpenDraft<OrganisationContent>
    error?: string
  }) => (
    <RichTextField
      use="organisation"
      uploads={`${draftKey(number)}:${part}`}
      label={labels[part]}
      placeholder="Необязательно: пояснения для читателей"
      minHeight={96}
      value={draft.get().value[part]}
      onChange={(html) => draft.change({ ...draft.get().value, [part]: html })}
      {...(error && { error })}
    />
  ),
)
