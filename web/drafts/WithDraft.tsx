import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
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

/** What is drafted, and what draws it. */
export interface Drafted<V> {
  /** What it is a draft of: `lesson:12`. */
  draftKey: string
  kind: FormKind<V>
  /** What the server has. */
  saved: V
}

const useTyped = <V extends object>({ initial, change }: FormDraft<V>, { check }: FormKind<V>) =>
  useForm<V>({ initialValues: initial, onValuesChange: change, validate: (values) => check?.(values) ?? {} })

/** The form of values of a kind. */
export type FormOf<V extends object> = ReturnType<typeof useTyped<V>>

type Draw<V extends object> = (form: FormOf<V>, draft: FormDraft<V>) => ReactNode

/**
 * A form whose values are kept while they are typed: on this device at once, on the server soon after. It opens with
 * what was typed last, wherever that was; two versions are shown side by side.
 */
export const WithDraft = <V extends object>(props: Drafted<V> & { children: Draw<V> }) => {
  const user = useUser()
  return user && <ForUser key={props.draftKey} userId={user.id} {...props} />
}

const ForUser = <V extends object>({ userId, ...props }: Drafted<V> & { children: Draw<V>; userId: number }) => {
  const draft = useOpenDraft(formSource(userId, props.draftKey, props.kind))
  return draft ? <Opened opened={draft} {...props} /> : <SkeletonList count={4} height={64} focused />
}

const Opened = <V extends object>({
  opened,
  draftKey,
  kind,
  saved,
  children,
}: Drafted<V> & { children: Draw<V>; opened: OpenDraft<FormDraftValue<V>> }) => {
  const { form: draft, conflict, version, restored } = useFormDraft(draftKey, opened, kind, saved)
  // the notice says what was found, whatever is saved since
  const [savedAt] = useState(draft.state.phase === 'saved' ? draft.state.savedAt : null)
  if (conflict)
    return (
      <DraftConflict
        heading="h2"
        texts={conflict.texts}
        differences={conflict.differences}
        interrupts={conflict.interrupts}
        onChoose={conflict.choose}
      />
    )
  return (
    <>
      {restored && (
        <Notice
          icon="draft"
          action={
            <Button size="sm" variant="default" onClick={() => draft.discard()}>
              Начать заново
            </Button>
          }
        >
          {savedAt
            ? `Здесь то, что вы набрали ${formatMoment(savedAt)}. Пока это видите только вы.`
            : 'Здесь то, что вы набрали на этом устройстве и не сохранили.'}
        </Notice>
      )}
      <Fragment key={version}>
        <Typed draft={draft} kind={kind}>
          {children}
        </Typed>
      </Fragment>
    </>
  )
}

const Typed = <V extends object>({
  draft,
  kind,
  children,
}: {
  draft: FormDraft<V>
  kind: FormKind<V>
  children: Draw<V>
}) => {
  return children(useTyped(draft, kind), draft)
}
