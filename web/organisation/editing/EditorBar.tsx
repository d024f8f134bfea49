import { Button } from '@mantine/core'
import { useRef } from 'react'
import { Link } from '#web/app/Link.tsx'
import { usePagePath } from '#web/app/page-params.ts'
import { DraftStatus } from '#web/drafts/DraftStatus.tsx'
import { useDiscard } from '#web/organisation/editing/use-page-acts.ts'
import type { PageDraft } from '#web/organisation/editing/use-page-draft.ts'
import { FormBar } from '#web/ui/FormBar.tsx'
import { useSingle } from '#web/ui/use-single.ts'

/** The acts on the draft of a page, and where it is kept. */
export const EditorBar = ({
  number,
  editing,
  publishing,
  onPublish,
}: {
  number: number
  editing: PageDraft
  publishing: boolean
  onPublish: () => void
}) => {
  const { draft, state, known } = editing
  const path = usePagePath()
  const discard = useDiscard(number, editing)
  const once = useSingle()
  const preview = useRef<HTMLAnchorElement>(null)
  const discardNow = async () => {
    await discard.mutateAsync()
    // what was pressed is gone
    if (document.activeElement === document.body) preview.current?.focus({ preventScroll: true })
  }
  const changed = known.saved_at !== null || state.phase !== 'saved'
  return (
    <FormBar
      status={
        <DraftStatus
          state={state}
          onRetry={() => void draft.flush(true).catch(() => {})}
          {...(known.saved_by && { note: `Последние изменения: ${known.saved_by}` })}
        />
      }
    >
      <Button loading={publishing} disabled={!changed && known.published_at !== null} onClick={onPublish}>
        Опубликовать
      </Button>
      <Button component={Link} ref={preview} to={`${path}?view=preview`} variant="default">
        Посмотреть
      </Button>
      {changed && (
        <Button variant="subtle" color="gray" loading={discard.isPending} onClick={() => once(discardNow)}>
          Отменить изменения
        </Button>
      )}
      <Button component={Link} to={path} variant="subtle" color="gray">
        Закрыть
      </Button>
    </FormBar>
  )
}
