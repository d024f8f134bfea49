import { Fragment } from 'react'

const address = /((?:https?:\/\/[^\s<>«»"]*[^\s<>«»".,;:!?)])|(?:[^\s@<>«»",;]+@[^\s@<>«»",;]+\.[\p{L}\d]{2,}))/gu

/** Text as it was written; addresses of sites and letters in it are links. */
export const LinkedText = ({ text }: { text: string }) =>
  text.split(address).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their order
    if (index % 2 === 0) return <Fragment key={index}>{part}</Fragment>
    const href = /^https?:\/\//.test(part) ? part : `mailto:${part}`
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their order
      <a key={index} href={href}>
        {part}
      </a>
    )
  })
