import type { NodeViewRenderer } from '@tiptap/core'

/** A formula in the text that is being written, drawn as readers see it; what draws it comes with the first formula. */
export const formulaView: NodeViewRenderer = ({ node }) => {
  const dom = document.createElement(node.isInline ? 'span' : 'div')
  dom.dataset.type = node.isInline ? 'inline-math' : 'block-math'
  const show = async ({ attrs }: typeof node) => {
    const latex: string = attrs['data-latex']
    dom.dataset.latex = latex
    dom.dataset.tip = 'Нажмите, чтобы изменить формулу'
    const { formulaHtml } = await import('#web/content/formulas.ts')
    if (dom.dataset.latex === latex) dom.innerHTML = formulaHtml(latex, !node.isInline)
  }
  void show(node)
  return {
    dom,
    ignoreMutation: () => true,
    update: (next) => {
      if (next.type !== node.type) return false
      void show(next)
      return true
    },
  }
}
