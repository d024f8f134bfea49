export const RichTextEditor = (_: {
  value: string
  onChange: (html: string) => void
  label: string
  error?: string
  minHeight?: number
}) => null
