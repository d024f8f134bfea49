import { Fragment } from 'react'
import { unescaped } from '#web/content/escaped.ts'

/** A title of the server, HTML that has bold names and no other element: all else in it is shown as text. */
export const NotificationTitle = ({ html }: { html: string }) => (
  <span>
    {html.split(/<b>(.*?)<\/b>/s).map((part, place) => {
      const Part = place % 2 === 1 ? 'b' : Fragment
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a title never change places
      return <Part key={place}>{unescaped(part)}</Part>
    })}
  </span>
)
