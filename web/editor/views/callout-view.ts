import type { NodeViewRenderer } from '@tiptap/core'
import { type CalloutKind, calloutNames } from '#web/content/callout-names.ts'

/** A call-out in the text that is being written: a remark in it, not a part of the page beside it. */
export const calloutView: NodeViewRenderer = ({ node }) => {
  const dom = document.createElement('aside')
  dom.setAttribute('role', 'note')
  const show = ({ attrs }: typeof node) => {
    const kind: CalloutKind = attrs['data-callout']
    dom.dataset.callout = kind
    dom.setAttribute('aria-label', calloutNames[kind])
  }
  show(node)
  return {
    dom,
    contentDOM: dom,
    update: (next) => {
      if (next.type !== node.type) return false
      show(next)
      return true
    },
  }
}
