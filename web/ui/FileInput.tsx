import type { ComponentProps } from 'react'

type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'hidden' | 'onChange'> & {
  onFiles: (files: File[]) => void
}

/** Opens the device's choice of files; a button elsewhere clicks it by its ref. */
export const FileInput = ({ onFiles, ...props }: FileInputProps) => (
  <input
    type="file"
    hidden
    onChange={({ currentTarget }) => {
      onFiles([...(currentTarget.files ?? [])])
      // the same file may be chosen again
      currentTarget.value = ''
    }}
    {...props}
  />
)
