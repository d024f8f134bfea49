import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PageAddress } from '#contract/pages.ts'
import { CancelButton } from '#web/drafts/CancelButton.tsx'
import { DiscardButton } from '#web/drafts/DiscardButton.tsx'
import { FormDraftStatus } from '#web/drafts/FormDraftStatus.tsx'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'
import { type Drafted, type FormOf, WithDraft } from '#web/drafts/WithDraft.tsx'
import { showFormError } from '#web/forms/form-errors.ts'
import { type SavableForm, useSave } from '#web/forms/use-save.ts'
import { FormBar } from '#web/ui/FormBar.tsx'
import { Stack } from '#web/ui/layout.tsx'

/** How a drafted form is saved. */
export interface Saving<V> {
  /** Throws what the server refuses; returns what to do once the draft has ended: go to another page. */
  save: (values: V) => Promise<() => void>
  saveLabel?: string
  /** Where giving up leads; without it the form stays, with what is saved. */
  cancelHref?: PageAddress
}

/** What the form of one thing needs from its page. */
export type DraftedFormProps<V> = Omit<Drafted<V>, 'kind'> & Saving<V>

/**
 * The shell of all long forms: finds the draft, keeps what is typed, shows two versions to choose from, saves, and
 * shows a refusal at the field that it is about. `children` draws the fields, `after` what is below the form.
 */
export const DraftedForm = <V extends object>({
  draftKey,
  kind,
  saved,
  nothingToSave,
  after,
  saveElse,
  children,
  ...saving
}: Drafted<V> &
  Saving<V> & {
    nothingToSave?: (values: V) => boolean
    after?: (form: FormOf<V>) => ReactNode
    /** Another button that saves. */
    saveElse?: (form: FormOf<V>) => ReactNode
    children: (form: FormOf<V>, draft: FormDraft<V>) => ReactNode
  }) => (
  <WithDraft draftKey={draftKey} kind={kind} saved={saved}>
    {(form, draft) => (
      <>
        <Frame
          form={form}
          draft={draft}
          disabled={nothingToSave?.(form.values) ?? false}
          saveElse={saveElse?.(form)}
          {...saving}
        >
          {children(form, draft)}
        </Frame>
        {after?.(form)}
      </>
    )}
  </WithDraft>
)

const Frame = <V extends object>({
  form,
  draft,
  disabled,
  save,
  saveLabel = 'Сохранить',
  cancelHref,
  saveElse,
  children,
}: Saving<V> & {
  form: SavableForm<V>
  draft: FormDraft<V>
  disabled: boolean
  saveElse: ReactNode
  children: ReactNode
}) => {
  const submit = useSave(form, (values) =>
    draft.submit(
      () => save(values),
      (error) => showFormError(form, error),
    ),
  )
  return (
    <Stack as="form" gap={5} onSubmit={submit} noValidate>
      {children}
      <FormBar status={<FormDraftStatus draft={draft} />}>
        <Button type="submit" loading={form.submitting} disabled={disabled}>
          {saveLabel}
        </Button>
        {saveElse}
        {cancelHref ? (
          <CancelButton draft={draft} href={cancelHref} />
        ) : (
          <DiscardButton draft={draft} disabled={form.submitting} />
        )}
      </FormBar>
    </Stack>
  )
}
