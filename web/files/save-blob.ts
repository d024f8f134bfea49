/** Gives the reader bytes that were made in the browser as a file of that name. */
export const saveBlob = (bytes: Blob, name: string) => {
  const url = URL.createObjectURL(bytes)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // the browser takes the bytes after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
