import { Input, Skeleton } from '@mantine/core'
import { latePart } from '#web/app/late.tsx'
import type { RichTextEditorProps } from '#web/editor/RichTextEditor.tsx'

/** The editor as a field of a form: it comes when the form is shown, and keeps its place until then. */
export const RichTextField = latePart<RichTextEditorProps>(
  async () => ({ default: (await import('#web/editor/RichTextEditor.tsx')).RichTextEditor }),
  ({ label, minHeight = 180 }) => (
    <Input.Wrapper label={label} labelElement="div">
      <Skeleton height={minHeight + 56} />
    </Input.Wrapper>
  ),
)
