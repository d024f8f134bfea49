import { Fragment, type ReactNode } from 'react'
import { unescaped } from '#web/content/escaped.ts'

const elements = /<b>(.*?)<\/b>|<a href="(\/(?!\/)[^"<>\\]*)">([^<]*)<\/a>/gs

/**
 * A title of the server, HTML that has bold names and links to pages of the site, and no other element: all else in it
 * is shown as text (specification §2, notification drawer).
 */
export const NotificationTitle = ({ html }: { html: string }) => {
  const parts: ReactNode[] = []
  let end = 0
  const addText = (until?: number) => parts.push(<Fragment key={end}>{unescaped(html.slice(end, until))}</Fragment>)
  for (const { index, 0: element, 1: bold, 2: address = '', 3: label = '' } of html.matchAll(elements)) {
    addText(index)
    parts.push(
      bold === undefined ? (
        <a key={index} href={unescaped(address)}>
          {unescaped(label)}
        </a>
      ) : (
        <b key={index}>{unescaped(bold)}</b>
      ),
    )
    end = index + element.length
  }
  addText()
  return <span>{parts}</span>
}
