/** What a push message tells a browser, as JSON; it has max some 4,000 bytes. */
export interface PushMessage {
  title: string
  body: string
  /** The page that it leads to: a path of this site. */
  url: string
}
