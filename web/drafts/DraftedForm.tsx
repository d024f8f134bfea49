import { Button } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { useUser } from '#web/auth/session.ts'
import { DraftConflict } from '#web/drafts/DraftConflict.tsx'
import { type FormDraftValue, type FormKind, formSource } from '#web/drafts/form-draft.ts'
import type { OpenDraft } from '#web/drafts/open-drafts.ts'
import { type FormDraft, useFormDraft } from '#web/drafts/use-form-draft.ts'
import { useOpenDraft } from '#web/drafts/use-open-draft.ts'
import { formatMoment } from '#web/ui/dates.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { SkeletonList } from '#web/ui/SkeletonList.tsx'

interface Props<V> {
  /** What it is a draft of: `lesson:12`. */
  draftKey: string
  kind: FormKind<V>
  /** What the server has; the same object while it is the same. */
  saved: V
  /** Stands in the form's place for the moment it takes to find the draft. */
  waiting?: ReactNode
  children: (draft: FormDraft<V>) => ReactNode
}

/**
 * A form whose values are kept while they are typed: on this device at once, on the server soon after. It opens with
 * what was typed last, wherever that was; two versions are shown side by side.
 */
export const DraftedForm = <V,>({ waiting = <SkeletonList count={4} height={64} />, ...props }: Props<V>) => {
  const user = useUser()
  return user && <ForUser key={props.draftKey} waiting={waiting} userId={user.id} {...props} />
}

const ForUser = <V,>({ userId, waiting, ...props }: Props<V> & { userId: number }) => {
  const draft = useOpenDraft(formSource(userId, props.draftKey, props.kind))
  return draft ? <Opened draft={draft} {...props} /> : waiting
}

const Opened = <V,>({ draft, draftKey, kind, saved, children }: Props<V> & { draft: OpenDraft<FormDraftValue<V>> }) => {
  const { form, conflict, version, restored } = useFormDraft(draftKey, draft, kind, saved)
  // the notice says what was found, whatever is saved since
  const [savedAt] = useState(form.state.phase === 'saved' ? form.state.savedAt : null)
  if (conflict)
    return (
      <DraftConflict
        heading="h2"
        words={conflict.words}
        differences={conflict.differences}
        onChoose={conflict.choose}
      />
    )
  return (
    <>
      {restored && (
        <Notice
          icon="draft"
          action={
            <Button size="sm" variant="default" onClick={() => form.discard()}>
              Начать заново
            </Button>
          }
        >
          {savedAt
            ? `Здесь то, что вы набрали ${formatMoment(savedAt)}. Пока это видите только вы.`
            : 'Здесь то, что вы набрали на этом устройстве и не сохранили.'}
        </Notice>
      )}
      <Fragment key={version}>{children(form)}</Fragment>
    </>
  )
}
