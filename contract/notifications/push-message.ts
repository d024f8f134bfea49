/** A push message as a browser gets it, as JSON; max some 4,000 bytes. */
export interface PushMessage {
  title: string
  body: string
  /** The page that it leads to: a path of this site. */
  url: string
}
