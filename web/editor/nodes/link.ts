import { Link as LinkOfTiptap } from '@tiptap/extension-link'
import { checkLink, richFeatures } from '#contract/content/rich-text.ts'
import { attributesOf, parseRuleOf } from '#web/editor/nodes/element.ts'

const [element] = richFeatures.links

/** Names of files whose endings are countries, too: what a programmer types is no address. */
const fileName = /^[^\s/?#:@]+\.(?:cc|md|mov|pl|ps|py|rs|sh|so|zip)$/i

const byItself = LinkOfTiptap.options.shouldAutoLink

/** A link, by the rules of the server: how it is followed is not for the text to say. */
export const Link = LinkOfTiptap.extend({
  // what is typed after a link is no part of it
  inclusive: false,
  addAttributes: () => attributesOf(element),
  parseHTML: () => [parseRuleOf(element)],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  shouldAutoLink: (address) => !fileName.test(address) && byItself(address),
  isAllowedUri: (address) => checkLink(address) !== null,
})
