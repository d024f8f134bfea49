/**
 * An address whose escapes cannot be decoded is read literally, so that it gets the usual 404 and not the router's own
 * response.
 */
export const readableUrl = (url: string) => {
  try {
    decodeURIComponent(url.split('?', 1)[0] as string)
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}
