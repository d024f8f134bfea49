import { Input, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { RichTextEditorProps } from '#web/editor/RichTextEditor.tsx'

const RichTextEditor = lazy(async () => ({ default: (await import('#web/editor/RichTextEditor.tsx')).RichTextEditor }))

/** The editor as a field of a form: it comes when the form is shown, and keeps its place until then. */
export const RichTextField = (props: RichTextEditorProps) => (
  <Suspense
    fallback={
      <Input.Wrapper label={props.label} labelElement="div">
        <Skeleton height={(props.minHeight ?? 180) + 56} />
      </Input.Wrapper>
    }
  >
    <RichTextEditor {...props} />
  </Suspense>
)
