import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { focusFirstError, showFormError } from '#web/app/form-errors.ts'
import { CancelButton } from '#web/drafts/CancelButton.tsx'
import { DiscardButton } from '#web/drafts/DiscardButton.tsx'
import classes from '#web/drafts/Drafts.module.css'
import { FormDraftStatus } from '#web/drafts/FormDraftStatus.tsx'
import type { FormDraft } from '#web/drafts/use-form-draft.ts'
import { FormBar } from '#web/ui/FormBar.tsx'

/** What is needed of a form of @mantine/form. */
interface Form<V> {
  values: V
  submitting: boolean
  setErrors: (errors: Record<string, string>) => void
  onSubmit: (
    save: (values: V) => Promise<unknown>,
    onInvalid: () => void,
  ) => (event?: FormEvent<HTMLFormElement>) => void
}

/** A drafted form around its fields: saves them, forgets the draft, goes on; a refusal is told at the field it is about. */
export const FormFrame = <V extends object>({
  form,
  draft,
  save,
  saveLabel = 'Сохранить',
  cancelHref,
  children,
}: {
  form: Form<V>
  draft: FormDraft<V>
  /** Throws what the server refuses; answers what to do once the form is at peace: go to another page. */
  save: (values: V) => Promise<() => void>
  saveLabel?: string
  /** Where giving up leads; without it the form stays, with what is saved. */
  cancelHref?: string
  children: ReactNode
}) => {
  const submit = (values: V) =>
    draft.submit(
      () => save(values),
      (error) => showFormError(form, error),
    )
  return (
    <form className={classes.frame} onSubmit={form.onSubmit(submit, focusFirstError)} noValidate>
      {children}
      <FormBar status={<FormDraftStatus draft={draft} />}>
        <Button type="submit" loading={form.submitting}>
          {saveLabel}
        </Button>
        {cancelHref ? (
          <CancelButton draft={draft} href={cancelHref} />
        ) : (
          <DiscardButton draft={draft} disabled={form.submitting} />
        )}
      </FormBar>
    </form>
  )
}
