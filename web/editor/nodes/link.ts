import { Link as LinkOfTiptap } from '@tiptap/extension-link'
import { checkLink, richFeatures } from '#contract/content/rich-text.ts'
import { attributesOf, parseRuleOf } from '#web/editor/nodes/element.ts'

const [element] = richFeatures.links

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
  isAllowedUri: (address) => checkLink(address) !== null,
})
