import type { Attributes } from '@tiptap/core'
import type { TagParseRule } from '@tiptap/pm/model'
import { type AttributeRule, keptValue, type RichElement } from '#contract/content/rich-text.ts'

/** The one value of an attribute that identifies the element among others of its tag. */
const constant = (rule: AttributeRule) =>
  typeof rule === 'object' && 'oneOf' in rule && rule.oneOf.length === 1 ? (rule.oneOf[0] as string) : null

/** The attributes of a node that is this element: read by the rules of the definition, written as they were read. */
export const attributesOf = ({ needs = {}, may = {} }: RichElement): Attributes =>
  Object.fromEntries(
    Object.entries({ ...needs, ...may }).map(([name, rule]) => [
      name,
      {
        default: constant(rule) ?? keptValue(rule, ''),
        parseHTML: (element) => keptValue(rule, element.getAttribute(name) ?? ''),
        renderHTML: (attributes) => ({ [name]: attributes[name] }),
      } satisfies Attributes[string],
    ]),
  )

/** How such a node is found in HTML: by its tag and all it needs. */
export const parseRuleOf = ({ tag, needs = {} }: RichElement, priority = 60): TagParseRule => ({
  tag:
    tag +
    Object.keys(needs)
      .map((name) => `[${name}]`)
      .join(''),
  priority,
  getAttrs: (element) =>
    Object.entries(needs).every(([name, rule]) => keptValue(rule, element.getAttribute(name) ?? '') !== null)
      ? null
      : false,
})
